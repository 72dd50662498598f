# One command each; every target sets up what it needs, and again only when something changed.
#
#   make PYTHON=python3.12 env      another interpreter
#   make PYTEST_ARGS="-k gauss" test
#   make PYTEST_ARGS="-n auto --dist loadgroup -m slow" test     the long ones alone

PYTHON ?= python3
PYTEST_ARGS ?= -n auto --dist loadgroup -m "not slow"
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
LIBRARY := zwang/runtime/libzwang.so
SOURCES := $(shell find zwang -path '*/c/*.[ch]') zwang/library/interface.py zwang/library/recipe.py
PLATFORM ?= manylinux_2_28_x86_64
HAS_UV := $(shell uv --version >/dev/null 2>&1 && echo yes)

ifeq ($(HAS_UV),yes)
create = uv venv --quiet --python "$$(command -v $(PYTHON))" $(1)
install = uv pip install --quiet --python $(1)/bin/python
freeze = uv pip freeze --quiet --exclude-editable --python $(1)/bin/python
else
create = $(PYTHON) -m venv $(1)
install = { $(1)/bin/python -m pip --version >/dev/null 2>&1 || $(1)/bin/python -m ensurepip; } && \
	$(1)/bin/python -m pip install --quiet
freeze = $(1)/bin/python -m pip freeze --exclude-editable
endif

.DEFAULT_GOAL := help
.PHONY: help env demo test test-all lint format header wheel docs bench sanitize page picture \
	constraints clean

help:  ## what there is
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 14

env: $(STAMP) $(LIBRARY)  ## create .venv and install everything at the versions of constraints.txt

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "zwang needs Python 3.11 or newer: make PYTHON=python3.11 env"; exit 1; }
	test -x $(BIN)/python || $(call create,$(VENV))
	$(call install,$(VENV)) --constraint constraints.txt --editable '.[dev]'
	@touch $@

# An editable install has built it; after an edit of its sources it is built here.
$(LIBRARY): $(SOURCES) | $(STAMP)
	$(BIN)/python -m zwang.library.recipe

demo: env  ## a pendulum from its model file: a summary, the motion, pictures
	$(BIN)/zwang run zwang/zoo/models/pendulum.toml --out build/demo

test: env  ## the tests, but for those marked slow
	$(BIN)/python -m pytest $(PYTEST_ARGS)

test-all: env  ## all tests, the slow ones too, with the compilers' defaults
	XLA_FLAGS= CC= $(BIN)/python -m pytest -n auto --dist loadgroup

lint: env  ## ruff and pyright
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright

format: env  ## let ruff mend and format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

header: env  ## the numbers that C takes from Python, into zwang/runtime/c/constants.h
	$(BIN)/python -m zwang.runtime.constants

wheel:  ## a wheel with the C library, for PLATFORM, into dist/
	scratch=$$(mktemp -d) && trap 'rm -rf "$$scratch"' EXIT && $(call create,$$scratch/env) && \
	$(call install,$$scratch/env) build && \
	ZWANG_PLATFORM=$(PLATFORM) ZWANG_REQUIRE_LIBRARY=1 \
		$$scratch/env/bin/python -m build --wheel --outdir dist .

docs: env  ## the pages, into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

bench: env  ## every script in benchmarks/
	@for script in $(wildcard benchmarks/bench_*.py benchmarks/soak_*.py); do \
		echo "== $$script"; $(BIN)/python "$$script" || exit 1; done

sanitize: env  ## the engine's C under the sanitizers of addresses and undefined behaviour
	$(BIN)/python benchmarks/sanitize.py

page:  ## the pages' scripts, checked, tested and bundled into zwang/page/assets/; needs node
	cd page && npm ci --no-audit --no-fund && npm run check && npm test && npm run build

picture: env  ## draw the README's picture again
	scratch=$$(mktemp -d) && trap 'rm -rf "$$scratch"' EXIT && \
	$(BIN)/python examples/ku93_pendulum.py $$scratch && \
	cp $$scratch/overview.png docs/assets/ku93_pendulum.png

constraints:  ## newest versions that fit pyproject.toml, into constraints.txt
	scratch=$$(mktemp -d) && trap 'rm -rf "$$scratch"' EXIT && \
	$(call create,$$scratch/env) && \
	$(call install,$$scratch/env) --editable '.[dev]' && \
	{ echo "# What .venv is made of. Written by 'make constraints'."; \
	  $(call freeze,$$scratch/env) | tr 'A-Z_' 'a-z-' | LC_ALL=C sort; } \
	> $$scratch/constraints.txt && \
	cp $$scratch/constraints.txt constraints.txt

clean:  ## remove .venv and everything that was built
	rm -rf $(VENV) site dist build page/build page/node_modules .pytest_cache .ruff_cache .hypothesis
