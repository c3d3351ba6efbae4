"""The driver as a program: needs it at $ROOFLINE, and the samples at $SAMPLES."""
import json
import os
import pathlib
import tempfile
import unittest
import warnings

import roofline
from roofline.driver import _words

SAMPLES = pathlib.Path(os.environ.get("SAMPLES", "opencl-samples"))


class Words(unittest.TestCase):
    def test_options_have_the_drivers_names(self):
        self.assertEqual(_words({"what_if": "simd=4", "global_": [64, 32], "arg": {"N": 3, "M": 4},
                                 "unsafe_math": True, "clock": None, "device": ["a", "b"]}),
                         ["--what-if", "simd=4", "--global", "64,32", "--arg", "N=3", "--arg",
                          "M=4", "--unsafe-math", "--device", "a", "--device", "b"])


class Commands(unittest.TestCase):
    def setUp(self):
        self.driver = roofline.Driver()

    def test_report_is_the_file_that_the_driver_writes(self):
        report = self.driver.analyze(SAMPLES / "vecadd/vecadd.cl", device="de5net")
        raw = json.loads(self.driver.run("analyze", SAMPLES / "vecadd/vecadd.cl", "--device", "de5net",
                                         "--json", "-"))
        self.assertEqual(report.kernels[0].time_s, raw["kernels"][0]["time_s"])
        self.assertEqual(report.kernels[0].board.memory_cycles,
                         raw["kernels"][0]["board"]["memory_cycles"])

    def test_a_summary_is_priced_as_its_source(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "vecadd.summary.json")
            self.driver.run("analyze", SAMPLES / "vecadd/vecadd.cl", "--summary-out", file)
            self.assertIsInstance(roofline.load(file), roofline.Summary)
            launch = SAMPLES / "vecadd/launch.yaml"
            self.assertEqual(self.driver.analyze(file, launch=launch),
                             self.driver.analyze(SAMPLES / "vecadd/vecadd.cl", launch=launch))

    def test_each_design_is_priced_as_by_itself(self):
        space = self.driver.explore(SAMPLES / "vecadd/vecadd.cl", device="de5net")
        best = space.kernels[0].best
        alone = self.driver.analyze(SAMPLES / "vecadd/vecadd.cl", device="de5net", what_if=best.what_if)
        self.assertAlmostEqual(alone.kernels[0].time_s / best.time_s, 1, places=6)

    def test_unknown_is_a_warning(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            report = self.driver.analyze(SAMPLES / "vecadd/vecadd.cl", launch="none")
        self.assertIn(roofline.UnknownInput, [each.category for each in caught])
        self.assertTrue(report.kernels[0].missing)

    def test_bad_input_is_an_error(self):
        with self.assertRaisesRegex(roofline.DriverError, "nowhere.cl") as caught:
            self.driver.analyze("nowhere.cl")
        self.assertEqual(caught.exception.code, 1)
        with self.assertRaises(FileNotFoundError):
            roofline.Driver("/nowhere/roofline")


if __name__ == "__main__":
    unittest.main()
