"""Every bit of a top's ports has one place in a constraint file, no place is used twice."""
import re
import sys

text = open(sys.argv[1]).read()
header = text[text.index("module"):text.index(");")]
ports = set()
for high, name in re.findall(r"(?:input|output|inout)\s+wire\s+(?:\[(\d+):0\] )?(\w+)", header):
    ports |= {f"{name}[{bit}]" for bit in range(int(high) + 1)} if high else {name}
constraints = open(sys.argv[2]).read()
places = re.findall(r'LOCATE COMP "(.*)" SITE "(.*)"', constraints) or re.findall(
    r"^set_io (?:-pullup yes )?(\S+) (\d+)$", constraints, re.MULTILINE)
assert {port for port, _ in places} == ports, ports ^ {port for port, _ in places}
assert len({site for _, site in places}) == len(places) == len(ports) > 5
