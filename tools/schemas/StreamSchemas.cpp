// Files of lib/streams.
#include "Schemas.h"

#include "roofline/Codegen/LoopCoreFile.h"
#include "roofline/DesignReport/StencilDesigns.h"
#include "roofline/DesignReport/StencilReport.h"
#include "roofline/DesignReport/StreamReport.h"
#include "roofline/Farm/TaskFiles.h"
#include "roofline/Programs/ProgramFile.h"
#include "roofline/StreamFiles/CostFile.h"
#include "roofline/StreamFiles/NetlistJSON.h"
#include "roofline/StreamFiles/StreamKernelJSON.h"
#include "roofline/Verify/SpaceReport.h"
#include "roofline/Verify/VerifyProgram.h"

namespace roofline {

static constexpr NamedSchema Schemas[] = {
    {"core", coreSchema},
    {"costs", costsSchema},
    {"loop-core", loopCoreSchema},
    {"netlist", netlistSchema},
    {"program", programSchema},
    {"program-verification", programVerificationSchema},
    {"space-verification", spaceVerificationSchema},
    {"stencil", stencilSchema},
    {"stencil-designs", stencilDesignsSchema},
    {"stream-kernel", streamKernelSchema},
    {"task-results", taskResultsSchema},
    {"tasks", tasksSchema},
    {"variants", variantsSchema},
    {"verification", verificationSchema},
};

llvm::ArrayRef<NamedSchema> streamSchemas() { return Schemas; }

} // namespace roofline
