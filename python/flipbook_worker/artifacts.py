"""Trained files: written beside their place first, so that there is never half an artifact, and named by their SHA-256."""

import hashlib
import os
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

import torch
from torch import Tensor

from flipbook_worker.job import Job

READ_BYTES = 2**20


def write_artifact(job: Job, role: str, relative: str, epoch: int | None, save: Callable[[Path], Path]) -> None:
    """Let `save` fill a folder (it returns the weights file), move the folder into its place and log size and hash of the weights."""
    place = job.path(relative)
    partial = place.with_name(place.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    weights = save(partial)
    for file in partial.iterdir():
        flush_to_disk(file)
    size, digest = weights.stat().st_size, file_sha256(weights)
    shutil.rmtree(place, ignore_errors=True)
    os.replace(partial, place)
    job.log.emit("artifact", role=role, path=relative, bytes=size, sha256=digest, epoch=epoch)


def flush_to_disk(path: Path) -> None:
    """Force a written file onto the disk."""
    fd = os.open(path, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def file_sha256(path: Path) -> str:
    """SHA-256 of a file's bytes, hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(READ_BYTES):
            digest.update(block)
    return digest.hexdigest()


def weights_digest(named: Iterable[tuple[str, Tensor]]) -> str:
    """SHA-256 over names and raw bytes of tensors in the order of their names, hexadecimal."""
    digest = hashlib.sha256()
    for name, tensor in sorted(named, key=lambda pair: pair[0]):
        digest.update(name.encode())
        digest.update(tensor.detach().contiguous().cpu().view(torch.uint8).numpy())
    return digest.hexdigest()
