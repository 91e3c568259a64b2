"""`python -m cfn_warden`: runs the program `cfn-warden` that was installed with the package."""

import os
import sys
import sysconfig


def program():
    """Returns the path of the program."""
    name = "cfn-warden" + sysconfig.get_config_var("EXE")
    schemes = [None, *(scheme for scheme in sysconfig.get_scheme_names() if scheme.endswith("user"))]
    for scheme in schemes:
        folder = sysconfig.get_path("scripts", scheme) if scheme else sysconfig.get_path("scripts")
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    sys.exit(f"the program {name} is not installed; expected it in {sysconfig.get_path('scripts')}: install the package again")


if __name__ == "__main__":
    arguments = [program(), *sys.argv[1:]]
    if os.name == "nt":
        import subprocess

        sys.exit(subprocess.call(arguments))
    os.execv(arguments[0], arguments)
