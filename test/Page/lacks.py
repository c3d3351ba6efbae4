"""lacks.py PAGE.html: checks the schedule of a block with an operation of unknown
latency."""
import sys

from browser import Browser

with Browser(f"file://{sys.argv[1]}") as b:
    print(b.value("document.querySelector('#schedule .unknown').title"))
    print(b.value("document.querySelector('#schedule').previousElementSibling.innerText"))
    assert not b.problems(), b.problems()
