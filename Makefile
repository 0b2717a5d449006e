# Every target is one line of run.py, which also works alone: python3 run.py test
# Arguments for a target: make test ARGS="tests/test_validation.py -x"
PYTHON ?= python3

.DEFAULT_GOAL := help
.PHONY: run test quick check bench bundles install-test site fuzz faults clients mutants clean help

run test quick check bench bundles install-test fuzz faults clients mutants clean help:
	@$(PYTHON) run.py $@ $(ARGS)
