"""designs.py FOLDER: compares the pages of designs in FOLDER with the JSON beside them."""
import json
import pathlib
import sys

from browser import Browser

folder = pathlib.Path(sys.argv[1])


def read(name):
    return json.loads((folder / f"{name}.json").read_text())


def names(b):
    return b.value("[...document.querySelectorAll('tbody td:first-child')].map(cell => cell.innerText)")


def opened(name):
    return Browser(f"file://{folder}/{name}.html")


def check_sound(b):
    assert not b.problems(), b.problems()
    b.check_widths()


with opened("variants") as b:
    designs = read("variants")["kernels"][0]["designs"]
    best = next(d for d in designs if d["best"])
    assert best["variant"] in b.text("#best"), b.text("#best")
    assert sorted(names(b)) == sorted(d["variant"] for d in designs)
    # The fastest comes first; by share the smallest does.
    by_time = names(b)
    b.click("#sort-share")
    b.wait("document.body.dataset.ready")
    assert names(b) != by_time
    smallest = min(designs, key=lambda d: d["share"])
    assert names(b)[0] == smallest["variant"], names(b)[0]
    # One design; the address leads to it.
    b.click("tbody tr:first-child button")
    assert f"--variant '{smallest['variant']}'" in b.text("#details"), b.text("#details")
    address = b.value("location.href")
    b.open(address)
    assert f"--variant '{smallest['variant']}'" in b.text("#details")
    # A point for each design that is not far too large for the device.
    b.wait("document.querySelector('#chart svg')")
    points = b.value("document.querySelectorAll('#chart .mark-symbol.role-mark path').length")
    drawn = [d for d in designs if d["share"] <= 1.2]
    assert points == len(drawn), (points, len(drawn))
    left_out = len(designs) - len(drawn)
    assert (b.text("#left-out") or "0").startswith(str(left_out)), b.text("#left-out")
    check_sound(b)
with opened("steps") as b:
    report = read("steps")
    wanted = {d["variant"] for d in report["by_steps"] + report["front"]}
    assert set(names(b)) == wanted
    assert report["by_steps"][report["best"]]["variant"] in b.text("#best")
    check_sound(b)
with opened("kernels") as b:
    best = read("kernels")["kernels"][0]["best"]
    assert best["what_if"] in b.text("#best"), b.text("#best")
    check_sound(b)
# A device without costs: designs without a price are neither drawn nor too large.
with opened("plain") as b:
    designs = read("plain")["kernels"][0]["designs"]
    assert sorted(names(b)) == sorted(d["variant"] for d in designs)
    assert "does not fit" not in b.text("main") and "no costs" in b.text("main"), b.text("main")
    check_sound(b)
with opened("space") as b:
    designs = read("space")["designs"]
    assert f"{len(designs)} of {len(designs)}" in b.text("#proven")
    row = b.value("document.querySelector('tbody tr').innerText")
    found = next(d["verification"] for d in designs if row.startswith(d["variant"]))
    assert f"{found['cycles']['simulated']:,}" in row and "proven" in row, row
    b.click("tbody tr:first-child button")
    assert "exact" in b.text("#details"), b.text("#details")
    check_sound(b)
print("the pages are as the designs")
