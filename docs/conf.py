"""How Sphinx makes the documentation site: `python scripts/check.py docs` builds it, every warning an error.

The pages are the Markdown files beside this one, readable as they are. `reference.md` names what the API reference
shows; its text comes from the docstrings. Nothing is fetched while building or reading.
"""

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

project = "Aerodrome"
author = "The Aerodrome developers"
copyright = author
release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc"]
suppress_warnings = ["myst.header"]  # the digests go from a part (#) straight to a ruling (###)

html_theme = "furo"
html_title = f"Aerodrome {release}"
html_copy_source = False
html_show_sphinx = False

myst_heading_anchors = 3

default_role = "code"  # docstrings write `name` for code
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True, "undoc-members": True, "show-inheritance": True}
python_use_unqualified_type_names = True
