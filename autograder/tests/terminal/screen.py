"""A program on a pseudo-terminal, for tests of what a person sees."""
import os
import pty
import re
import select
import signal
import time

SECONDS = 90  # a test waits no longer


class Screen:
    def __init__(self, command, environment=os.environ):
        self.text, self.seen = "", 0
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execve(command[0], command, dict(environment, LANG="C.UTF-8"))

    def read(self):
        """What there is by now. False where the program has ended."""
        if not select.select([self.terminal], [], [], 0.2)[0]:
            return True
        try:
            self.text += os.read(self.terminal, 65536).decode(errors="replace")
            return True
        except OSError:
            return False

    def wait_for(self, pattern):
        """Reads until what came behind the last match matches; keeps the match."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            goes_on = self.read()
            match = re.search(pattern, self.text[self.seen:], re.S)
            if match:
                self.seen += match.end()
                return match
            if not goes_on:
                break
        raise AssertionError(f"'{pattern}' did not come; the screen so far:\n{self.text}")

    def press(self, keys):
        os.write(self.terminal, keys.encode())

    def status(self):
        """Of its end, which is waited for; all that it printed is read."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            goes_on = self.read()
            process, status = os.waitpid(self.process, os.WNOHANG)
            if process:
                while goes_on and select.select([self.terminal], [], [], 0)[0]:
                    goes_on = self.read()
                return os.waitstatus_to_exitcode(status)
            if not goes_on:
                time.sleep(0.02)
        os.kill(self.process, signal.SIGKILL)
        raise AssertionError("it did not end; the screen so far:\n" + self.text)
