// Numbers of a core that follow from the sizes of a launch.
//
/// \file
/// A kernel with StreamKernel::SizeScalars is laid out for each of its Sizes.
/// The parts of a lane are the same; steps, sides of boxes, lengths of line
/// buffers and constants of counters differ, and are polynomials of the
/// scalars, which the lane computes before a launch.
#ifndef ROOFLINE_CORE_SIZEFORMS_H
#define ROOFLINE_CORE_SIZEFORMS_H

#include "roofline/Base/Polynomial.h"
#include "roofline/Core/StreamLayout.h"
#include "roofline/Core/StreamMasters.h"

namespace roofline {

/// [cycle] for which the size scalars have to be constant before a start: a
/// product of SizeCycles of them has a register behind each multiplication, and
/// their sum has one.
constexpr int64_t SizeCycles = 3;

/// Returns the polynomial of the scalars that gives \p Numbers, by
/// StreamKernel::Sizes; nothing where there is none, or where it is not there
/// after SizeCycles.
std::optional<Polynomial> sizeForm(const StreamKernel &K,
                                   const std::vector<int64_t> &Numbers);

/// Returns a number that \p Numbers, by StreamKernel::Sizes, do not exceed for
/// any values up to the greatest ones, for which it need not be greatest. Where
/// sizeForm() finds none, the greatest of those.
int64_t mostNumber(const StreamKernel &K, const std::vector<int64_t> &Numbers);

/// Returns the coordinates, in \p Space, of the beat that a counter which leads
/// by \p Shift starts from in a lane that begins at \p Begin.
std::array<int64_t, 3> firstCoordinates(const Box &Space, int64_t Begin,
                                        int64_t Shift) noexcept;

/// The kernel of each of K.Sizes.
std::vector<StreamKernel> kernelsOfSizes(const StreamKernel &K);

/// Says why design \p D of \p K does not take its sizes at run time; nothing
/// where it does, or they are constants.
std::optional<std::string> whyNotSized(const StreamKernel &K,
                                       const StreamDesign &D);

/// As whyNotSized(), for \p Sizes alone: they are like those of the kernel.
std::optional<std::string> whyNotSizes(const StreamKernel &K,
                                       const StreamDesign &D,
                                       const std::optional<MemoryMasters> &M,
                                       const KernelSizes &Sizes);

/// True where the space and the windows of \p Sizes follow from its values as
/// those of \p K do.
bool followsSizes(const StreamKernel &K, const KernelSizes &Sizes);

/// As whyNotSized(), for the masters \p M of the streams.
std::optional<std::string> whyNotSizedMasters(const StreamKernel &K,
                                              const StreamDesign &D,
                                              const MemoryMasters &M);

/// "width = 640, height = 480"
std::string sizesText(const StreamKernel &K,
                      const std::vector<int64_t> &Values);

} // namespace roofline

#endif
