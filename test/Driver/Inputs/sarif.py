"""sarif.py FILE: prints each result of a SARIF log as a line `RULE LEVEL FILE:LINE:COLUMN
KERNEL PROPERTIES`, with its related locations below. Fails when the index of a rule is
wrong."""
import json
import sys


def place(of):
    physical = of["physicalLocation"]
    region = physical["region"]
    column = f":{region['startColumn']}" if "startColumn" in region else ""
    return f"{physical['artifactLocation']['uri']}:{region['startLine']}{column}"


run = json.load(open(sys.argv[1], encoding="utf-8"))["runs"][0]
rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
for result in run["results"]:
    assert rules[result["ruleIndex"]] == result["ruleId"]
    location = result["locations"][0]
    print(result["ruleId"], result["level"], place(location), location["logicalLocations"][0]["name"],
          json.dumps(result["properties"], sort_keys=True))
    for related in result.get("relatedLocations", []):
        print("  related", place(related), related["message"]["text"])
