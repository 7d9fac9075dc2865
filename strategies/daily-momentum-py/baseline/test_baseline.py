import json
from pathlib import Path

import pytest

from src.alpha import momentum, rank_descending
from src.risk import cap_weights, limit_gross
from src.sizing import equal_weights

EXPECTED = json.loads((Path(__file__).parent / "expected.json").read_text())


def test_momentum_agrees_with_the_curated_values_across_a_split():
    curated = EXPECTED["momentum"]
    assert momentum(curated["close"], curated["factor"], 2) == pytest.approx(curated["twoDays"], abs=1e-12)


def test_the_rank_operator_agrees_with_the_curated_order():
    assert rank_descending(EXPECTED["rank"]["scores"]) == EXPECTED["rank"]["order"]


def test_caps_and_gross_limit_agree_with_the_curated_values():
    cap, gross = EXPECTED["cap"], EXPECTED["gross"]
    assert cap_weights(cap["weights"], cap["maxWeight"]) == pytest.approx(cap["capped"], abs=1e-12)
    assert limit_gross(gross["weights"], gross["maxGross"]) == pytest.approx(gross["scaled"], abs=1e-12)


def test_sizing_agrees_with_the_curated_weights():
    s = EXPECTED["sizing"]
    assert equal_weights(s["order"], s["names"], s["invested"], s["count"]) == pytest.approx(s["weights"], abs=1e-12)
