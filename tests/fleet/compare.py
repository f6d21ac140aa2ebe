# SPDX-License-Identifier: MIT
"""Compares answers about a fleet: those of the generator, of bobbin triage and of databases.

compare.py truth TRUTH SIGNATURES SUMMARY: TRUTH is what tests/fleet/generate.c wrote. SIGNATURES
has a line "KIND SIGNATURE" for each template. SUMMARY is what bobbin triage --output wrote.
compare.py table SUMMARY TABLE: TABLE is what a database printed: signature, count, devices, builds,
first, last, example, separated by tabs.
"""
import datetime
import json
import sys

FIELDS = ("count", "devices", "builds", "first", "last", "example")


def iso(milliseconds):
    """The text of a time, as bobbin triage writes it."""
    seconds, rest = divmod(int(milliseconds), 1000)
    moment = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % rest


def lines(path):
    with open(path) as text:
        return [line.rstrip("\n").split("\t") for line in text]


def truth(path, signatures):
    """Signature -> what is true about it; None -> the totals."""
    names = {"all": None}
    for kind, signature in (line[0].split(" ", 1) for line in lines(signatures)):
        if names.setdefault(kind, signature) != signature:
            sys.exit("%s has two signatures: %s, %s" % (kind, names[kind], signature))
    if len(set(names.values())) != len(names):
        sys.exit("two kinds have the same signature: %s" % names)
    found = {}
    for kind, count, devices, builds, first, last in lines(path):
        values = int(count), int(devices), int(builds), iso(first), iso(last)
        found[names[kind]] = dict(zip(FIELDS, values))
    return found


def summary(path):
    with open(path) as text:
        whole = json.load(text)
    found = {None: {"count": whole["reports"], "devices": whole["devices"],
                    "builds": whole["builds_count"]}}
    for group in whole["signatures"]:
        place = group["example"]
        if not group["devices_exact"]:
            sys.exit("the devices of %s are estimated" % group["signature"])
        if sum(build["count"] for build in group["builds"]) != group["count"]:
            sys.exit("the builds of %s do not add up" % group["signature"])
        found[group["signature"]] = {
            "count": group["count"],
            "devices": group["devices"],
            "builds": group["builds_count"],
            "first": group["first"]["time"],
            "last": group["last"]["time"],
            "example": "%s:%d" % (place["log"], place["log_line"]),
        }
    return found


def table(path):
    found = {}
    for signature, count, devices, builds, first, last, example in lines(path):
        found[signature] = dict(zip(FIELDS, (int(count), int(devices), int(builds), first, last,
                                             example)))
    return found


def compare(expected, found, fields):
    """Prints what differs. Fields that EXPECTED or FOUND does not have are not compared."""
    differences = ["%s is only in one" % key for key in expected.keys() ^ found.keys()]
    for key in expected.keys() & found.keys():
        for field in fields:
            values = expected[key].get(field), found[key].get(field)
            if None not in values and values[0] != values[1]:
                differences.append("%s: %s is %s and %s" % (key, field, *values))
    print("\n".join(differences))
    return bool(differences)


def main(what, *paths):
    if what == "truth":
        return compare(truth(*paths[:2]), summary(paths[2]), FIELDS)
    expected = summary(paths[0])
    del expected[None]
    return compare(expected, table(paths[1]), FIELDS)


sys.exit(main(*sys.argv[1:]))
