#pragma once

#include <string>
#include <vector>

namespace brigade::testing {

/// A program for each operation, and for each way to write it.
inline std::vector<std::string> programs_of_each_operation() {
  const std::string values = "a: f32[4, 6], b: f32[4, 6], v: f32[6], s: f32[], t: f32[2, 4, 6], "
                             "u: f32[2, 6, 3], p: bool[4, 6], i: i32[4, 6], ids: i64[3], n: i32[]";
  std::vector<std::string> programs;
  for (const char *expression : {
           "const(f32[2, 3], 0.1)",
           "const(f32[3], [0.1, -inf, nan])",
           "const(f64[], 0.1)",
           "const(i32[2, 2], [1, -2, 2147483647, -2147483648])",
           "const(i64[], 9007199254740992)",
           "const(bool[3], [1, 0, 1])",
           "const(f32[0], [])",
           "iota([4, 8], dim=1)",
           "iota([4], dim=0, type=f64)",
           "random([4, 8], seed=1)",
           "random(n, [4], seed=-7, stream=3, normal=true, type=f64)",
           "random([2, 8], seed=1, start=[2, 0], whole=[4, 8])",
           "neg(a)",
           "relu(a)",
           "tanh(a)",
           "gelu(a)",
           "sigmoid(a)",
           "exp(a)",
           "log(a)",
           "sqrt(a)",
           "rsqrt(a)",
           "abs(a)",
           "sign(i)",
           "convert(a, i64)",
           "convert(p, f32)",
           "stop_gradient(a)",
           "add(a, b)",
           "sub(a, b)",
           "mul(a, b)",
           "div(a, b)",
           "max(a, b)",
           "min(a, b)",
           "pow(a, b)",
           "eq(a, b)",
           "lt(a, b)",
           "gt(a, b)",
           "select(p, a, b)",
           "broadcast(v, [4, 6], dims=[1])",
           "broadcast(s, [0, 2])",
           "reshape(a, [3, 8])",
           "transpose(t, perm=[2, 0, 1])",
           "slice(a, start=[0, 1], limit=[4, 6])",
           "slice(a, start=[0, 1], limit=[4, 6], step=[3, 2])",
           "pad(a, low=[0, 1], high=[2, 0])",
           "pad(a, low=[0, 1], high=[2, 0], value=0.1)",
           "pad(i, low=[0, 0], high=[1, 1], value=-3)",
           "concat(a, b, a, dim=0)",
           "reverse(a, dims=[0, 1])",
           "dot(t, u, batch=[0],[0], contract=[2],[1])",
           "dot(s, s, contract=[],[])",
           "sum(a, dims=[1])",
           "sum(a, dims=[])",
           "max_reduce(a, dims=[0, 1])",
           "min_reduce(i, dims=[0])",
           "argmax(a, dims=[1])",
           "gather(a, ids)",
           "scatter_add(shape=[8, 6], ids, const(f32[3, 6], 1))",
           "update_row(a, v, n)",
           "constraint(a) @ [x, -]",
           "constraint(t) @ [(x, ?), ? p1, y p0]",
           "all_reduce(a, axes=[y], op=sum)",
           "all_reduce(a, axes=[x, y], op=max)",
           "all_gather(a, axes=[x], dim=0)",
           "reduce_scatter(a, axes=[y], dim=1, op=min)",
           "all_to_all(a, axes=[x], from=0, to=1)",
           "permute(a, axes=[x, y])",
           "permute(a, axes=[y], map=[1, -1])",
           "shard_slice(a, axes=[x], dim=0)",
       })
    programs.push_back("mesh {x: 4, y: 2}\nprogram p(" + values + ") {\n  r = " + expression +
                       "\n  return r\n}\n");
  for (const char *bucket :
       {"all_reduce(a, v, axes=[x], op=sum)", "all_gather(a, v, axes=[x], dim=0)",
        "reduce_scatter(a, v, axes=[x], dim=0, op=max)"})
    programs.push_back("mesh {x: 4, y: 2}\nprogram p(" + values +
                       ") {\n  r, q @ [-] = " + std::string(bucket) + "\n  return r, q\n}\n");
  const std::string head = "mesh {x: 4, y: 2}\n"
                           "block f(a: f32[4], w: f32[4]) {\n"
                           "  c = mul(a, w)\n"
                           "  d = sum(c, dims=[0])\n"
                           "  return d, c @ [x]\n"
                           "}\n\n"
                           "program g(a: f32[4] @ [x], w: f32[4]) {\n";
  for (const char *statement : {
           "s, c = call @f(a, w)",
           "s, c = call @f(a, w, checkpoint=true)",
           "s @ [], c = manual @f(a, w, axes=[x])",
           "s, c @ [y] = barrier(a, w)",
           "s @ [x], c = grad(@f, a, w, wrt=[0, 1])",
       })
    programs.push_back(head + "  " + statement + "\n  return s, c\n}\n");
  return programs;
}

} // namespace brigade::testing
