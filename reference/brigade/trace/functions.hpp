#pragma once

// All that can be done with Tensors.
#include "brigade/trace/functions/annotation.hpp"
#include "brigade/trace/functions/contraction.hpp"
#include "brigade/trace/functions/elementwise.hpp"
#include "brigade/trace/functions/reduction.hpp"
#include "brigade/trace/functions/rows.hpp"
#include "brigade/trace/functions/shape.hpp"
#include "brigade/trace/functions/source.hpp"
