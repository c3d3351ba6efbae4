// Launch of a kernel: sizes, arguments, and measurements of a profile.
#ifndef ROOFLINE_KERNEL_LAUNCH_H
#define ROOFLINE_KERNEL_LAUNCH_H

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace roofline {

/// Measured trip count of a loop.
struct ProfiledTrip {
  double Mean = 0;              ///< [iteration] per entry
  uint64_t Least = 0, Most = 0; ///< [iteration] per entry, profiled launch
  bool operator==(const ProfiledTrip &) const = default;
};

/// A line and a column. Column 0 stands for any column.
using SourcePlace = std::pair<uint32_t, uint32_t>;
/// Parses "12" or "12:5"; nothing for any other text.
std::optional<SourcePlace> parsePlace(std::string_view Text);
/// Returns "12" or "12:5".
std::string toString(const SourcePlace &Place);

/// Facts about a kernel that only a run tells, from a profile
/// (docs/profile-format.md).
struct ProfiledRun {
  std::string LaunchText; ///< the profiled launch; empty without a profile
  bool Scaled = false;    ///< the profiled launch was a different one
  /// Trip counts of loops without an exact form, by loop statement.
  std::map<SourcePlace, ProfiledTrip> Trips;
  /// [1] Entries of loops that data may skip, per run of the code around the
  /// loop, by loop statement.
  std::map<SourcePlace, double> EntryShares;
  /// [1] Executions of operators that data may skip, per run of the body of the
  /// loop around the operator, by place and name.
  std::map<std::pair<SourcePlace, std::string>, double> Shares;
  bool operator==(const ProfiledRun &) const = default;
};

/// Arguments that exchange their buffers: see Iteration::Swap.
struct SwapPair {
  std::string Read, Written;
  bool operator==(const SwapPair &) const = default;
};

/// Loop that repeats a step and passes its results to the next step.
enum class StepLoop : uint8_t {
  Host,   ///< the host launches the kernel again
  Kernel, ///< a loop of the kernel, which swaps pointers
  Copies, ///< a loop of the kernel, which copies from Written to Read
};

/// Successive steps that exchange buffers.
struct Iteration {
  int64_t Steps = 1; ///< [step]
  /// After a step, argument Read gets the buffer of argument Written. Pairs may
  /// form chains; the last argument of a chain gets the buffer of the first.
  std::vector<SwapPair> Swap;
  /// Promise of the user: before the first step, elements that no step writes
  /// are equal in all exchanged buffers.
  bool SameBorders = false;
  StepLoop Runner = StepLoop::Host;
  bool operator==(const Iteration &) const = default;
};

/// Maps each argument in \p Swap to the argument whose buffer it gets for the
/// next step. The map closes chains: it is a permutation.
std::map<std::string, std::string> turnsOf(const std::vector<SwapPair> &Swap);

/// [step] Largest number of steps.
constexpr int64_t MaxSteps = 1000000000000;

/// [work-item] Largest size of one dimension.
constexpr uint64_t MaxLaunchSize = uint64_t(1) << 32;

/// Largest number of a bank; boards with stacked memory have 32.
constexpr uint32_t MaxBanks = 1024;

/// Bank of memory by argument; the first is 1.
using BankMap = std::map<std::string, uint32_t, std::less<>>;

/// NDRange, scalar arguments and trip counts from the user or a launch file.
struct Launch {
  uint32_t Dimensions = 0;                      ///< 0 without an NDRange
  std::array<uint64_t, 3> Global{1, 1, 1};      ///< [work-item]
  std::optional<std::array<uint64_t, 3>> Local; ///< [work-item] per group
  std::map<std::string, int64_t, std::less<>> Args;
  /// Integer arguments that a core takes at run time, with the greatest values
  /// that they may have. Each is in Args, too.
  std::map<std::string, int64_t, std::less<>> Maxima;
  /// Arguments that give sizes of the NDRange; empty: a size is a number.
  std::array<std::string, 3> GlobalNames;
  /// Floating-point arguments, for programs that run the kernel. No model reads
  /// them.
  std::map<std::string, double, std::less<>> Floats;
  std::map<SourcePlace, double> Trips; ///< [iteration] by loop statement
  ProfiledRun Measured;                ///< Trips overrides its trip counts
  std::optional<Iteration> Iterate;    ///< empty for a single launch
  /// Banks of buffers; empty: the board interleaves all of them.
  BankMap Banks;
  /// Iteration::SameBorders, for a loop of steps inside the kernel.
  bool SameBorders = false;

  /// Returns the trip count [iteration] that Trips gives for the loop statement
  /// at \p Line and \p Column.
  std::optional<double> givenTrip(uint32_t Line, uint32_t Column) const {
    for (uint32_t C : {Column, 0u})
      if (auto It = Trips.find({Line, C}); It != Trips.end())
        return It->second;
    return std::nullopt;
  }
  bool operator==(const Launch &) const = default;
};

/// \p L with other values of Launch::Maxima, in the order of their names, and
/// of the sizes that they give.
Launch withValues(Launch L, const std::vector<int64_t> &Values);

/// Returns the shortest text that reads back as \p Value and is no integer:
/// "2.0".
std::string numberText(double Value);

/// Returns the arguments of \p L with their values: {"n", "64"}, {"c", "0.25"}.
std::vector<std::pair<std::string, std::string>> argumentTexts(const Launch &L);

} // namespace roofline

#endif
