// Fields of what is predicted of a core, for the files that have them.
#ifndef ROOFLINE_LIB_CODEGEN_PREDICTIONFIELDS_H
#define ROOFLINE_LIB_CODEGEN_PREDICTIONFIELDS_H

#include "roofline/Codegen/CoreFile.h"
#include "roofline/Json/BaseFields.h"

namespace roofline {

template <typename V> void list(V &Visit, CoreFile::Prediction &S) {
  Visit.says("resources of an FPGA family; null where a part is unknown");
  Visit("target", S.Target);
  Visit("synthesizer", S.Synthesizer);
  Visit.orNull("resources", S.Resources);
  Visit("unknowns", S.Unknowns);
}

} // namespace roofline

#endif
