"""What all tests share: the tests folder on the path (for `strategies`), and bounded hypothesis profiles."""

import os
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))

_SLOW_STARTS = (HealthCheck.too_slow, HealthCheck.data_too_large)  # whole games are large examples on purpose
settings.register_profile(
    "ci", derandomize=True, deadline=None, max_examples=60, suppress_health_check=_SLOW_STARTS, database=None
)
settings.register_profile("dev", deadline=None, max_examples=60, suppress_health_check=_SLOW_STARTS)
settings.load_profile("ci" if os.environ.get("CI") else "dev")
