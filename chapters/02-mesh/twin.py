"""Chapter 02 in JAX: a mesh of 2 by 4 devices, its groups, and a sum along each axis. Runs on any machine."""
import os

os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"

# [mesh]
import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

devices = np.array(jax.devices()[:8]).reshape(2, 4)  # a flat list and two names do not fit
mesh = Mesh(devices, ("data", "model"))
print(dict(mesh.shape), mesh.size)
print("device at (1, 2):", mesh.devices[1, 2].id)
print("its group along model:", [d.id for d in mesh.devices[1, :]])
print("its group along data: ", [d.id for d in mesh.devices[:, 2]])
# [mesh]


# [sum]
def sums(axis, kept):
    """Each device gives its number; the sum of each group along the axis, in the order of the axis that is kept."""
    add = jax.shard_map(lambda own: jax.lax.psum(own, axis), mesh=mesh, in_specs=P(("data", "model")), out_specs=P(kept))
    return np.asarray(add(np.arange(8))).tolist()


print("sums along model:", sums("model", kept="data"))
print("sums along data: ", sums("data", kept="model"))
# [sum]

assert mesh.devices[1, 2].id == 6
assert sums("model", kept="data") == [0 + 1 + 2 + 3, 4 + 5 + 6 + 7]
assert sums("data", kept="model") == [0 + 4, 1 + 5, 2 + 6, 3 + 7]
x = jax.device_put(np.zeros((8, 8)), NamedSharding(mesh, P("data", "model")))
assert x.addressable_shards[0].data.shape == (4, 2)
try:
    Mesh(np.array(jax.devices()[:8]), ("data", "model"))
except ValueError:
    pass
else:
    raise AssertionError("a flat list of devices and two axis names should not make a mesh")
