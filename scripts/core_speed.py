"""Runs measurements on cores of the machine while no other tenant uses them.

The processors of a cloud machine are threads of cores that other tenants use, too. While one computes on the other thread of the
core, the same instructions take up to twice the CPU time, and no counter of this machine shows it. A loop of fixed work shows it:
on the same processor, it takes its least time only if the core is not shared.
"""
import contextlib
import math
import os
import signal
import threading
import time

LOOP = 8_000
# On a shared core, the loop takes 1.5 to 2.1 times its least time; on a core of its own, the times differ by a tenth.
ALONE = 1.15
# A program runs this long between two loops.
SLICE_S = 0.03
# A core that is shared for longer is used nevertheless.
PATIENCE_S = 5


class Core:
    """The processors of what is measured, by default one. This process uses the others, if there are any."""

    def __init__(self, count=1):
        processors = sorted(os.sched_getaffinity(0))
        self.own = set(processors[-count:])
        self.others, self.least_s = set(processors) - self.own or self.own, math.inf
        os.sched_setaffinity(0, self.others)
        for _ in range(100):
            self.loop_s()

    def __enter__(self):
        """Moves this thread there. Processes that it starts then stay there."""
        os.sched_setaffinity(0, self.own)

    def __exit__(self, *_):
        os.sched_setaffinity(0, self.others)

    def loop_s(self):
        """Returns the CPU seconds of the loop on the processor on which it takes longest."""
        times = []
        for processor in self.own:
            os.sched_setaffinity(0, {processor})
            start, total = time.thread_time(), 0
            for number in range(LOOP):
                total += number * number
            times.append(time.thread_time() - start)
        os.sched_setaffinity(0, self.others)
        self.least_s = min(self.least_s, *times)
        return max(times)

    def is_shared(self):
        return self.loop_s() > self.least_s * ALONE

    def wait(self):
        """Waits until the core is not shared. Returns the seconds waited."""
        start = time.monotonic()
        while self.is_shared() and time.monotonic() - start < PATIENCE_S:
            time.sleep(SLICE_S / 10)
        return time.monotonic() - start

    @contextlib.contextmanager
    def pausing(self, process):
        """Stops a process while the core is shared. Gives how it ran; until the end, the process must not be waited for."""
        slices, done = Slices(), threading.Event()

        def pause():
            while not done.wait(SLICE_S):
                is_shared = self.is_shared()
                slices.all, slices.shared = slices.all + 1, slices.shared + is_shared
                if is_shared:
                    os.kill(process, signal.SIGSTOP)
                    slices.paused_s += self.wait()
                    os.kill(process, signal.SIGCONT)

        thread = threading.Thread(target=pause)
        thread.start()
        try:
            yield slices
        finally:
            done.set()
            thread.join()
            slices.all, slices.shared = slices.all + 1, slices.shared + self.is_shared()


class Slices:
    """The parts of a run, and those at whose end the core was shared."""

    def __init__(self):
        self.all, self.shared, self.paused_s = 0, 0, 0.0
