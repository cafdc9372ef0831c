// The flag that asks long work to end.
#pragma once

#include <atomic>

namespace regicide {

using Stop = std::atomic<bool>;

}  // namespace regicide
