// The launch of a kernel: sizes, arguments, and what a profile told of it.
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

/// How often a loop ran on a launch that was profiled.
struct ProfiledTrip {
  double Mean = 0;              ///< [iteration] of one entry
  uint64_t Least = 0, Most = 0; ///< of one entry of the profiled launch
  bool operator==(const ProfiledTrip &) const = default;
};

/// A line and a column; column 0 is any.
using SourcePlace = std::pair<uint32_t, uint32_t>;
/// "12" or "12:5"; nothing where \p Text is neither.
std::optional<SourcePlace> parsePlace(std::string_view Text);
std::string toString(const SourcePlace &Place);

/// Facts about a kernel that only a run tells: from a profile, by
/// docs/profile-format.md.
struct ProfiledRun {
  std::string From;    ///< the launch that was profiled; empty: none was
  bool Scaled = false; ///< that launch was another one than this
  /// Trips of the loops whose counts have no exact form, by the loop statement.
  std::map<SourcePlace, ProfiledTrip> Trips;
  /// How often a loop that data may skip is entered where the code around it
  /// runs.
  std::map<SourcePlace, double> EntryShares;
  /// How often an operator that data may skip is executed, by its place and
  /// name, where the body of the loop around it runs.
  std::map<std::pair<SourcePlace, std::string>, double> Shares;
  bool operator==(const ProfiledRun &) const = default;
};

/// Arguments whose buffers take turns: see Iteration::Swap.
struct SwapPair {
  std::string Read, Written;
  bool operator==(const SwapPair &) const = default;
};

/// The one who repeats a step, and lets the next one read what this one wrote.
enum class StepLoop : uint8_t {
  Host,   ///< launches the kernel again
  Kernel, ///< has a loop, in which pointers change places
  Copies, ///< a loop of the kernel, which copies from Written to Read
};

/// Steps that follow one another, with buffers that take turns.
struct Iteration {
  int64_t Steps = 1; ///< [step]
  /// The next step has, as argument Read, the buffer that was argument Written;
  /// the last one of such a chain gets the buffer of the first one.
  std::vector<SwapPair> Swap;
  /// A promise: before the first step, elements that no step writes are the
  /// same in all buffers that take turns.
  bool SameBorders = false;
  StepLoop By = StepLoop::Host;
  bool operator==(const Iteration &) const = default;
};

/// By argument in \p Swap: the one whose buffer it has in the next step, with
/// chains closed.
std::map<std::string, std::string> turnsOf(const std::vector<SwapPair> &Swap);

/// [step] The largest number of them.
constexpr int64_t MaxSteps = 1000000000000;

/// [work-item] The largest size of one dimension.
constexpr uint64_t MaxLaunchSize = uint64_t(1) << 32;

/// NDRange, scalar arguments and trip counts that the user bound.
struct Launch {
  uint32_t Dimensions = 0;                      ///< 0: no NDRange given
  std::array<uint64_t, 3> Global{1, 1, 1};      ///< [work-item]
  std::optional<std::array<uint64_t, 3>> Local; ///< [work-item] per group
  std::map<std::string, int64_t, std::less<>> Args;
  /// Floating-point arguments: for what runs the kernel; no model reads them.
  std::map<std::string, double, std::less<>> Floats;
  std::map<SourcePlace, double> Trips; ///< of loop statements to iterations
  ProfiledRun Measured;                ///< Trips wins
  std::optional<Iteration> Iterate;    ///< nothing: one launch alone
  /// Iteration::SameBorders, of a loop of steps in the kernel.
  bool SameBorders = false;

  /// The given trip count of the loop statement at \p Line and \p Column.
  std::optional<double> givenTrip(uint32_t Line, uint32_t Column) const {
    for (uint32_t Of : {Column, 0u})
      if (auto It = Trips.find({Line, Of}); It != Trips.end())
        return It->second;
    return std::nullopt;
  }
  bool operator==(const Launch &) const = default;
};

/// The shortest that reads back as \p Value, and never as an integer: "2.0".
std::string numberText(double Value);

/// The arguments of \p L and their values: {"n", "64"}, {"c", "0.25"}.
std::vector<std::pair<std::string, std::string>> argumentTexts(const Launch &L);

} // namespace roofline

#endif
