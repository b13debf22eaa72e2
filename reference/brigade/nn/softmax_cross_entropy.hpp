#pragma once

#include "brigade/trace/tensor.hpp"

namespace brigade::nn {

/// -log softmax(logits)[label], the mean over the rows: logits (rows, classes), labels (rows) of
/// integers; rows may have several dimensions, as (batch, length) has. Each row's largest logit is
/// subtracted first, so no exponential overflows. A label that is no class is taken for that of the
/// largest logit.
Tensor softmax_cross_entropy(Operand logits, Operand labels);

/// Rows whose largest logit (the first of equals) is the label's, as one number of the logits'
/// type.
Tensor count_correct(Operand logits, Operand labels);

} // namespace brigade::nn
