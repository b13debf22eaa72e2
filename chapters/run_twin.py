#!/usr/bin/env python3
"""run_twin.py CHAPTER/twin.py: runs the chapter's JAX twin; status 77, which means 'not run', where jax is not there."""
import importlib.util
import runpy
import sys

if importlib.util.find_spec("jax") is None:
    print(f"not run: {sys.argv[1]} needs jax (python3 -m pip install jax)")
    sys.exit(77)
runpy.run_path(sys.argv[1], run_name="__main__")
