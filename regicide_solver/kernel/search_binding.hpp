// The search's part of the module regicide_solver._kernel.
#pragma once

#include <nanobind/nanobind.h>

namespace regicide {

void bind_search(nanobind::module_& module);

}  // namespace regicide
