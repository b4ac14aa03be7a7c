"""A training's checkpoints, one an epoch: found again, and put in the place of the trained skill."""

from pathlib import Path
from typing import Any

import torch

from flipbook_worker.job import Job
from flipbook_worker.prefix import attach_prefix, load_prefix


def checkpoints_of(job: Job) -> dict[int, Path]:
    """The checkpoint folders a score job asks for, by epoch in ascending order; empty where it asks for none."""
    if not job.spec.get("checkpoints"):
        return {}
    stem = job.path(job.spec["checkpoints"] + "1").name.removesuffix("1")
    found = {}
    for folder in job.path(job.spec["checkpoints"] + "1").parent.iterdir():
        epoch = folder.name.removeprefix(stem)
        if folder.name.startswith(stem) and epoch.isdecimal():
            found[int(epoch)] = folder
    return dict(sorted(found.items()))


def use_checkpoint(model: Any, kind: str, folder: Path, device: torch.device) -> None:
    """Let the model (PEFT's for an adapter) answer with the checkpoint instead of the skill that is attached to it."""
    if kind == "prefix":
        attach_prefix(model, load_prefix(folder, device))
        return
    before = model.active_adapter
    model.load_adapter(str(folder), adapter_name=folder.name)
    model.set_adapter(folder.name)
    model.delete_adapter(before)
