// Variants of a stream kernel as typed text: `map-par[4](map-pipe f) .
// reshapeTo 4`.
//
/// \file
/// A kernel is `map f` over its index space, a sized vector `Vect N t` of its
/// positions in the order of the walk. Rules reshape that vector without
/// changing its order or its elements; maps, one for each level of the shape,
/// say how a level is executed. Types are checked for the sizes of one launch,
/// then the legality for the kernel; the result is a StreamDesign. Grammar,
/// rules and conditions: docs/variants.md.
/// Source: TYTRA17 sections 3 and 4, Fig. 5 and 6.
#ifndef ROOFLINE_STREAM_VARIANT_H
#define ROOFLINE_STREAM_VARIANT_H

#include "roofline/Stream/StreamDesign.h"
#include "roofline/Stream/StreamKernel.h"

namespace roofline {

/// Nested sized vectors, the outermost first: {4, 128} is
/// `Vect 4 (Vect 128 t)`.
struct VectType {
  std::vector<int64_t> Sizes;
  bool operator==(const VectType &) const = default;
};
std::string print(const VectType &T);

/// A function between shapes, or iterations, that keeps the order of the
/// elements.
struct ShapeRule {
  enum class Kind : uint8_t {
    ReshapeTo, ///< n: Vect (n m) t -> Vect n (Vect m t)
    Vectorise, ///< n: Vect (m n) t -> Vect m (Vect n t)
    PadTo,     ///< n: Vect m t -> Vect n t, n >= m: positions without streams
    Fuse,      ///< n: Iter h -> Iter ceil(h / n) (Iter n), of the steps
    BlockTo,   ///< n,m,..: Vect N t -> Vect b (Vect n t), overlapped blocks
    TileTo,    ///< n,m,..: Vect N t -> Vect k (Vect n t), tiles side by side
  };
  Kind K = Kind::ReshapeTo;
  int64_t Size = 1;
  unsigned Column = 0;            ///< in the text, from 1; 0: unknown
  std::vector<int64_t> More = {}; ///< sizes of BlockTo in dimensions 1 and 2
  /// Tiles of TileTo, by dimension: a number of equal tiles, or their lengths.
  std::vector<std::vector<int64_t>> Tiles = {};
  bool operator==(const ShapeRule &R) const {
    return K == R.K && Size == R.Size && More == R.More && Tiles == R.Tiles;
  }
};

/// How one level of the shape is executed: map g: Vect n a -> Vect n b.
struct MapLevel {
  enum class Kind : uint8_t {
    Par,   ///< side by side
    Pipe,  ///< one after another, overlapped
    Seq,   ///< one after another
    Comb,  ///< one after another, each in one cycle
    Chain, ///< steps side by side in time: each feeds the next one
  };
  Kind K = Kind::Pipe;
  std::optional<int64_t> Size; ///< n, if written in the text
  unsigned Column = 0;
  bool HasPipes = false; ///< Par over tiles: neighbours send each other data
  bool operator==(const MapLevel &M) const {
    return K == M.K && Size == M.Size && HasPipes == M.HasPipes;
  }
};

struct Variant {
  std::vector<MapLevel> Maps;   ///< the outermost first
  std::vector<ShapeRule> Rules; ///< as written: the last one applies first
  MemoryForm Memory = MemoryForm::B;
  std::string Function = "f";
  /// [bit] of `f/n`: the function's operators are cut for stages of n bits;
  /// 0: they are whole.
  uint32_t StageBits = 0;
  bool operator==(const Variant &) const = default;
};

struct VariantError {
  unsigned Column = 0; ///< in the text, from 1; 0: the variant as a whole
  std::string Message; ///< the broken condition
  bool operator==(const VariantError &) const = default;
};

/// Parses \p Text into \p V; returns nothing, or the error.
std::optional<VariantError> parseVariant(std::string_view Text, Variant &V);

/// Text that parseVariant() parses to the same variant.
std::string print(const Variant &V);

} // namespace roofline

#endif
