# SPDX-License-Identifier: MIT
"""run_outputs.py RESULT WANTED JUNIT SARIF: checks the two files that bobbin run wrote. If RESULT
is crash, WANTED is the place FILE:LINE of the crash; ":" stands for none. Else it is the exit
status.

The facts about JUnit are those of the readers of GitLab (lib/gitlab/ci/parsers/test/junit.rb) and
Jenkins (junit plug-in). Those about SARIF are from the standard of OASIS, version 2.1.0."""
import json
import sys
import xml.etree.ElementTree as tree

result, wanted, junit, sarif = sys.argv[1:]
file, line = wanted.split(":") if result == "crash" else ("", "")


def check_junit(root):
    assert root.tag == "testsuites", root.tag
    (suite,) = root
    (case,) = suite
    assert (suite.tag, case.tag) == ("testsuite", "testcase")
    assert suite.get("name") and case.get("name") and case.get("classname")
    assert float(case.get("time")) >= 0 and float(suite.get("time")) >= 0
    counts = tuple(int(suite.get(key)) for key in ("tests", "failures", "errors", "skipped"))
    found = [child.tag for child in case]
    assert found.pop() == "system-out" and len(case[-1].text or "") <= 16384
    if result == "passed":
        assert (counts, found) == ((1, 0, 0, 0), []), (counts, found)
        return
    if result == "not-started":
        assert (counts, found) == ((1, 0, 1, 0), ["error"]), (counts, found)
    else:
        assert (counts, found) == ((1, 1, 0, 0), ["failure"]), (counts, found)
    assert case[0].get("message") and case[0].get("type") and case[0].text
    if result == "crash":
        assert (case.get("file") or "", case.get("line") or "") == (file, line), case.attrib
        assert "\nstop: " in case[0].text
    else:
        assert case.get("name") == 'a "name" <&>', case.attrib


def check_location(location):
    place = location["physicalLocation"]
    assert "artifactLocation" in place or "address" in place  # 3.29.2
    if "artifactLocation" in place:
        assert " " not in place["artifactLocation"]["uri"]
    if "region" in place:
        assert place["region"]["startLine"] >= 1  # 3.30.5


def check_result(found, rules):
    assert rules[found["ruleIndex"]]["id"] == found["ruleId"] == "crash"  # 3.27.6
    assert found["level"] == "error" and found["message"]["text"]
    (location,) = found["locations"]
    check_location(location)
    place = location["physicalLocation"]
    if file:
        assert place["artifactLocation"]["uri"] == file
        assert place["artifactLocation"]["uriBaseId"] == "%SRCROOT%"
        assert place["region"]["startLine"] == int(line)
        assert len(found["stacks"][0]["frames"]) >= 5
    for stack in found.get("stacks", []):
        for frame in stack["frames"]:
            check_location(frame["location"])


def check_sarif(log):
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-schema-2.1.0.json")
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    (invocation,) = run["invocations"]
    assert driver["name"] == "bobbin"
    assert isinstance(invocation["executionSuccessful"], bool)  # 3.20.14
    assert len(run["results"]) == (result == "crash")
    for found in run["results"]:
        check_result(found, driver["rules"])
    if result in ("passed", "crash"):
        assert invocation["executionSuccessful"]
        assert "toolExecutionNotifications" not in invocation
    else:
        assert not invocation["executionSuccessful"]
        assert invocation["toolExecutionNotifications"][0]["message"]["text"]
        assert invocation["exitCode"] == int(wanted)


check_junit(tree.parse(junit).getroot())
check_sarif(json.load(open(sarif)))
