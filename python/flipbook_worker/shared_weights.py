"""Weights that another run of the experiment has trained already: the same recipe, items and seeds, and no text present."""

import json
import shutil
from pathlib import Path
from typing import Any, NoReturn

from flipbook_worker.artifacts import file_sha256, write_artifact
from flipbook_worker.job import Job, JobFailed

# What the training said of itself and of its cost; how this job began and ends it says itself.
TAKEN_KINDS = {"model", "step", "validation", "phase", "phase-end"}


def take_weights(job: Job) -> NoReturn:
    """Give this run the other one's trained files and its account of the training, then end the job as done; raises JobFailed where they are not what was logged."""
    reuse = job.spec["reuse"]
    source = Path(reuse["folder"])
    for line in lines_of_last_attempt(source / job.spec["events"], reuse["job"]):
        fields = {name: value for name, value in line.items() if name not in ("v", "job", "seq", "t", "kind")}
        if line["kind"] == "artifact":
            write_artifact(job, fields["role"], fields["path"], fields["epoch"], lambda place, line=fields: copy_checked(source / line["path"], place, line))
        elif line["kind"] in TAKEN_KINDS:
            job.log.emit(line["kind"], **fields)
    job.notice(f"The weights are those of run {reuse['run']}: the same recipe, items and seed, trained without the text. Nothing was trained twice; times and losses are that run's.")
    job.done(f"Took the weights of run {reuse['run']}.")


def lines_of_last_attempt(events: Path, name: str) -> list[dict[str, Any]]:
    """A job's lines from its last start on; raises JobFailed unless that attempt is done."""
    lines = [line for line in map(json.loads, events.read_text(encoding="utf-8").splitlines()) if line.get("job") == name]
    starts = [number for number, line in enumerate(lines) if line["kind"] == "started"]
    last = lines[starts[-1] :] if starts else []
    if not any(line["kind"] == "ended" and line["end"] == "done" for line in last):
        raise JobFailed(f"{events} does not say that the training of job {name} is done; run that again first.")
    return last


def copy_checked(source: Path, place: Path, line: dict[str, Any]) -> Path:
    """Copy an artifact's files; returns the weights file, known by the size and SHA-256 that were logged."""
    if not source.is_dir():
        raise JobFailed(f"{source} is not there any more; run the training again.")
    for file in sorted(source.iterdir()):
        shutil.copyfile(file, place / file.name)
    weights = next((file for file in place.iterdir() if file.stat().st_size == line["bytes"] and file_sha256(file) == line["sha256"]), None)
    if weights is None:
        raise JobFailed(f"{source} is not what was trained: no file has the SHA-256 {line['sha256']}. Run the training again.")
    return weights
