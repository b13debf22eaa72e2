#include "corpus.hpp"

namespace brigade::testing {

std::vector<SmallProgram> small_graphs() {
  return {
      {"matmul", "mesh {x: 4} program p(a: f32[64, 32] @ [x, -], b: f32[32, 48] @ [-, x]) {"
                 " c = dot(a, b) return c @ [-, -] }"},
      {"matmul_of_large_sum",
       "mesh {x: 4} program p(a: f32[64, 4096] @ [-, x], b: f32[4096, 64] @ [x, -]) {"
       " c = dot(a, b) d = relu(c) return d @ [x, -] }"},
      {"chain_of_two_products",
       "mesh {x: 4} program p(a: f32[512, 512] @ [x, -], b: f32[512, 512], c: f32[512, 512]) {"
       " d = dot(a, b) e = relu(d) f = dot(e, c) return f @ [-, x] }"},
      {"two_partial_sums", "mesh {y: 4} program p(a: f32[64, 64] @ [-, y], b: f32[64, 64] @ [y, -],"
                           " c: f32[64, 64] @ [-, y], d: f32[64, 64] @ [y, -]) {"
                           " e = dot(a, b) f = dot(c, d) g = add(e, f) return g @ [-, -] }"},
      {"rows_and_columns",
       "mesh {x: 4} program p(a: f32[256, 256] @ [x, -], b: f32[256, 256] @ [-, x]) {"
       " c = add(a, b) d = exp(c) e = sum(d, dims=[0]) return e @ [-] }"},
      {"used_twice", "mesh {x: 4} program p(a: f32[128, 128] @ [x, -]) {"
                     " b = dot(a, a) c = tanh(b) d = add(c, a) return d @ [-, x] }"},
      {"nothing_annotated", "mesh {x: 4} program p(a: f32[256, 256], b: f32[256, 256]) {"
                            " c = dot(a, b) d = relu(c) return d }"},
      {"softmax_of_columns",
       "mesh {x: 4} program p(a: f32[64, 512] @ [-, x]) {"
       " m = max_reduce(a, dims=[1]) b = broadcast(m, [64, 512], dims=[0]) c = sub(a, b)"
       " d = exp(c) e = sum(d, dims=[1]) return e @ [-] }"},
      {"transposed",
       "mesh {x: 4} program p(a: f32[96, 64] @ [x, -], b: f32[96, 64] @ [-, x]) {"
       " c = transpose(a, perm=[1, 0]) d = dot(c, b) e = relu(d) return e @ [x, -] }"},
      {"uneven", "mesh {x: 3} program p(a: f32[10, 7] @ [x, -], b: f32[7, 5]) {"
                 " c = dot(a, b) d = exp(c) return d @ [-, x] }"},
      {"two_axes",
       "mesh {x: 2, y: 2} program p(a: f32[256, 256] @ [x, y], b: f32[256, 256] @ [y, -]) {"
       " c = dot(a, b) d = relu(c) return d @ [y, x] }"},
      {"two_axes_of_a_sum", "mesh {x: 4, y: 2} program p(a: f32[64, 512] @ [x, y]) {"
                            " b = exp(a) c = sum(b, dims=[1]) return c @ [y] }"},
  };
}

std::vector<SmallProgram> improvable_programs() {
  return {
      // What is between them is more than the clean-up looks through.
      {"two_partial_sums_one_turned",
       "mesh {y: 4} program p(a: f32[64, 64] @ [-, y], b: f32[64, 64] @ [y, -],"
       " c: f32[64, 64] @ [-, y], d: f32[64, 64] @ [y, -]) {"
       " e = dot(a, b) f = dot(c, d) g = transpose(f, perm=[1, 0]) h = add(e, g)"
       " return h @ [-, -] }"},
      {"nothing_annotated", "mesh {x: 8} program p(a: f32[4096, 1024], b: f32[1024, 1024]) {"
                            " c = dot(a, b) d = relu(c) return d }"},
      {"conflict_along_one_dimension",
       "mesh {a: 4, b: 2} program p(x: f32[4096, 256] @ [a, -], y: f32[4096, 256] @ [b, -]) {"
       " s = add(x, y) t = exp(s) u = tanh(t) v = exp(u) return v }"},
      {"only_the_result_is_small",
       "mesh {x: 8} program p(a: f32[4096, 4096]) { b = exp(a) c = tanh(b) d = sum(c, dims=[0, 1])"
       " return d @ [] }"},
      {"cross_entropy_of_few_classes",
       "mesh {x: 4} program p(l: f32[8, 16] @ [-, x], t: i32[8]) {"
       " m = max_reduce(l, dims=[1]) d = sub(l, broadcast(m, [8, 16], dims=[0]))"
       " s = log(sum(exp(d), dims=[1])) p = sub(d, broadcast(s, [8, 16], dims=[0]))"
       " h = eq(iota([8, 16], dim=1), broadcast(t, [8, 16], dims=[0]))"
       " n = neg(sum(select(h, p, const(f32[8, 16], 0)), dims=[1])) return n @ [-] }"},
      {"layer_norm_of_few_features",
       "mesh {x: 4} program p(a: f32[20, 10] @ [-, x]) {"
       " m = mul(sum(a, dims=[1]), const(f32[20], 0.1))"
       " d = sub(a, broadcast(m, [20, 10], dims=[0]))"
       " v = mul(sum(mul(d, d), dims=[1]), const(f32[20], 0.1))"
       " r = rsqrt(add(v, const(f32[20], 0.001)))"
       " n = mul(d, broadcast(r, [20, 10], dims=[0])) return n @ [-, x] }"},
      {"hidden_units_that_nobody_cut",
       "mesh {data: 2, model: 4} program p(x: f32[64, 1024] @ [data, -], w: f32[1024, 4096],"
       " v: f32[4096, 1024]) { h = gelu(dot(x, w)) y = dot(h, v) return y @ [data, -] }"},
      {"rows_in_and_columns_out",
       "mesh {x: 4} program p(a: f32[1024, 1024] @ [x, -], b: f32[1024, 1024] @ [-, x]) {"
       " c = add(a, b) d = mul(c, b) e = sub(d, b) return e @ [-, x] }"},
  };
}

} // namespace brigade::testing
