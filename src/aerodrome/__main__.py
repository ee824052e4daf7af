"""`aerodrome` and `python -m aerodrome`."""

import sys


def main() -> None:
    tokens = sys.argv[1:]
    if tokens in (["--version"], ["-V"]):
        from aerodrome.cli.version import version

        print(version())
        return
    try:
        from aerodrome.cli.app import run
    except ModuleNotFoundError as error:
        if error.name not in ("cyclopts", "rich"):
            raise
        sys.exit(f"aerodrome: the command line needs {error.name}: pip install 'aerodrome[cli]'")
    sys.exit(run(tokens))


if __name__ == "__main__":
    main()
