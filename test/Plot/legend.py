"""legend.py PICTURE.svg FOLDER: checks that the roofs of all devices in FOLDER look
different and no number covers another."""
import pathlib
import re
import sys
import xml.etree.ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
root = ET.parse(sys.argv[1]).getroot()
devices = len(list(pathlib.Path(sys.argv[2]).glob("*.yaml")))
roofs = [line for line in root.iter(SVG + "polyline") if line.get("class") == "roof"]
styles = {(r.get("stroke"), r.get("stroke-dasharray")) for r in roofs}
if not len(roofs) == len(styles) == devices:
    sys.exit(f"{len(roofs)} roofs in {len(styles)} styles")

boxes = []
for text in root.findall(SVG + "text"):  # without those of the legend, which is a group
    if re.fullmatch("[0-9]+|[A-Z]+", text.text) and text.get("text-anchor") == "start":
        x, y = float(text.get("x")), float(text.get("y"))
        boxes.append((text.text, x, y - 9, x + 6.5 * len(text.text), y))
for i, (a, left, top, right, bottom) in enumerate(boxes):
    for b, left2, top2, right2, bottom2 in boxes[:i]:
        if left < right2 and left2 < right and top < bottom2 and top2 < bottom:
            sys.exit(f"{a} covers {b}")

legend = root.findall(SVG + "g")[-1]
columns = {text.get("x") for text in legend.findall(SVG + "text")}
if len(columns) > 3:
    sys.exit(f"a legend of {len(columns)} columns")
right = max(float(t.get("x")) + 6 * len(t.text) for t in legend.findall(SVG + "text"))
if right + float(re.search("[0-9]+", legend.get("transform"))[0]) > float(root.get("width")):
    sys.exit("the legend leaves the picture")
