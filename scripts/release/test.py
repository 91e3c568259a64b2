#!/usr/bin/env python3
"""Tests the scripts of a release: test.py BINARY MANUAL [NAME...].

BINARY is a CLI that a release is made of, MANUAL the folder with its man pages and completions, NAME the name of tests:
`test_install.Action`.
"""
import pathlib
import sys
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent / "tests"
sys.path.insert(0, str(FOLDER))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    from support import ReleaseTest

    ReleaseTest.binary, ReleaseTest.manual = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    loader = unittest.defaultTestLoader
    names = sys.argv[3:]
    tests = loader.loadTestsFromNames(names) if names else loader.discover(str(FOLDER))
    sys.exit(not unittest.TextTestRunner(verbosity=2).run(tests).wasSuccessful())


if __name__ == "__main__":
    main()
