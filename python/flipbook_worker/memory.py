"""Memory and processors: peaks in MiB, what counts as out of memory, and how many threads are free."""

import errno
import os
import sys
import time
from pathlib import Path

OUT_OF_MEMORY_WORDS = (
    "CUDA out of memory",
    "CUDA error: out of memory",
    "CUBLAS_STATUS_ALLOC_FAILED",
    "DefaultCPUAllocator: can't allocate memory",
    "DefaultCPUAllocator: not enough memory",
    "Cannot allocate memory",
)


def peak_rss_mib(with_child: bool = False) -> float | None:
    """Largest resident size of this process so far, MiB, plus that of its largest child that has ended; None where the system does not tell (Windows)."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    if with_child:
        peak += resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    # ru_maxrss counts bytes on macOS and KiB elsewhere (getrusage(2)).
    return round(peak / (2**20 if sys.platform == "darwin" else 2**10), 1)


def peak_cuda_mib() -> float | None:
    """Most CUDA memory torch had reserved so far, MiB (what other processes could not have); None without CUDA."""
    torch = sys.modules.get("torch")
    if torch is None or not torch.cuda.is_available() or not torch.cuda.is_initialized():
        return None
    return round(torch.cuda.max_memory_reserved() / 2**20, 1)


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an exception, or one it was raised from, says that the processor's or the card's memory ran out."""
    seen: BaseException | None = error
    while seen is not None:
        torch = sys.modules.get("torch")
        if isinstance(seen, MemoryError) or (torch is not None and isinstance(seen, torch.OutOfMemoryError)):
            return True
        if isinstance(seen, OSError) and seen.errno == errno.ENOMEM:
            return True
        if isinstance(seen, RuntimeError) and any(words in str(seen) for words in OUT_OF_MEMORY_WORDS):
            return True
        seen = seen.__cause__ or seen.__context__
    return False


def free_threads(sample_seconds: float = 0.2) -> int:
    """Processors this process may use minus those busy right now, at least 1: two torch threads on one free processor are slower than one."""
    allowed = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set(range(os.cpu_count() or 1))
    if not Path("/proc/stat").exists():
        return max(1, round(len(allowed) - os.getloadavg()[0])) if hasattr(os, "getloadavg") else len(allowed)
    before = idle_and_total_ticks()
    time.sleep(sample_seconds)
    after = idle_and_total_ticks()
    free = 0.0
    for cpu in allowed & before.keys() & after.keys():
        idle, total = after[cpu][0] - before[cpu][0], after[cpu][1] - before[cpu][1]
        free += idle / total if total > 0 else 1.0
    return max(1, round(free))


def idle_and_total_ticks() -> dict[int, tuple[int, int]]:
    """Idle (with waiting for disks) and total clock ticks of each processor since boot (proc_stat(5))."""
    ticks = {}
    for line in Path("/proc/stat").read_text().splitlines():
        name, *numbers = line.split()
        if name.startswith("cpu") and name != "cpu":
            # The first eight columns; guest time is already part of user time.
            counts = [int(number) for number in numbers[:8]]
            ticks[int(name[3:])] = (counts[3] + counts[4], sum(counts))
    return ticks
