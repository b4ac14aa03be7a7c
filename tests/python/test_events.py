"""The log of a job: whole lines, in order, and a full disk that is noticed."""

import json
import math
import os
import tempfile
import unittest
from pathlib import Path

import tiny  # noqa: F401  (puts the scripts' folder on the path)
from flipbook_worker.events import EventLog, NoSpace


class TheLog(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "events.jsonl"

    def read(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.path.read_text().rstrip("\n").split("\n")]

    def test_counts_from_one_and_keeps_what_was_there(self) -> None:
        self.path.write_text('{"seq":7}\n')
        log = EventLog(self.path, "a")
        log.emit("notice", message="ä \u2028 \ud800")
        log.emit("phase", phase="load")
        first, second, third = self.read()
        self.assertEqual(first, {"seq": 7})
        self.assertEqual((second["seq"], third["seq"]), (1, 2))
        self.assertEqual(second["message"], "ä \u2028 ?")

    def test_a_half_line_of_an_earlier_writer_stays_on_its_own_line(self) -> None:
        self.path.write_text('{"seq":7,"kin')
        EventLog(self.path, "a").emit("phase", phase="load")
        half, whole = self.path.read_text().splitlines()
        self.assertEqual(half, '{"seq":7,"kin')
        self.assertEqual(json.loads(whole)["kind"], "phase")

    def test_a_number_that_is_no_json_is_refused_and_leaves_no_trace(self) -> None:
        log = EventLog(self.path, "a")
        with self.assertRaises(ValueError):
            log.emit("step", loss=math.nan)
        log.emit("phase", phase="train")
        self.assertEqual([line["seq"] for line in self.read()], [1])

    def test_nothing_follows_the_end(self) -> None:
        log = EventLog(self.path, "a")
        log.emit("ended", end="done")
        log.emit("notice", message="late")
        log.end_now(0.1, end="interrupted")
        self.assertEqual([line["kind"] for line in self.read()], ["ended"])

    def test_a_full_disk_has_a_name_of_its_own(self) -> None:
        self.path.symlink_to("/dev/full")
        log = EventLog(self.path, "a")
        with self.assertRaisesRegex(NoSpace, "No space left on device"):
            log.emit("phase", phase="load")

    def test_a_line_cut_off_by_a_full_disk_is_closed_by_the_next(self) -> None:
        log = EventLog(self.path, "a")
        pid = os.fork()
        if pid == 0:
            import resource

            resource.setrlimit(resource.RLIMIT_FSIZE, (60, 60))
            try:
                log.emit("notice", message="x" * 100)
            except NoSpace:
                os._exit(74)
            os._exit(0)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 74)
        EventLog(self.path, "b").emit("phase", phase="load")
        half, whole = self.path.read_text().splitlines()
        self.assertEqual(len(half), 60)
        self.assertEqual(json.loads(whole)["job"], "b")


if __name__ == "__main__":
    unittest.main()
