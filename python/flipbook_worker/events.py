"""The job's only channel to the engine: JSON lines appended to `events.jsonl` in the run folder."""

import errno
import json
import os
import threading
import time
from pathlib import Path
from typing import Any

# What must not be lost with the machine; steps and progress may be.
SYNCED_KINDS = {"phase-end", "artifact", "ended"}
# EFBIG: the file may not grow any further (a file size limit); for the job that is the same thing as a full disk.
NO_SPACE_ERRNOS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


class NoSpace(Exception):
    """The disk (or quota, or file size limit) took no more bytes."""


class EventLog:
    """Appends one JSON object per line; `seq` counts from 1; safe to use from two threads; raises NoSpace."""

    def __init__(self, path: Path, job: str) -> None:
        self._lock = threading.Lock()
        self._job = job
        self._seq = 0
        self._ended = False
        try:
            self._fd = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
        except OSError as error:
            raise as_no_space(error, path) from error
        self._path = path
        self._in_line = ends_in_half_line(self._fd)

    def emit(self, kind: str, **fields: Any) -> None:
        """Append a line; `fields` must be finite JSON. Nothing follows an `ended` line."""
        with self._lock:
            self._append(kind, fields)

    def sync(self) -> None:
        """Force what was appended onto the disk."""
        try:
            os.fsync(self._fd)
        except OSError as error:
            raise as_no_space(error, self._path) from error

    def end_now(self, wait_seconds: float, **fields: Any) -> None:
        """Append `ended` from the watchdog: waits at most that long for a line being written, and leaves the rest to the kernel."""
        if self._lock.acquire(timeout=wait_seconds):
            self._append("ended", fields, sync=False)
            # The lock is kept: the main thread must not write after the end.

    def _append(self, kind: str, fields: dict[str, Any], sync: bool = True) -> None:
        if self._ended:
            return
        line = {"v": 1, "job": self._job, "seq": self._seq + 1, "t": round(time.time(), 3), "kind": kind, **fields}
        self._write(json.dumps(line, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace") + b"\n")
        self._seq += 1
        self._ended = kind == "ended"
        if sync and kind in SYNCED_KINDS:
            self.sync()

    def _write(self, data: bytes) -> None:
        rest = memoryview(b"\n" + data if self._in_line else data)
        try:
            while rest:
                written = os.write(self._fd, rest)
                rest = rest[written:]
                self._in_line = len(rest) > 0
        except OSError as error:
            raise as_no_space(error, self._path) from error


def ends_in_half_line(fd: int) -> bool:
    """Whether an earlier writer died in the middle of a line, so that the next line must not be glued to it."""
    size = os.fstat(fd).st_size
    return size > 0 and os.pread(fd, 1, size - 1) != b"\n"


def as_no_space(error: OSError, path: Path) -> Exception:
    """NoSpace for an OSError that says so, else the error itself."""
    if says_no_space(error):
        return NoSpace(f"Cannot write {path.name}: {os.strerror(error.errno or 0)}. Free some space and run the job again.")
    return error


def says_no_space(error: BaseException) -> bool:
    """Whether an exception says that a disk is full; safetensors raises one that only has the words."""
    if isinstance(error, OSError) and error.errno in NO_SPACE_ERRNOS:
        return True
    return any(f"os error {number})" in str(error) for number in NO_SPACE_ERRNOS)
