// Variant texts: their parse, their normal form, and illegal variants.
#include "StreamKernelBuilder.h"

#include "roofline/Steps/LowerVariant.h"
#include "roofline/Stream/Variant.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

/// "COLUMN: message", or the text as it prints.
std::string reprint(std::string_view Text) {
  Variant V;
  if (std::optional<VariantError> E = parseVariant(Text, V))
    return std::to_string(E->Column) + ": " + E->Message;
  return print(V);
}

std::optional<VariantError> lower(std::string_view Text, const StreamKernel &K,
                                  LoweredVariant &L) {
  Variant V;
  std::optional<VariantError> E = parseVariant(Text, V);
  return E ? E : lowerVariant(V, K, L);
}

std::string whyNot(std::string_view Text, const StreamKernel &K) {
  LoweredVariant L;
  std::optional<VariantError> E = lower(Text, K, L);
  return E ? std::to_string(E->Column) + ": " + E->Message : "legal";
}

LoweredVariant lowered(std::string_view Text, const StreamKernel &K) {
  LoweredVariant L;
  std::optional<VariantError> E = lower(Text, K, L);
  EXPECT_FALSE(E) << Text << ": " << E->Message;
  return L;
}

TEST(VariantTest, CanonicalTextsStayAsTheyAre) {
  for (const char *Text :
       {"map-pipe f", "map-par[4](map-pipe f) . reshapeTo 4",
        "map-par[4](map-pipe(map-par[2] f)) . reshapeTo 4 . vectorise 2",
        "map-par(map-seq(map-comb five_point)) . reshapeTo 2 . reshapeTo 8",
        "map-par[3](map-pipe f) . reshapeTo 3 . padTo 513 @C"})
    EXPECT_EQ(reprint(Text), Text);
  EXPECT_EQ(reprint(" map-par [ 4 ] ( map-pipe ( f ) ).reshapeTo 4@ B\n"),
            "map-par[4](map-pipe f) . reshapeTo 4");
}

TEST(VariantTest, ErrorsHaveTheirColumn) {
  EXPECT_EQ(reprint(""), "1: a map is expected: map-par, map-pipe, map-seq, "
                         "map-comb or map-chain");
  EXPECT_EQ(reprint("map-pip f"), "1: there is no 'map-pip': map-par, "
                                  "map-pipe, map-seq, map-comb or map-chain");
  EXPECT_EQ(reprint("map-pipe"), "9: a function or a map is expected");
  EXPECT_EQ(reprint("map-par map-pipe f"),
            "9: '(' is expected before a map within a map");
  EXPECT_EQ(reprint("map-par[0] f"), "9: a size is at least 1");
  EXPECT_EQ(reprint("map-par[99999999999999999999] f"),
            "9: the size is too large");
  EXPECT_EQ(reprint("map-par[x] f"), "9: a size is expected");
  EXPECT_EQ(reprint("map-par[4 f"), "11: ']' is expected");
  EXPECT_EQ(reprint("map-par(map-pipe f"), "19: ')' is expected");
  EXPECT_EQ(reprint("map-pipe f . reshape 4"),
            "14: a rule is expected: reshapeTo, vectorise, padTo, fuse, "
            "blockTo or tileTo");
  EXPECT_EQ(reprint("map-pipe f . reshapeTo"), "23: a size is expected");
  EXPECT_EQ(reprint("map-pipe f @D"),
            "13: a form of memory execution is expected: A, B or C");
  EXPECT_EQ(reprint("map-pipe f )"), "12: '.', '@' or the end is expected");
  std::string Deep;
  for (unsigned I = 0; I < 65; ++I)
    Deep += "map-par(";
  EXPECT_EQ(reprint(Deep), "513: more than 64 maps");
}

TEST(VariantTest, ShapesKeepOrderAndSize) {
  Variant V;
  ASSERT_FALSE(parseVariant(
      "map-par(map-pipe(map-par f)) . reshapeTo 4 . vectorise 2", V));
  VectType Shape;
  ASSERT_FALSE(shapeOf(V, 512, Shape));
  EXPECT_EQ(print(Shape), "Vect 4 (Vect 64 (Vect 2 t))");
}

