"""Sphinx's settings. The package must be installed, or on the path, where the documentation is built."""

import regicide_solver

project = "regicide-solver"
author = "The regicide-solver maintainers"
project_copyright = author
release = version = regicide_solver.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
]
exclude_patterns = ["_build"]

myst_enable_extensions = ["deflist", "dollarmath"]
myst_heading_anchors = 3

default_role = "py:obj"
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the numpydoc sections tell the types
autosummary_generate = False
napoleon_google_docstring = False
napoleon_use_rtype = False

html_theme = "furo"
html_title = f"regicide-solver {release}"
