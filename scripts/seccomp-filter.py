#!/usr/bin/python3
"""Compiles a seccomp profile in the form of container engines (argument) to the program that the kernel takes (standard output)."""

import json
import sys

import seccomp

ACTIONS = {"SCMP_ACT_ALLOW": seccomp.ALLOW, "SCMP_ACT_ERRNO": seccomp.ERRNO(1)}

with open(sys.argv[1], encoding="utf-8") as file:
    profile = json.load(file)

filter = seccomp.SyscallFilter(ACTIONS[profile["defaultAction"]])
unknown = []
for rule in profile["syscalls"]:
    for name in rule["names"]:
        try:
            filter.add_rule(ACTIONS[rule["action"]], name)
        except (RuntimeError, ValueError, OSError):
            # This library or architecture doesn't have a system call with that name.
            unknown.append(name)

print("no calls here:", " ".join(unknown), file=sys.stderr)
filter.export_bpf(sys.stdout)
