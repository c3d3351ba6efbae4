// The launch and design options that the driver and the plugin share.
//
/// \file
/// Texts of options to Launch, Utilization and clock; each error names the
/// option and what was expected. checkLaunch() then tests a launch against a
/// kernel, once, before any model sees it.
#ifndef ROOFLINE_OPTIONS_LAUNCHOPTIONS_H
#define ROOFLINE_OPTIONS_LAUNCHOPTIONS_H

#include "roofline/Hpca16/Estimate.h"
#include "roofline/Kernel/Counts.h"
#include "roofline/Kernel/Design.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace roofline {

/// Says which part of a launch does not fit the kernel.
struct LaunchError : llvm::ErrorInfo<LaunchError> {
  static char ID;
  std::string Key; ///< as of a launch file: "global", "args.N", "trips.12"
  std::string Message;
  LaunchError(const llvm::Twine &Key, const llvm::Twine &Message)
      : Key(Key.str()), Message(Message.str()) {}
  void log(llvm::raw_ostream &OS) const override { OS << Message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
};

/// As given on a command line.
struct LaunchTexts {
  std::string Global, Local;      ///< "1024,1024"
  std::vector<std::string> Args;  ///< "N=1024"
  std::vector<std::string> Trips; ///< "LINE=COUNT"
  std::string Iterate;            ///< "1024"
  std::vector<std::string> Swaps; ///< "READ=WRITTEN"
  std::string Borders;            ///< "same"
  bool operator==(const LaunchTexts &) const = default;
};

/// Adds \p Texts to \p L, which may come from a launch file; an option wins.
llvm::Error applyLaunchTexts(const LaunchTexts &Texts, Launch &L);

/// [step] "1024", of --iterate or `iterate`.
llvm::Expected<int64_t> parseSteps(llvm::StringRef Text);

/// Gives argument \p Name of \p L the number that \p Text is; false where it
/// is none.
bool bindArgument(llvm::StringRef Name, llvm::StringRef Text, Launch &L);

/// Says what is wrong with a \p Text that bindArgument() does not take.
std::string notANumber(llvm::StringRef Text);

/// Takes the arguments out of \p L for whose names \p IsErased.
void eraseArguments(Launch &L,
                    llvm::function_ref<bool(llvm::StringRef)> IsErased);

/// "logic=0.4,mem=0.3,dsp=0.1", fractions or per cent ("40%") of the device.
llvm::Expected<Utilization> parseUtilization(llvm::StringRef Text);

/// "measured" or "theoretical".
llvm::Expected<Peaks> parsePeaks(llvm::StringRef Text);

/// Model that predicts times.
struct TimeModel {
  bool OnBoard = true; ///< the model "board", where the device has its values
  ModelForm Form = ModelForm::Hpca16Repaired; ///< of HPCA16
};
/// "board", "hpca16" or "hpca16-repaired".
llvm::Expected<TimeModel> parseTimeModel(llvm::StringRef Text);

/// "add,mul,xor": the operators that W counts.
llvm::Expected<OperationChoice> parseOperators(llvm::StringRef Text);

/// True when \p Kernel has the argument that \p Name, of --arg, speaks of: "N",
/// "size.s1", "in.width".
bool hasArgument(const KernelSummary &Kernel, llvm::StringRef Name);

/// An error where an --arg of \p L is none of \p Args, those of \p Kernels
/// ("'a', 'b'"), or of a type that no number of it fits. Integers that are
/// given for floating-point arguments become such.
llvm::Error checkArguments(llvm::ArrayRef<KernelArg> Args,
                           const llvm::Twine &Kernels, Launch &L);

/// An error where a trip count is given for a place at which no loop of any of
/// \p Kernels starts, or several that differ.
llvm::Error checkTrips(llvm::ArrayRef<KernelSummary> Kernels, const Launch &L);

/// Completes \p L from the kernel's attributes; an error where it contradicts
/// them or names what the kernel does not have.
llvm::Error checkLaunch(const KernelSummary &Kernel, Launch &L);

/// Does the part of checkLaunch() that concerns dimensions and the size of a
/// work-group.
llvm::Error checkWorkGroup(const KernelAttributes &Attributes,
                           llvm::StringRef Kernel, Launch &L);

} // namespace roofline

#endif