TEST(VariantTest, NormalForms) {
  StreamKernel K = threePoint(512);
  struct Case {
    const char *Text;
    StreamDesign D;
  };
  const Case Cases[] = {
      {"map-pipe f", {}},
      {"map-pipe three_point", {}},
      {"map-comb f @A", {1, 1, ElementForm::Comb, MemoryForm::A}},
      {"map-par[4](map-pipe f) . reshapeTo 4", {4}},
      {"map-par[2](map-par[4](map-pipe f)) . reshapeTo 2 . reshapeTo 8", {8}},
      {"map-par(map-pipe(map-par f)) . reshapeTo 4 . vectorise 2", {4, 2}},
      // Chunks one after another through one pipeline are one stream.
      {"map-seq[4](map-pipe f) . reshapeTo 4", {}},
      {"map-par(map-seq f) . reshapeTo 2", {2, 1, ElementForm::Seq}},
  };
  for (const Case &C : Cases)
    EXPECT_EQ(lowered(C.Text, K).Design, C.D) << C.Text;
}

TEST(VariantTest, TypesAreChecked) {
  StreamKernel K = threePoint(512);
  EXPECT_EQ(whyNot("map-par[3](map-pipe f) . reshapeTo 3", K),
            "26: reshapeTo 3: it does not divide the 512 elements of Vect 512 "
            "t; padTo 513, on the right, fills it up");
  EXPECT_EQ(whyNot("map-pipe(map-par f) . vectorise 5", K),
            "23: vectorise 5: it does not divide the 512 elements of Vect 512 "
            "t; padTo 515, on the right, fills it up");
  EXPECT_EQ(whyNot("map-par(map-pipe f) . reshapeTo 8 . reshapeTo 4", K),
            "23: reshapeTo 8: it does not divide the 4 elements of Vect 4 "
            "(Vect 128 t)");
  EXPECT_EQ(whyNot("map-par[4](map-pipe f)", K),
            "12: 2 maps of a shape with 1 level: Vect 512 t");
  EXPECT_EQ(whyNot("map-pipe f . reshapeTo 4", K),
            "1: 1 map of a shape with 2 levels: Vect 4 (Vect 128 t)");
  EXPECT_EQ(whyNot("map-par[4](map-pipe f) . reshapeTo 2", K),
            "1: a map of 4 elements at a level of 2: Vect 2 (Vect 256 t)");
  EXPECT_EQ(whyNot("map-pipe g", K),
            "0: there is no function 'g': f, or the kernel's name, "
            "'three_point'");
}

TEST(VariantTest, FormsThatHaveNoDesign) {
  StreamKernel K = threePoint(512);
  EXPECT_EQ(whyNot("map-par f", K),
            "1: nothing is streamed: a map-pipe, map-comb or map-seq is "
            "needed");
  EXPECT_EQ(
      whyNot("map-seq(map-par(map-pipe f)) . reshapeTo 8 . reshapeTo 32", K),
      "9: map-par around and within streams: the positions of a lane "
      "would not follow one another");
  EXPECT_EQ(whyNot("map-pipe(map-seq f) . reshapeTo 8", K),
            "1: around another form there can only be map-seq, or map-par");
}

TEST(VariantTest, PaddingIsTheRemainder) {
  StreamKernel K = threePoint(512);
  LoweredVariant L =
      lowered("map-par[3](map-pipe f) . reshapeTo 3 . padTo 513", K);
  EXPECT_EQ(L.Positions, 513);
  EXPECT_EQ(L.Design, (StreamDesign{3}));
  EXPECT_EQ(paddedPositions(K, 3), 513);
  EXPECT_EQ(paddedPositions(K, 4), 512);
  StreamKernel Padded = padded(K, 513);
  EXPECT_EQ(verifyStreamKernel(Padded), std::nullopt);
  EXPECT_EQ(Padded.Space.volume(), 513);
  EXPECT_EQ(Padded.Active, K.Active);
  // Whole rows: 3 lanes of 10 x 4 positions need 60.
  StreamKernel Rows = fivePoint(10, 4);
  EXPECT_EQ(paddedPositions(Rows, 3), 60);
  EXPECT_EQ(whyNot("map-par(map-pipe f) . reshapeTo 3 . padTo 42", Rows),
            "37: padTo 42: padding adds whole rows or planes of 10 positions");
  EXPECT_EQ(whyNot("map-pipe f . padTo 30", Rows),
            "14: padTo 30: there are already 40 positions");
  EXPECT_EQ(whyNot("map-par(map-pipe f) . padTo 60 . reshapeTo 4", Rows),
            "23: padTo comes before the other rules, on their right");
}

