# One word each: play test check bench bench-peers stubs test-long clean. Each sets up what it needs.
# Needs Python 3.11 or newer and a Rust toolchain; nothing has to be installed or activated before.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
MADE := $(VENV)/made
PEERS := .venv-peers
MATURIN := $(BIN)/maturin
CORE := python/rummy/_core.abi3.so
STUB := python/rummy/_core.pyi
RUST := Cargo.toml Cargo.lock $(shell find rust -name '*.rs' -o -name Cargo.toml)
WORKERS := 2
SECONDS := 60
KEPT := 75
TARGETS := parse check search budget tiny

# An environment that happens to be active must not be mistaken for ours.
unexport CONDA_PREFIX PYTHONHOME PYTHONPATH VIRTUAL_ENV
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# The toolchain as rustup installs it, even where the shell does not know of it yet.
export PATH := $(PATH):$(HOME)/.cargo/bin

.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: play test test-long check bench bench-peers fuzz fuzz-keep stubs clean lost

play: $(MADE)/built
	@$(BIN)/rummy play $(ARGS)

test: $(MADE)/built $(MADE)/tools
	cargo test --workspace --quiet
	$(BIN)/pytest -n $(WORKERS) -m 'not long' $(ARGS)

test-long: $(MADE)/built $(MADE)/tools
	cargo test --workspace --quiet --release
	$(BIN)/pytest -n $(WORKERS) --timeout 3600 $(ARGS)

check: $(MADE)/built $(MADE)/tools
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(call make_stub,$(MADE)/_core.pyi)
	@diff -u $(STUB) $(MADE)/_core.pyi || { echo 'The stub is not what the bindings say: run make stubs.'; exit 1; }
	$(BIN)/python -m mypy.stubtest rummy._core --allowlist tests/stubtest.txt

bench: $(MADE)/built $(MADE)/tools
	cargo bench --workspace
	$(BIN)/pytest benches --benchmark-only $(ARGS)

# ARGS="--help" tells how to measure less.
bench-peers: $(MADE)/built $(PEERS)/made
	@PYTHONPATH=python:benches $(PEERS)/bin/python -W ignore -m peers $(ARGS)

# There is no unsafe code, so a sanitizer would only slow it down. New inputs go to fuzz/found.
fuzz:
	@cargo +nightly fuzz --version >/dev/null 2>&1 || { \
		echo 'Fuzzing needs a nightly toolchain and cargo-fuzz: rustup toolchain install nightly; cargo install cargo-fuzz' >&2; exit 1; }
	@set -e; for target in $(TARGETS); do \
		echo "$$target: $(SECONDS) seconds"; mkdir -p fuzz/found/$$target; \
		cargo +nightly fuzz run --debug-assertions --sanitizer none $$target fuzz/found/$$target fuzz/corpus/$$target -- \
			-max_len=256 -len_control=0 -timeout=25 -max_total_time=$(SECONDS) -print_final_stats=1 -verbosity=0 $(ARGS); \
	done

# The fewest inputs that reach what is known to be reachable, those that reach most first: the oldest ones.
fuzz-keep:
	@set -e; for target in $(TARGETS); do \
		rm -rf fuzz/kept; mkdir -p fuzz/kept fuzz/found/$$target; \
		cargo +nightly fuzz run --debug-assertions --sanitizer none $$target -- -merge=1 -set_cover_merge=1 -use_counters=0 -max_len=256 \
			fuzz/kept fuzz/corpus/$$target fuzz/found/$$target 2>&1 | tail -1; \
		rm -r fuzz/corpus/$$target; mkdir fuzz/corpus/$$target; \
		for input in $$(ls -tr fuzz/kept | head -n $(KEPT)); do mv fuzz/kept/$$input fuzz/corpus/$$target/; done; \
	done

stubs: $(MADE)/tools
	$(call make_stub,$(STUB))

clean:
	rm -rf $(VENV) $(PEERS) target $(CORE)

# PyO3 describes no exception made by create_exception! and marks the module as incomplete instead.
define make_stub
@rm -rf $(MADE)/stubs
@$(MATURIN) generate-stubs --features stubs --profile dev --out $(MADE)/stubs >$(MADE)/stubs.log 2>&1 || \
	{ cat $(MADE)/stubs.log >&2; exit 1; }
@sed -e '/^from _typeshed import Incomplete$$/d' \
	-e 's/^def __getattr__(name: str).*/class Refused(ValueError): .../' \
	$(MADE)/stubs/rummy/_core.pyi >$(1)
endef

# ---- set-up: a stamp lies in the environment, so that it goes when the environment goes

$(MADE)/venv:
	@command -v cargo >/dev/null || { \
		echo 'rummy is built with Rust: install a Rust toolchain (rustup.rs), then run make again.' >&2; exit 1; }
	@found=; for python in python3 python3.14 python3.13 python3.12 python3.11; do \
		if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$python; break; fi; \
	done; \
	[ -n "$$found" ] || { echo 'rummy needs Python 3.11 or newer: install it, then run make again.' >&2; exit 1; }; \
	$$found -c 'import ensurepip, venv' 2>/dev/null || { \
		echo 'This Python cannot make virtual environments: install its venv package (python3-venv), then run make again.' >&2; exit 1; }; \
	$$found -m venv $(VENV)
	@mkdir -p $(MADE) && touch $@

$(MADE)/tools: $(MADE)/venv pyproject.toml
	@$(call list_tools,) >$(MADE)/tools.txt
	@echo 'Installing the tools ...' >&2
	@$(BIN)/pip install --quiet -r $(MADE)/tools.txt
	@touch $@

$(PEERS)/made: $(MADE)/venv benches/peers/requirements.txt
	@echo 'Installing the peers ...' >&2
	@$(BIN)/python -m venv $(PEERS)
	@$(PEERS)/bin/pip install --quiet -r benches/peers/requirements.txt
	@touch $@

# To play, the builder alone is enough.
$(MATURIN): $(MADE)/venv
	@$(call list_tools,maturin) >$(MADE)/maturin.txt
	@echo 'Installing the builder ...' >&2
	@$(BIN)/pip install --quiet -r $(MADE)/maturin.txt
	@touch $@

$(MADE)/built: $(MATURIN) pyproject.toml $(RUST) $(if $(wildcard $(CORE)),,lost)
	@echo 'Building the core (a minute or two the first time) ...' >&2
	@VIRTUAL_ENV=$(CURDIR)/$(VENV) $(MATURIN) develop --release >$(MADE)/build.log 2>&1 || { cat $(MADE)/build.log >&2; exit 1; }
	@touch $@

define list_tools
$(BIN)/python -c 'import tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
print(*[tool for tool in project["optional-dependencies"]["dev"] if tool.startswith("$(1)")], sep="\n")'
endef
