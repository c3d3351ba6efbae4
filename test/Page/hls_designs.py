"""hls_designs.py PAGE.html REPORT.json: compares the page of `explore` with its report."""
import json
import sys

from browser import Browser

page, report = sys.argv[1:]
kernel = json.load(open(report, encoding="utf-8"))["kernels"][0]
front = kernel["front"]
cycles = [one["latency"]["most"] for one in front]
assert cycles == sorted(cycles) and len(set(cycles)) == len(cycles), cycles
# The best: of those that are within 1 % of the fastest the smallest, which is the last of the front.
best = [one for one in front if one["latency"]["most"] <= 1.01 * cycles[0]][-1]
assert best == kernel["best"], best
with Browser(f"file://{page}") as b:
    names = b.value("[...document.querySelectorAll('tbody td:first-child')].map(cell => cell.innerText)")
    wanted = [one["what_if"] or "as the source is" for one in front]
    assert [name for name in names if name in wanted] == wanted, (names, wanted)
    assert (best["what_if"] or "as the source is") in b.text("#best"), b.text("#best")
    b.click("tbody tr:first-child button")
    for text in front[0]["texts"] + [f"--what-if {front[0]['what_if']}"]:
        assert text in b.text("#details"), b.text("#details")
    b.wait("document.querySelector('#chart svg')")
    points = b.value("document.querySelectorAll('#chart .mark-symbol.role-mark path').length")
    assert points == len(names), (points, names)
    b.check_widths()
    assert not b.problems(), b.problems()
print("the designs are those of the search")
