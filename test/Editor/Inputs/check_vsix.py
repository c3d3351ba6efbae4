"""Checks a .vsix against the sources of the extension, and unpacks it.

    check_vsix.py FILE.vsix SOURCE FOLDER

SOURCE is the folder of the repository. All that the package names has to be in it: the parts of the
manifest, a content type for each file, the files and the commands of package.json, and the modules that
the scripts load.
"""
import json
import pathlib
import posixpath
import re
import sys
import xml.etree.ElementTree as ElementTree
import zipfile

vsix, source, folder = sys.argv[1:]
source = pathlib.Path(source)
archive = zipfile.ZipFile(vsix)
assert archive.testzip() is None
names = archive.namelist()
assert len(names) == len(set(names)), names
assert not [name for name in names if ".." in name or name.startswith("/")]
text = {name: archive.read(name).decode("utf-8") for name in names}

package = json.loads(text["extension/package.json"])
space = {"v": "http://schemas.microsoft.com/developer/vsx-schema/2011"}
manifest = ElementTree.fromstring(text["extension.vsixmanifest"])
identity = manifest.find("v:Metadata/v:Identity", space).attrib
assert (identity["Id"], identity["Publisher"], identity["Version"]) == \
    (package["name"], package["publisher"], package["version"]), identity
for tag, value in (("DisplayName", package["displayName"]), ("Description", package["description"])):
    assert manifest.find(f"v:Metadata/v:{tag}", space).text == value, tag
engine = {one.get("Id"): one.get("Value") for one in manifest.iterfind("v:Metadata/v:Properties/v:Property", space)}
assert engine["Microsoft.VisualStudio.Code.Engine"] == package["engines"]["vscode"]
assert manifest.find("v:Installation/v:InstallationTarget", space).get("Id") == "Microsoft.VisualStudio.Code"
assets = {one.get("Type"): one.get("Path") for one in manifest.iterfind("v:Assets/v:Asset", space)}
assert set(assets.values()) <= set(names), assets
assert assets["Microsoft.VisualStudio.Code.Manifest"] == "extension/package.json"
licence = manifest.find("v:Metadata/v:License", space).text
assert text[licence] == (source / "LICENSE.TXT").read_text("utf-8")

types = {one.get("Extension") for one in ElementTree.fromstring(text["[Content_Types].xml"])}
for name in names:
    if name != "[Content_Types].xml":
        assert posixpath.splitext(name)[1] in types, name


def require(path, by):
    """The file of the extension that `by` names, with or without its ending."""
    whole = posixpath.normpath(posixpath.join("extension", path))
    assert whole in names or f"{whole}.js" in names, f"{by} names {path}, which is not packed"


def paths(value):
    """All texts of package.json that are paths."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [path for one in value for path in paths(one)]
    return [value] if isinstance(value, str) and value.startswith("./") else []


require(package["main"], "main")
for path in paths(package["contributes"]) + package["files"]:
    require(path, "package.json")
scripts = {name: code for name, code in text.items() if name.endswith(".js")}
for name, code in scripts.items():
    for module in re.findall(r'require\("([^"]+)"\)', code):
        if module.startswith("."):
            require(module, name)
        else:
            assert module == "vscode" or module.startswith("node:"), f"{name} needs the package {module}"
registered = set(re.findall(r'registerCommand\("([^"]+)"', "".join(scripts.values())))
assert registered == {one["command"] for one in package["contributes"]["commands"]}, registered

archive.extractall(folder)
print(f"{len(names)} files, version {package['version']}")
