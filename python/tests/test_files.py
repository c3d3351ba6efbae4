"""Files that are read, by values written by hand here; run by test/Python/package.test."""
import json
import unittest

import roofline
from roofline.formats import designs, diff

AMOUNTS = {"dsp_blocks": 1, "logic": 2.5, "memory_blocks": 3}
ROW = {"what_if": "simd=4", "changes": ["simd"], "unroll": [1], "simd": 4, "compute_units": 1,
       "work_group": [16, 4, 1], "cycles": 100, "clock_hz": 2e8, "time_s": 5e-7,
       "limit": "memory", "resources": AMOUNTS, "used": AMOUNTS, "fits": True, "gain": 2}
KERNEL = {"kernel": "mm", "device": "de5net", "max_unroll": 8, "max_compute_units": 2,
          "utilisation": 0.8, "replays": 3, "priced": 9, "fitting": 8, "left_out": 0,
          "wall_s": 0.5, "available": AMOUNTS, "resources_at_least": False, "front_size": 1,
          "source": {**ROW, "what_if": "", "simd": 1}, "front": [ROW], "notes": []}
DESIGNS = {"format": "roofline-designs", "version": 1, "kernels": [KERNEL]}


def changed(**fields):
    return json.dumps({**DESIGNS, "kernels": [{**KERNEL, **fields}]})


class Files(unittest.TestCase):
    def wrong(self, text, *parts):
        with self.assertRaises(roofline.FormatError) as caught:
            roofline.loads(text, name="x.json")
        for part in ("x.json", *parts):
            self.assertIn(part, str(caught.exception))

    def test_fields_are_typed(self):
        space = roofline.loads(json.dumps(DESIGNS))
        self.assertIsInstance(space, roofline.Designs)
        self.assertIsInstance(space.kernels[0].front[0], designs.DesignRow)
        self.assertEqual(space.kernels[0].front[0].work_group, [16, 4, 1])
        self.assertEqual(space.kernels[0].front[0].used.logic, 2.5)
        self.assertIsInstance(space.kernels[0].front[0].cycles, float)

    def test_unknown_is_none(self):
        self.assertIsNone(roofline.loads(json.dumps(DESIGNS)).kernels[0].best)
        empty = {"format": "roofline-diff", "version": diff.VERSION}
        self.wrong(json.dumps(empty), "missing field diff.")

    def test_nothing_is_guessed(self):
        self.wrong("{", "x.json:1:2")
        self.wrong("[]", "roofline-report")
        self.wrong(json.dumps({**DESIGNS, "version": 99}), "version 99", "reads version 1")
        self.wrong(changed(more=1), "unknown field designs.kernels[0].more")
        self.wrong(changed(priced="9"), "an integer at designs.kernels[0].priced", '"9"')
        self.wrong(changed(priced=True), "an integer at designs.kernels[0].priced")
        self.wrong(changed(front=[{**ROW, "limit": "luck"}]), "'memory'", "front[0].limit")
        without = {name: value for name, value in KERNEL.items() if name != "notes"}
        self.wrong(json.dumps({**DESIGNS, "kernels": [without]}),
                   "missing field designs.kernels[0].notes")


try:
    import pandas  # noqa: F401
except ImportError:
    pandas = None


@unittest.skipIf(pandas is None, "pandas is not there")
class Frames(unittest.TestCase):
    def test_a_row_a_design(self):
        from roofline import frames

        table = frames.designs(roofline.loads(json.dumps(DESIGNS)))
        self.assertEqual(list(table["origin"]), ["source", "front"])
        self.assertEqual(list(table["simd"]), [1, 4])
        self.assertEqual(list(table["used.logic"]), [2.5, 2.5])
        self.assertTrue(table["time_low_s"].isna().all())


if __name__ == "__main__":
    unittest.main()