TEST(VariantTest, ReductionsThatAreNotAssociativeStayInOneLane) {
  StreamKernelBuilder B("fsum", {8, 1, 1});
  B.reduce("sum", DatapathOp::FAdd, B.tap(B.input("x", Float32), {0, 0, 0}));
  EXPECT_EQ(whyNot("map-pipe f", B.K), "legal");
  const char Why[] = "23: fadd into 'sum' is not associative: its elements are "
                     "taken in their order, by one lane";
  EXPECT_EQ(whyNot("map-par(map-pipe f) . reshapeTo 2", B.K), Why);
  EXPECT_EQ(whyNot("map-pipe(map-par f) . vectorise 2", B.K), Why);
  EXPECT_EQ(whyNot("map-par(map-pipe f) . reshapeTo 2", dotProduct(8)),
            "legal");
}

TEST(VariantTest, InPlaceStencilsStayInOneLane) {
  StreamKernel K = threePoint(8);
  K.Outputs[0].Name = "in";
  EXPECT_EQ(whyNot("map-pipe f", K), "legal");
  EXPECT_EQ(
      whyNot("map-par(map-pipe f) . reshapeTo 2", K),
      "23: 'in' is written while neighbouring lanes read it: a dependence "
      "across lanes");
  // Without offsets each lane reads what it writes alone.
  StreamKernel Saxpy = saxpy(8, 2);
  EXPECT_EQ(whyNot("map-par(map-pipe f) . reshapeTo 2", Saxpy), "legal");
}

TEST(VariantTest, EveryDesignHasItsText) {
  StreamKernel K = fivePoint(12, 8);
  for (uint32_t Lanes : {1u, 2u, 4u, 5u})
    for (uint32_t Vector : {1u, 3u})
      for (ElementForm Form :
           {ElementForm::Pipe, ElementForm::Comb, ElementForm::Seq})
        for (MemoryForm Memory :
             {MemoryForm::A, MemoryForm::B, MemoryForm::C}) {
          StreamDesign D = {Lanes, Vector, Form, Memory};
          int64_t Positions = paddedPositions(K, Lanes * Vector);
          Variant V = variantOf(K, D, Positions);
          LoweredVariant L = lowered(print(V), K);
          EXPECT_EQ(L.Design, D) << print(V);
          EXPECT_EQ(L.Positions, Positions);
        }
}

