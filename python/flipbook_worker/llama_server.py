"""A llama-server of this machine, run for as long as it is asked."""

import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from flipbook_worker.job import Job, JobFailed
from flipbook_worker.llama_program import Server, cache_folder, environment

BUILTIN_GGUF = "SmolLM2-135M-Instruct.Q4_1.gguf"
READY_SECONDS = 120
CONTEXT_TOKENS = 8192


def builtin_gguf(env: Mapping[str, str]) -> Path:
    """The built-in model as llama.cpp reads it; raises JobFailed where set-up has not left it."""
    path = cache_folder(env) / "models" / BUILTIN_GGUF
    if not path.is_file():
        raise JobFailed(f"The built-in model is not at {path}. Run `npm start` once; it fetches it.")
    return path


@contextmanager
def running(job: Job, server: Server, model: Path, log: Path) -> Iterator[str]:
    """A server with this model while the block runs; yields its address up to `/v1`."""
    port = free_port()
    command = [str(server.file), *server.arguments, "--model", str(model), "--host", "127.0.0.1", "--port", str(port)]
    command += ["--ctx-size", str(CONTEXT_TOKENS), "--parallel", "1", "--threads", str(job.threads), "--jinja"]
    # Flash attention adds up in another order on another number of threads, and a sampled text then becomes another one
    # (measured). A variable, since servers from before there was a choice refuse the word on the command line.
    environ = environment(server.libraries) | {"LLAMA_ARG_FLASH_ATTN": "off"}
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, env=environ, preexec_fn=end_with_parent)
    try:
        wait_until_ready(job, process, port, log)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.terminate()
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_until_ready(job: Job, process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Until `/health` says so; raises JobFailed with what the server printed last."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        job.stop.check()
        if process.poll() is not None:
            break
        try:
            with opener.open(f"http://127.0.0.1:{port}/health", timeout=2) as answer:
                if json.loads(answer.read()).get("status") == "ok":
                    return
        except (OSError, ValueError):
            # Not listening yet, or still loading (503).
            time.sleep(0.1)
    last = " / ".join(log.read_text(errors="replace").strip().splitlines()[-3:])
    raise JobFailed(f"llama-server did not get ready with {log.name}: {last}"[:1000])


def free_port() -> int:
    """A port of the loopback interface that nobody uses just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def end_with_parent() -> None:
    """In the new process, Linux: be killed when the job is, however that ends (prctl(2), PR_SET_PDEATHSIG)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
