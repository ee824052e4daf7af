"""Law 8: every rule of a digest is claimed by a test, and no test claims a rule that does not exist."""

from pathlib import Path

import pytest
from rule_coverage import Claim, list_claims, print_coverage

import aerodrome
from laws.digests import TESTS, rule_ids


@pytest.mark.parametrize("title", aerodrome.titles())
def test_every_rule_of_the_digest_is_claimed_by_a_test(title: str) -> None:
    claimed = {claim.rule for claim in list_claims(TESTS)}
    missing = [rule for rule in sorted(rule_ids(title), key=_in_order) if rule not in claimed]
    assert not missing, f"{len(missing)} rules of {title} without a test: {', '.join(missing)}"


def _in_order(rule: str) -> tuple[bool, list[int]]:
    number = rule.split("-")[1]
    return number.startswith("R"), [int(part) for part in number.lstrip("R").split(".")]


def test_no_test_claims_a_rule_that_does_not_exist() -> None:
    known = {rule for title in (*aerodrome.titles(), "toy") for rule in rule_ids(title)}
    assert [claim for claim in list_claims(TESTS) if claim.rule not in known] == []


def test_only_tests_claim_rules() -> None:
    claimed_elsewhere = [c for c in list_claims(TESTS) if not c.test.startswith(("test_", "Test"))]
    assert claimed_elsewhere == []


def test_claims_are_read_from_decorators_and_parameters(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(
        "import pytest\n"
        "@pytest.mark.rule('AL-1.1', 'AL-R2')\n"
        "def test_one(): ...\n"
        "@pytest.mark.parametrize('x', [pytest.param(1, marks=pytest.mark.rule('AL-1.2'))])\n"
        "def test_two(x): ...\n"
    )
    assert list_claims(tmp_path) == [
        Claim("AL-1.1", "test_one", "test_some.py:2"),
        Claim("AL-R2", "test_one", "test_some.py:2"),
        Claim("AL-1.2", "test_two", "test_some.py:4"),
    ]


def test_a_claim_that_is_not_written_out_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text("import pytest\n@pytest.mark.rule(*IDS)\ndef test_one(): ...\n")
    with pytest.raises(ValueError, match=r"test_some.py:2"):
        list_claims(tmp_path)


def test_the_report_counts_claimed_rules_and_lists_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "test_x.py").write_text("import pytest\n@pytest.mark.rule('AL-1.1')\ndef test_x(): ...\n")
    print_coverage("airline", tmp_path)
    out = capsys.readouterr().out
    assert "AL-1.1   test_x.py:2" in out
    assert "AL-1.2   –" in out
    (tmp_path / "test_y.py").write_text("import pytest\n@pytest.mark.rule('AL-99.1')\ndef test_y(): ...\n")
    with pytest.raises(ValueError, match=r"AL-99\.1"):
        print_coverage("airline", tmp_path)