TEST(VariantTest, StepsAreFusedInTheirOwnLevels) {
  const StreamKernel K = fivePoint(8, 4);
  const Iteration I = {10, {{"in", "out"}}, true};
  auto Lower = [&](std::string_view Text, bool IsRepeated = true) {
    Variant V;
    LoweredVariant L;
    std::optional<VariantError> E = parseVariant(Text, V);
    if (!E)
      E = lowerVariant(V, K, IsRepeated ? std::optional(I) : std::nullopt, L);
    if (E)
      return std::to_string(E->Column) + ": " + E->Message;
    return std::to_string(L.Passes) + " of " + std::to_string(L.Design.Steps) +
           ", " + print(variantOf(K, L.Design, L.Positions, L.Passes));
  };
  EXPECT_EQ(Lower("map-pipe f"), "10 of 1, map-pipe f");
  EXPECT_EQ(Lower("map-seq(map-chain(map-pipe(map-par f))) . vectorise 4 . "
                  "fuse 4"),
            "3 of 4, map-seq[3](map-chain[4](map-pipe(map-par[4] f))) . "
            "vectorise 4 . fuse 4");
  // 8 columns in blocks of 6, of which each step makes one more wrong at an
  // inner edge: columns 0 to 3 are the first block's, 4 to 7 the second's.
  EXPECT_EQ(Lower("map-seq(map-seq[2](map-chain(map-pipe f))) . blockTo 6 . "
                  "fuse 2"),
            "5 of 2, map-seq[5](map-seq(map-chain[2](map-pipe f))) . "
            "blockTo 6 . fuse 2");
  EXPECT_EQ(Lower("map-seq(map-seq[4](map-chain(map-pipe f))) . blockTo 6 . "
                  "fuse 2"),
            "9: a map of 4 elements at a level of 2: Iter 5 (Iter 2)");
  EXPECT_EQ(Lower("map-seq(map-seq(map-chain(map-pipe f))) . blockTo 9 . "
                  "fuse 2"),
            "43: blockTo: dimension 0 has 8 positions, fewer than 9");
  EXPECT_EQ(Lower("map-seq(map-chain(map-pipe f)) . fuse 4", false),
            "34: fuse 4: there is one step: the kernel has no loop of several, "
            "and is launched once; --iterate says how often a host launches "
            "it");
  EXPECT_EQ(Lower("map-seq(map-chain(map-pipe f)) . fuse 11"),
            "34: fuse 11: there are 10 steps");
  EXPECT_EQ(Lower("map-pipe f . fuse 2"),
            "1: fuse 2: fused steps are map-seq(map-chain(..)): passes one "
            "after another, the steps of one side by side");
  EXPECT_EQ(Lower("map-seq[4](map-chain(map-pipe f)) . fuse 4"),
            "1: a map of 4 elements at a level of 3: Iter 3 (Iter 4)");
  // Tiles do the steps one after another: 8 columns as 4 and 4, 4 rows as 1 and
  // 3.
  EXPECT_EQ(Lower("map-seq(map-par[4] pipe(map-seq[5](map-pipe f))) . "
                  "tileTo 2,1+3 . fuse 5"),
            "2 of 5, map-seq[2](map-par[4] pipe(map-seq[5](map-pipe f))) . "
            "tileTo 4+4,1+3 . fuse 5");
  EXPECT_EQ(Lower("map-seq(map-seq(map-par(map-seq(map-pipe(map-par f))))) . "
                  "vectorise 2 . tileTo 2 . blockTo 6,4 . fuse 1"),
            "10 of 1, map-seq[10](map-seq(map-par[2](map-seq[1](map-pipe("
            "map-par[2] f))))) . vectorise 2 . tileTo 2+4,4 . blockTo 6,4 . "
            "fuse 1");
  const std::string Tiles = "map-seq(map-par(map-seq(map-pipe f))) . ";
  EXPECT_EQ(Lower(Tiles + "tileTo 2"),
            "41: tileTo is of fused steps: fuse n is missing");
  EXPECT_EQ(Lower(Tiles + "tileTo 9 . fuse 2"),
            "41: tileTo: dimension 0 has 8 positions, too few for 9 tiles");
  EXPECT_EQ(Lower(Tiles + "tileTo 3+4 . fuse 2"),
            "41: tileTo: dimension 0 has 8 positions, the tiles 7");
  EXPECT_EQ(Lower("map-seq(map-par(map-seq(map-pipe(map-par f)))) . "
                  "vectorise 16 . tileTo 2 . fuse 2"),
            "65: tileTo: dimension 0 has 8 positions, no multiple of 16, the "
            "vector");
  EXPECT_EQ(Lower(Tiles + "tileTo 3+4,2 . tileTo 2 . fuse 2"),
            "56: there are tiles already");
  EXPECT_EQ(
      Lower("map-seq(map-par(map-chain(map-pipe f))) . tileTo 2 . "
            "fuse 2"),
      "17: fuse 2: fused steps are map-seq(map-par(map-seq(..))): passes, "
      "tiles side by side, and the steps one after another");
  EXPECT_EQ(Lower("map-par[2] pipe(map-pipe f) . reshapeTo 2"),
            "1: pipes are between tiles: tileTo is missing");
  EXPECT_EQ(Lower("map-seq(map-chain(map-pipe f))"),
            "9: map-chain is of fused steps: fuse n is missing");
}

} // namespace
