"""Memory and processors."""

import subprocess
import sys
import unittest

import tiny  # noqa: F401  (puts the scripts' folder on the path)
import torch
from flipbook_worker.memory import free_threads, is_out_of_memory, peak_rss_mib


def raised(work: object) -> BaseException:
    try:
        work()
    except BaseException as error:
        return error
    raise AssertionError("nothing was raised")


def wrapped() -> None:
    try:
        torch.empty(2**50)
    except RuntimeError as error:
        raise ValueError("loading failed") from error


class Memory(unittest.TestCase):
    def test_real_and_reported_shortages_are_told_from_other_failures(self) -> None:
        shortages = [
            raised(lambda: torch.empty(2**50)),
            raised(lambda: bytearray(2**62)),
            raised(wrapped),
            torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 MiB."),
            RuntimeError("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`"),
            OSError(12, "Cannot allocate memory"),
        ]
        others = [raised(lambda: torch.zeros(2) @ torch.zeros(3)), OSError(28, "No space left on device"), ValueError("CUDA out of memory")]
        self.assertEqual([is_out_of_memory(error) for error in shortages], [True] * len(shortages))
        self.assertEqual([is_out_of_memory(error) for error in others], [False] * len(others))

    def test_the_peak_is_in_mib_and_never_falls(self) -> None:
        before = peak_rss_mib() or 0
        block = torch.ones(2**26, dtype=torch.uint8)
        after = peak_rss_mib() or 0
        del block
        self.assertTrue(50 < before <= after <= (peak_rss_mib() or 0) < 100_000)

    def test_the_memory_of_a_child_counts_where_it_is_asked_for(self) -> None:
        alone = peak_rss_mib() or 0
        subprocess.run([sys.executable, "-c", "block = bytes(200 * 2**20)"], check=True)
        self.assertLess((peak_rss_mib() or 0) - alone, 50)
        self.assertGreater((peak_rss_mib(with_child=True) or 0) - (peak_rss_mib() or 0), 200)

    def test_at_least_one_thread_and_no_more_than_processors(self) -> None:
        import os

        self.assertTrue(1 <= free_threads(0.05) <= len(os.sched_getaffinity(0)))


if __name__ == "__main__":
    unittest.main()
