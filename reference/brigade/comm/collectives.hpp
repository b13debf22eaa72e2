#pragma once

// All collectives of comm/, each in a file named after it.
#include "brigade/comm/all_gather.hpp"
#include "brigade/comm/all_reduce.hpp"
#include "brigade/comm/all_to_all.hpp"
#include "brigade/comm/barrier.hpp"
#include "brigade/comm/broadcast.hpp"
#include "brigade/comm/permute.hpp"
#include "brigade/comm/point_to_point.hpp"
#include "brigade/comm/reduce_scatter.hpp"
