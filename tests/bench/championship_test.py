#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The benchmark of a championship with shared libraries: it is made, and it counts every process."""
import os
import pathlib
import tempfile
import tomllib
import unittest

import championship

GHOSTCAR = os.environ["GHOSTCAR"]
AT_ONCE = ("--set", "session.countdown_s=0")


class Championship(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.file = championship.with_libraries(GHOSTCAR, cls.folder)

    def command(self, session, participant):
        library = participant["controller"]["library"]
        return (f"ghostcar run {session} --pace fast --set controller.library={library} "
                f"--set controller.memory_mb={championship.MEMORY_MB} {' '.join(AT_ONCE)}")

    def test_twelve_libraries_in_the_shipped_events(self):
        made = tomllib.loads(self.file.read_text(encoding="utf-8"))
        shipped = tomllib.loads(championship.SHIPPED.read_text(encoding="utf-8"))
        self.assertEqual(made["event"], shipped["event"])
        libraries = {participant["controller"]["library"] for participant in made["participant"]}
        self.assertEqual(len(libraries), 12)
        for library in libraries:
            self.assertTrue(pathlib.Path(library).is_file())

    def test_every_process_is_counted(self):
        participant = tomllib.loads(self.file.read_text(encoding="utf-8"))["participant"][0]
        cars, processes, instructions = championship.cost(GHOSTCAR, self.folder, self.command("cruise-1", participant))
        self.assertEqual((cars, processes), (1, 4))  # the program, the host, the keeper, the controller
        self.assertGreater(instructions, 1000)
        self.assertLess(instructions, 20_000)

    def test_a_drive_that_is_over_is_no_measurement(self):
        participant = tomllib.loads(self.file.read_text(encoding="utf-8"))["participant"][0]
        command = self.command("cruise-1", participant) + " --set cruise.laps= --set cruise.distance_m=5"
        self.assertIsNone(championship.cost(GHOSTCAR, self.folder, command)[2])


if __name__ == "__main__":
    unittest.main()
