"""ipxact.py FOLDER: the component's ports are those of the module, its maps name ports, its files are
there, and its registers have the driver's offsets."""
import pathlib
import re
import sys
import xml.etree.ElementTree as ET

folder = pathlib.Path(sys.argv[1])
I = {"i": "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"}
root = ET.parse(folder / "ip-xact/component.xml").getroot()
name = root.findtext("i:name", namespaces=I)
text = (folder / f"{name}_system.v").read_text()
header = re.sub(r"\(\*.*?\*\)", "", text[text.index("module"):text.index(");")], flags=re.S)
ports = {(port, "in" if way == "input" else "out", int(high or 0))
         for way, high, port in re.findall(r"(input|output)\s+wire\s+(?:\[(\d+):0\] )?(\w+)", header)}
described = {(p.findtext("i:name", namespaces=I), p.findtext("i:wire/i:direction", namespaces=I),
              int(p.findtext("i:wire/i:vectors/i:vector/i:left", "0", I)))
             for p in root.iterfind("i:model/i:ports/i:port", I)}
assert described == ports, described ^ ports

mapped = set()
for interface in root.iterfind("i:busInterfaces/i:busInterface", I):
    maps = [(m.findtext("i:logicalPort/i:name", namespaces=I), m.findtext("i:physicalPort/i:name", namespaces=I))
            for m in interface.iterfind(".//i:portMap", I)]
    assert len({logical for logical, _ in maps}) == len(maps)
    mapped |= {physical for _, physical in maps}
assert mapped == {port for port, _, _ in ports}, mapped ^ {port for port, _, _ in ports}

files = [f.findtext("i:name", namespaces=I) for f in root.iterfind(".//i:file", I)]
assert all((folder / "ip-xact" / f).is_file() for f in files), files
defined = {m for f in files for m in re.findall(r"^module (\w+)", (folder / "ip-xact" / f).read_text(), re.M)}
used = {m for f in files for m in re.findall(r"\b(roofline_\w+) (?:#|\w+ \()", (folder / "ip-xact" / f).read_text())}
assert used <= defined and not defined & {"roofline_bridge", "roofline_uart"}, used - defined

driver = (folder / f"host/{name}_driver.h").read_text()
offsets = {r.findtext("i:name", namespaces=I): int(r.findtext("i:addressOffset", namespaces=I)[2:], 16)
           for r in root.iterfind(".//i:register", I)}
for register, offset in re.findall(rf"#define {name.upper()}_(\w+) (0x[0-9a-f]+)u", driver):
    if register != "MAP":
        lower = register.lower()
        assert offsets.get(lower, offsets.get(lower + "_0")) == int(offset, 16), register
assert sorted(offsets.values()) == list(range(0, 4 * len(offsets), 4))
