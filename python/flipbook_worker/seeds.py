"""Every random choice of a run, from the seeds its job names."""

import random
import warnings
from collections.abc import Callable

import numpy
import torch


def seed_everything(seed: int) -> None:
    """Seed `random`, `numpy` and `torch` (processor and cards); numpy takes the seed modulo 2**32."""
    random.seed(seed)
    numpy.random.seed(seed % 2**32)
    torch.manual_seed(seed)


def epoch_order(count: int, seed: int, epoch: int) -> list[int]:
    """The order of `count` items in an epoch (from 1): depends on nothing but its arguments."""
    order = list(range(count))
    random.Random(f"order {seed} epoch {epoch}").shuffle(order)
    return order


def be_deterministic(notice: Callable[[str], None]) -> None:
    """Use deterministic algorithms where the device has them; `notice` gets a sentence for each operation that has none."""
    torch.use_deterministic_algorithms(True, warn_only=True)
    torch.backends.cudnn.benchmark = False
    warnings.filterwarnings("once", message=".*deterministic.*")
    warnings.showwarning = lambda message, *_: notice(str(message).split(", but you set")[0])
