"""Who runs, on what, with which versions: the first line of a job."""

import os
import platform
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import torch

from flipbook_worker.job import Job, JobFailed

PACKAGES = ("torch", "transformers", "peft", "accelerate", "bitsandbytes", "safetensors", "tokenizers", "numpy")
PYTHON_FOLDER = Path(__file__).resolve().parent.parent


def start(job: Job, **resolved: Any) -> torch.device:
    """Pick the device, set torch's threads and write the `started` line; `resolved` is what this script decides by itself."""
    device = pick_device(job.spec["device"])
    torch.set_num_threads(job.threads)
    job.log.emit(
        "started",
        pid=os.getpid(),
        bootId=read_text("/proc/sys/kernel/random/boot_id"),
        processStart=process_start(),
        versions=versions(),
        device=describe_device(device, job.threads),
        gitCommit=git_commit(),
        config={**portable_spec(job.spec), "resolved": resolved},
    )
    return device


def pick_device(wanted: str) -> torch.device:
    """The first CUDA card for `cuda`, also for `auto` where there is one, else the processor; raises JobFailed without a wanted card."""
    if wanted == "cpu" or (wanted == "auto" and not torch.cuda.is_available()):
        return torch.device("cpu")
    if not torch.cuda.is_available():
        raise JobFailed("The job asks for CUDA, but torch sees no card; see `flipbook doctor`, or choose device cpu.")
    return torch.device("cuda", 0)


def describe_device(device: torch.device, threads: int) -> dict[str, Any]:
    """The device as the engine records it; the driver's version from /proc where the card has one."""
    if device.type == "cpu":
        return {"kind": "cpu", "name": processor_name(), "driver": None, "threads": threads}
    return {"kind": "cuda", "name": torch.cuda.get_device_name(device), "driver": driver_version(), "threads": threads}


def processor_name() -> str:
    """The processor's name as the system prints it."""
    for line in (read_text("/proc/cpuinfo") or "").splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def driver_version() -> str | None:
    """The NVIDIA kernel module's version, such as 535.161.08; None where /proc does not say."""
    words = (read_text("/proc/driver/nvidia/version") or "").split()
    return next((word for word in words if word.replace(".", "").isdigit() and "." in word), None)


def versions() -> dict[str, str]:
    """Versions of Python, CUDA and the packages that decide a result."""
    found = {"python": platform.python_version(), "cuda": torch.version.cuda or "none"}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "missing"
    return found


def process_start() -> str | None:
    """Field 22 of /proc/self/stat: the start of this process in clock ticks since boot (proc_pid_stat(5))."""
    stat = read_text("/proc/self/stat")
    # The second field, the name in parentheses, may hold spaces and parentheses itself.
    return None if stat is None else stat.rsplit(")", 1)[1].split()[19]


def git_commit() -> str | None:
    """The commit the scripts come from; None outside a checkout of this project."""
    command = ["git", "-C", str(PYTHON_FOLDER), "rev-parse", "--show-toplevel", "HEAD"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=5, check=True).stdout.splitlines()
    except (OSError, subprocess.SubprocessError):
        return None
    return answer[1] if Path(answer[0]).resolve() == PYTHON_FOLDER.parent else None


def portable_spec(spec: dict[str, Any]) -> dict[str, Any]:
    """The specification without this machine's folders, so that a lab can be moved."""
    base = spec["base"]
    if base["kind"] == "folder":
        base = {"kind": "folder", "name": Path(base["path"]).name}
    portable = {key: value for key, value in spec.items() if key != "folder"} | {"base": base}
    if spec["kind"] == "compile":
        writer = spec["writer"]
        local = writer["kind"] == "local" and writer["model"] is not None
        portable["writer"] = writer | {"model": Path(writer["model"]).name} if local else writer
    if spec.get("reuse") is not None:
        portable["reuse"] = {"run": spec["reuse"]["run"], "job": spec["reuse"]["job"]}
    return portable


def read_text(path: str) -> str | None:
    """A small text file of the system, stripped; None where there is none."""
    if sys.platform != "linux" or not Path(path).exists():
        return None
    return Path(path).read_text().strip()
