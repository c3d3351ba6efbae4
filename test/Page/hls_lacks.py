"""hls_lacks.py PAGE.html: prints what the page says of an operator that no rule covers."""
import sys

from browser import Browser

with Browser(f"file://{sys.argv[1]}") as b:
    print(b.text("#time"))
    print("unknown", b.text("#unknown"))
    print(b.text("#unknown button"))
    assert not b.problems(), b.problems()
