#include "ir/literals.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brigade::testing {
namespace {

TEST(InterpretRows, GatherGivesARowForEachIdAndZerosForOneThatTheTableLacks) {
  for (const DType dtype : kAllTypes)
    for (const DType id_type : {DType::i32, DType::i64}) {
      const Literal table = literal(dtype, {3, 2}, {1, 1, 0, 1, 1, 0});
      EXPECT_EQ(
          evaluate_one(Operation::gather, {table, literal(id_type, {2, 3}, {2, 0, 2, -1, 3, 1})}),
          literal(dtype, {2, 3, 2}, {1, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1}));
      EXPECT_EQ(evaluate_one(Operation::gather, {table, literal(id_type, {}, {1})}),
                literal(dtype, {2}, {0, 1}));
      EXPECT_EQ(evaluate_one(Operation::gather, {table, Literal(TensorType{id_type, {0}})}),
                Literal(TensorType{dtype, {0, 2}}));
      EXPECT_EQ(evaluate_one(Operation::gather,
                             {Literal(TensorType{dtype, {0, 2}}), literal(id_type, {1}, {0})}),
                Literal(TensorType{dtype, {1, 2}}));
      EXPECT_EQ(evaluate_one(Operation::gather,
                             {literal(dtype, {2}, {0, 1}), literal(id_type, {2}, {1, 1})}),
                literal(dtype, {2}, {1, 1}));
    }
}

TEST(InterpretRows, ScatterAddAddsWhereIdsMeetAndDropsThoseThatTheTableLacks) {
  for (const DType dtype : kNumberTypes) {
    EXPECT_EQ(evaluate_one(Operation::scatter_add,
                           {literal(DType::i32, {4}, {1, 1, -1, 3}),
                            literal(dtype, {4, 2}, {1, 2, 3, 4, 5, 6, 7, 8})},
                           ScatterAddAttributes{{3, 2}}),
              literal(dtype, {3, 2}, {0, 0, 4, 6, 0, 0}));
    EXPECT_EQ(evaluate_one(Operation::scatter_add,
                           {literal(DType::i64, {}, {2}), literal(dtype, {}, {9})},
                           ScatterAddAttributes{{3}}),
              literal(dtype, {3}, {0, 0, 9}));
    EXPECT_EQ(
        evaluate_one(Operation::scatter_add,
                     {Literal(TensorType{DType::i32, {0}}), Literal(TensorType{dtype, {0, 2}})},
                     ScatterAddAttributes{{1, 2}}),
        Literal(TensorType{dtype, {1, 2}}));
  }
}

TEST(InterpretRows, ScatterAddSumsInDoubleAndIntegersWrap) {
  std::vector<double> rows(101, 1);
  rows[0] = 0x1p24;
  EXPECT_EQ(evaluate_one(Operation::scatter_add,
                         {Literal(TensorType{DType::i32, {101}}), literal(DType::f32, {101}, rows)},
                         ScatterAddAttributes{{1}})
                .number(0),
            0x1p24 + 100);
  EXPECT_EQ(evaluate_one(
                Operation::scatter_add,
                {Literal(TensorType{DType::i32, {2}}), literal(DType::i32, {2}, {2147483647, 1})},
                ScatterAddAttributes{{1}})
                .number(0),
            -0x1p31);
}

TEST(InterpretRows, UpdateRowWritesOneRowAndNoneThatTheTableLacks) {
  for (const DType dtype : kAllTypes)
    for (const DType id_type : {DType::i32, DType::i64}) {
      const Literal table = literal(dtype, {3, 2}, {0, 1, 0, 1, 0, 1}),
                    row = literal(dtype, {2}, {1, 0});
      const auto updated = [&](double index) {
        return evaluate_one(Operation::update_row, {table, row, literal(id_type, {}, {index})});
      };
      EXPECT_EQ(updated(1), literal(dtype, {3, 2}, {0, 1, 1, 0, 0, 1}));
      EXPECT_EQ(updated(-1), table);
      EXPECT_EQ(updated(3), table);
      EXPECT_EQ(
          evaluate_one(Operation::update_row, {literal(dtype, {2}, {0, 0}), literal(dtype, {}, {1}),
                                               literal(id_type, {}, {1})}),
          literal(dtype, {2}, {0, 1}));
    }
}

} // namespace
} // namespace brigade::testing
