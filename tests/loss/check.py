#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check.py LOG [RULE...]: checks the reports of loss.elf (main.c) in LOG against its first run,
which nothing disturbs. In each other run, whatever the rule:

  - each line has its checksum and a line of its own, except at most one that was cut off;
  - nothing was written below a short crash stack;
  - the numbers of the lines of a report count from 0; only before a note some may be missing;
  - the lines before the first note are those of the first run, and each later line is one of them
    or a note: nothing is invented;
  - the last line of the run is an end with the right count.

RULE is a word, or NAME=VALUE:

  whole       the report is that of the first run, apart from notes
  lines=N     at least N lines come before the first note
  has=TYPES   lines of these types, with commas, are in the report
  note=TEXT   a note has TEXT (_ stands for a space)
  then=TEXT   a second report follows, whole in itself; its cause line has TEXT
  short       without the table's state and a trace
  dead        the end may be missing: nothing gets through any more
  reset       so does a reset end the run; the next one is whole
  any         a line may have any text: memory that the report itself uses was overwritten
  loose       a stray store changed what the report needs: only the first lines must be right
  loops       the program does not come back from its last run
  runs=N      so many runs
"""
import re
import sys
import zlib

LINE = re.compile(r'%bobbin ([^ .]*)\.(\d+) (.*) ([*+])([0-9a-f]{8})\s*$')


class Line:
    def __init__(self, match):
        self.token, number, self.text, mark, crc = match.groups()
        self.number = self.last = int(number)
        self.continues = mark == '+'
        covered = match.group(0).rstrip()[:-10]
        self.good = zlib.crc32(covered.encode()) == int(crc, 16)
        self.type = self.text.split()[0]

    def take(self, more):
        """Adds the line that continues this one."""
        self.text += more.text[2:]
        self.last, self.continues = more.number, more.continues


def runs_of(path):
    """The name and the output lines of each run."""
    runs = []
    with open(path, encoding='latin-1', newline='\n') as log:
        for raw in log:
            if raw.startswith('run '):
                runs.append((raw.split()[1], []))
            elif runs:
                runs[-1][1].append(raw)
    return runs


def reports_of(output):
    """The reports of a run, each a list of lines, and the number of damaged lines."""
    reports, damaged = [], 0
    for raw in output:
        at = raw.rfind('%bobbin ')
        if raw.startswith('written below'):
            raise Problem('memory below the crash stack was written')
        if at < 0:
            continue
        damaged += at > 0
        match = LINE.match(raw[at:])
        line = Line(match) if match else None
        if not line or not line.good:
            damaged += 1
            continue
        damaged += raw.count('%bobbin ') - 1
        if line.type == '>' and reports and reports[-1][-1].continues:
            reports[-1][-1].take(line)
            continue
        if not reports or line.token != reports[-1][-1].token or line.number == 0:
            reports.append([])
        reports[-1].append(line)
    return reports, damaged


class Problem(Exception):
    pass


def check_numbers(report):
    expected = 0
    for line in report:
        if line.number != expected and not (line.type == 'note' and line.number > expected):
            raise Problem(f'line {line.number} follows {expected - 1}: {line.text}')
        expected = line.last + 1
    last = report[-1]
    if last.type == 'end' and last.number + 1 != int(last.text.split()[1]):
        raise Problem(f'wrong count: {last.number}: {last.text}')


def is_note(line):
    return line.type == 'note'


def check_first(report, first, rules):
    """The report of the crash itself, which REPORT is, against FIRST."""
    left_out = ('end', 'table', 'frame', 'stop') if 'short' in rules else ('end',)
    texts = [line.text for line in first if line.type not in left_out]
    known = set(texts)
    for line in report:
        if line.continues:  # a fault came before the line that continues it
            line.text = next((text for text in texts if text.startswith(line.text)), line.text)
    before = [line.text for line in report]
    for i, line in enumerate(report):
        if is_note(line) or line.type == 'end':
            before = before[:i]
            break
    if 'loose' in rules:
        before = before[:int(rules['lines'])]
        report = report[:len(before)]
    if 'any' not in rules:
        if before != texts[:len(before)]:
            wrong = next((a, b) for a, b in zip(before, texts) if a != b)
            raise Problem(f'a line differs: {wrong}')
        for line in report:
            if not is_note(line) and line.type != 'end' and line.text not in known:
                raise Problem(f'a line is not in the first report: {line.text}')
    if len(before) < int(rules.get('lines', 0)):
        raise Problem(f'only {len(before)} lines arrived')
    if 'whole' in rules and [t for t in texts if t not in {line.text for line in report}]:
        raise Problem('lines are missing')
    for kind in filter(None, rules.get('has', '').split(',')):
        wanted = [text for text in texts if text.split()[0] == kind]
        if not wanted or any(text not in {line.text for line in report} for text in wanted):
            raise Problem(f'lines {kind} are missing')


def check_run(output, first, rules):
    reports, damaged = reports_of(output)
    loose = 'loose' in rules
    if damaged > 1 and not loose:
        raise Problem(f'{damaged} damaged lines')
    if not reports:
        if 'dead' in rules:
            return
        raise Problem('no line arrived')
    for report in reports:
        if not loose:
            check_numbers(report)
    check_first(reports[0], first, rules)
    notes = ' '.join(line.text for report in reports for line in report if is_note(line))
    if rules.get('note', '').replace('_', ' ') not in notes:
        raise Problem(f'no such note: {notes}')
    last = reports[-1][-1]
    if last.type != 'end' and 'dead' not in rules:
        raise Problem(f'the last line is no end: {last.text}')
    if len(reports) != (2 if 'then' in rules else 1) and not loose:
        raise Problem(f'{len(reports)} reports')
    if 'then' in rules:
        second = reports[1]
        cause = [line.text for line in second if line.type == 'cause']
        if second[0].type != 'report' or not cause or rules['then'] not in cause[0]:
            raise Problem(f'the second report: {second[0].text}, {cause}')


def main():
    path = sys.argv[1]
    rules = dict(rule.partition('=')[::2] for rule in sys.argv[2:])
    with open(path, encoding='latin-1') as log:
        came_back = 'done' in (line.strip() for line in log)
    runs = runs_of(path)
    problems = 0
    if not runs or runs[0][0] != 'none':
        print('no first run')
        return 1
    first = reports_of(runs[0][1])[0][0]
    if first[-1].type != 'end' or came_back == ('loops' in rules):
        print('the first run has no end' if first[-1].type != 'end' else
              'it came back' if came_back else 'it did not come back')
        problems += 1
    if len(runs) - 1 != int(rules.get('runs', 1)) * ('reset' in rules and 2 or 1):
        print(f'{len(runs) - 1} runs')
        problems += 1
    for name, output in runs[1:]:
        if 'reset' in rules:
            rules.pop('whole' if name != 'after' else 'dead', None)
            rules['whole' if name == 'after' else 'dead'] = ''
        try:
            check_run(output, first, rules)
        except Problem as problem:
            problems += 1
            if problems < 10:
                print(f'run {name}: {problem}')
    return 1 if problems else 0


sys.exit(main())
