// Words that follow from the sizes of a launch.
#include "SizeNumbers.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Core/MasterNumbers.h"
#include "roofline/Core/SizeForms.h"
#include "roofline/Netlist/SizeNetlist.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cctype>
#include <numeric>

namespace roofline {

/// The product of the size scalars, each to a power: multiplied one after
/// another, with a register behind each.
CellId SizeNumbers::product(const std::vector<uint32_t> &Powers) {
  if (const auto Known = Products.find(Powers); Known != Products.end())
    return Known->second;
  const size_t Last = size_t(std::find_if(Powers.rbegin(), Powers.rend(),
                                          [](uint32_t P) { return P > 0; })
                                 .base() -
                             Powers.begin()) -
                      1;
  const uint32_t Scalar = K.SizeScalars[Last];
  const CellId Value =
      B.bits(Scalars[Scalar], 0,
             std::min(B.width(Scalars[Scalar]),
                      bitsFor(uint64_t(K.Sizes[0].Values[Last]))));
  CellId Product = Value;
  if (std::accumulate(Powers.begin(), Powers.end(), 0u) > 1) {
    std::vector<uint32_t> Fewer = Powers;
    --Fewer[Last];
    const CellId Others = product(Fewer);
    const uint32_t Width = std::min(64u, B.width(Others) + B.width(Value));
    std::string Name = "size__product" + std::to_string(Products.size());
    Product = B.reg(std::move(Name),
                    B.op(DatapathOp::Mul, B.resized(Others, Width),
                         B.resized(Value, Width)),
                    {});
  }
  return Products[Powers] = Product;
}

/// \p Word times \p Factor, of \p Most bits or, where it has fewer, of as many
/// as it has. A factor such as 24 is an addition of shifted words.
CellId SizeNumbers::scaled(CellId Word, uint64_t Factor, uint32_t Most) {
  const uint32_t Width = std::min(Most, B.width(Word) + bitsFor(Factor));
  const CellId Wide = B.resized(Word, Width);
  const auto Low = uint32_t(std::countr_zero(Factor));
  const uint64_t Odd = Factor >> Low;
  if (Odd == 1)
    return B.shiftedLeft(Wide, Low);
  // 2^n + 1 and 2^n - 1 times 2^Low.
  for (const bool IsSum : {true, false}) {
    const uint64_t Power = IsSum ? Odd - 1 : Odd + 1;
    if (std::has_single_bit(Power))
      return B.op(IsSum ? DatapathOp::Add : DatapathOp::Sub,
                  B.shiftedLeft(Wide, Low + uint32_t(std::countr_zero(Power))),
                  B.shiftedLeft(Wide, Low));
  }
  return B.op(DatapathOp::Mul, Wide,
              B.constant(Factor & lowMask(Width), Width));
}

CellId SizeNumbers::of(const std::string &Name, uint32_t Width,
                       const std::vector<int64_t> &BySize) {
  assert(!BySize.empty() && "a number has a value for each of the sizes");
  if (std::all_of(BySize.begin(), BySize.end(),
                  [&](int64_t N) { return N == BySize[0]; }))
    return B.constant(uint64_t(BySize[0]) & lowMask(Width), Width);
  const auto [Known, IsNew] = Numbers.try_emplace({Width, BySize});
  if (!IsNew)
    return Known->second;
  const Polynomial Form = *sizeForm(K, BySize); // whyNotSized() has found it
  const uint32_t Before = B.currentSection();
  if (Section)
    B.setSection(*Section);
  else
    B.section("Numbers that follow from the sizes, which are constant from " +
                  std::to_string(SizeCycles) + "\ncycles before a start",
              CellPurpose::Control);
  Section = B.currentSection();
  const uint32_t Whole = std::min(64u, Width + Form.Shift);
  std::optional<CellId> Sum;
  for (const PolynomialTerm &T : Form.Terms) {
    const bool Negates = Sum && T.Factor < 0;
    const uint64_t Factor = uint64_t(Negates ? -T.Factor : T.Factor);
    const bool IsConstant = std::all_of(T.Powers.begin(), T.Powers.end(),
                                        [](uint32_t P) { return P == 0; });
    const CellId Term =
        IsConstant ? B.constant(Factor & lowMask(Whole), Whole)
                   : B.resized(scaled(product(T.Powers), Factor, Whole), Whole);
    Sum = Sum ? B.op(Negates ? DatapathOp::Sub : DatapathOp::Add, *Sum, Term)
              : Term;
  }
  std::string Register = "size__" + Name;
  std::transform(Register.begin(), Register.end(), Register.begin(),
                 [](unsigned char C) { return char(std::tolower(C)); });
  Known->second =
      B.reg(std::move(Register), B.bits(*Sum, Form.Shift, Width), {});
  B.setSection(Before);
  return Known->second;
}

std::vector<SizedWord> masterWords(const StreamKernel &K, const StreamDesign &D,
                                   const MemoryMasters &M) {
  std::vector<SizedWord> Words;
  if (K.Sizes.empty())
    return Words;
  auto Add = [&](const std::string &Master, const MasterNumber &N,
                 bool IsOffset = false) {
    if (N.isSized() && N.Used)
      Words.push_back({Master + N.Name, N.Used, N.BySize, IsOffset});
  };
  for (const bool Reads : {true, false})
    for (uint32_t I : Reads ? portsOf(K.Inputs) : portsOf(K.Outputs)) {
      const MasterNumbers Of = masterNumbers(K, D, M, Reads, I, 0);
      const std::string Master =
          "of__" + std::to_string(I) + (Reads ? "_read__" : "_write__");
      Add(Master, Of.Offset, true);
      for (const auto *Numbers : {&Of.OfTransfer, &Of.OfGaps})
        for (const MasterNumber &N : *Numbers)
          Add(Master, N);
    }
  return Words;
}

Netlist sizeNetlist(const StreamKernel &K, const LaneNames &Names,
                    const std::vector<SizedWord> &Words) {
  assert(std::all_of(Words.begin(), Words.end(),
                     [&](const SizedWord &W) {
                       return W.BySize.size() == K.Sizes.size();
                     }) &&
         "a word has a value for each of the sizes");
  NetlistBuilder B;
  B.N.Name = Names.Name;
  std::vector<CellId> Scalars(K.Scalars.size());
  for (uint32_t S : K.SizeScalars)
    Scalars[S] = B.input("arg_" + Names.Scalars[S], K.Scalars[S].Type.Bits);
  SizeNumbers Numbers(B, K, Scalars);
  for (const SizedWord &W : Words)
    B.output(W.Name, {Numbers.of(W.Name, W.Width, W.BySize)});
  return std::move(B.N);
}

} // namespace roofline
