"""`aerodrome` and `python -m aerodrome`."""

import sys


def main() -> None:
    """Carries out the command line and ends the process with its exit code."""
    tokens = sys.argv[1:]
    if tokens in (["--version"], ["-V"]):
        from aerodrome.cli.version import format_version

        print(format_version())
        return
    try:
        from aerodrome.cli.app import run_command_line
    except ModuleNotFoundError as error:
        if error.name not in ("cyclopts", "rich"):
            raise
        sys.exit(f"aerodrome: the command line needs {error.name}: pip install 'aerodrome[cli]'")
    sys.exit(run_command_line(tokens))


if __name__ == "__main__":
    main()
