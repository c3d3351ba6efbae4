"""notebook.py FILE.ipynb: runs the cells, by nbconvert where it is there, else one after the
other in this process."""
import importlib.util
import json
import subprocess
import sys

if importlib.util.find_spec("nbconvert") and importlib.util.find_spec("ipykernel"):
    sys.exit(subprocess.run([sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute",
                             "--stdout", sys.argv[1]], stdout=subprocess.DEVNULL).returncode)
with open(sys.argv[1], encoding="utf-8") as stream:
    cells = json.load(stream)["cells"]
names: dict = {}
for cell in cells:
    if cell["cell_type"] == "code":
        exec(compile("".join(cell["source"]), sys.argv[1], "exec"), names)
