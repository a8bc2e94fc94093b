#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every golden command of regress-check once more with --format json and checks what it prints against the
installed schema. usage: validate_json.py BINARY_DIR SCHEMA FIXTURES"""
import json
import os
import pathlib
import subprocess
import sys

import jsonschema

binaries, schema_path, fixtures = sys.argv[1:4]
validator = jsonschema.Draft202012Validator(json.load(open(schema_path, encoding="utf-8")))
environment = {**os.environ, "PATH": f"{binaries}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
checked = failed = 0
for cmd in sorted(pathlib.Path(fixtures).glob("*/cmd")):
    command = cmd.read_text(encoding="utf-8").strip()
    if "regress-check" not in command.split("|")[-1]:
        continue
    run = subprocess.run(["sh", "-c", f"{command} --format json"], cwd=cmd.parent, env=environment, capture_output=True,
                         check=False)
    if run.returncode == 64 or not run.stdout.startswith(b"{"):
        continue  # usage errors and help print no report
    checked += 1
    report = json.loads(run.stdout)
    errors = [f"{'/'.join(map(str, e.absolute_path))}: {e.message}" for e in validator.iter_errors(report)]
    if report["exit_status"] != run.returncode:
        errors.append(f"exit_status {report['exit_status']}, but the program ended with {run.returncode}")
    failed += bool(errors)
    for error in errors[:3]:
        print(f"{cmd.parent.name}: {error[:300]}")
print(f"{checked} reports checked, {failed} failed")
sys.exit(failed > 0 or checked == 0)
