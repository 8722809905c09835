# make run starts the service, make test runs everything that must hold; both set up what is missing first.
# Needs Python 3.11 or newer with its venv module (Debian: python3-venv). Works as root and not; touches nothing outside this folder.

PYTHON ?= python3
UV ?= uv
VENV ?= .venv
ARGS ?=

bin := $(VENV)/bin
pip := $(bin)/python -m pip --quiet --disable-pip-version-check
locked := $(VENV)/.locked
ready := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help setup run test lint bench lock clean

help:
	@echo 'make setup | run | test | lint | bench | lock | clean'
	@echo '  make run ARGS="--config my.toml"'

setup: $(ready)

# The three checks say the cure in one line: what python prints without ensurepip is a screenful about something else.
$(locked): requirements.lock
	@command -v $(PYTHON) >/dev/null || { echo 'Missing: python3 (Debian: apt-get install python3 python3-venv)' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Missing: Python 3.11 or newer; $$($(PYTHON) --version) is here (name another: make PYTHON=python3.12)" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo 'Missing: the venv module of Python (Debian: apt-get install python3-venv)' >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	$(pip) install --no-compile --require-hashes --only-binary :all: -r requirements.lock
	@touch $@

$(ready): $(locked) pyproject.toml
	$(pip) install --no-index --no-build-isolation --no-deps --editable .
	@touch $@

run: $(ready)
	$(bin)/floorjudge run $(ARGS)

test: lint
	$(bin)/python -m pytest -n auto --dist loadfile $(ARGS)

lint: $(ready)
	$(bin)/ruff check .
	$(bin)/ruff format --check .
	$(bin)/mypy

bench: $(ready)
	$(bin)/python -m tests.bench $(ARGS)

# For maintainers, with uv on the path. The locks name packages and hashes, no host: requirements.lock is all that the
# Makefile installs, requirements-run.lock the part of it that the service itself needs, for the image.
lock_with := $(UV) pip compile pyproject.toml --quiet --universal --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock'
lock:
	@command -v $(UV) >/dev/null || { echo 'Missing: uv (pip install uv)' >&2; exit 1; }
	$(lock_with) --all-extras --group dev --output-file requirements.lock
	$(lock_with) --all-extras --group build --constraints requirements.lock --output-file requirements-run.lock
	@! grep -nE 'https?:' requirements.lock requirements-run.lock || { echo 'A lock names a host' >&2; exit 1; }

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
