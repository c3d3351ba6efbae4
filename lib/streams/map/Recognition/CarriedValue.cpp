// Values that the iterations of a nest pass on.
#include "CarriedValue.h"

#include "DatapathBuilder.h"

using namespace llvm;

namespace roofline {

const Value *passed(const Value *V) {
  while (const auto *Phi = dyn_cast<PHINode>(V)) {
    if (Phi->getNumIncomingValues() != 1)
      break;
    V = Phi->getIncomingValue(0);
  }
  return V;
}

Choice choiceAt(const StreamBody &Body, const Instruction &I) {
  if (const auto *Select = dyn_cast<SelectInst>(&I))
    return {Select->getCondition(), Select->getTrueValue(),
            Select->getFalseValue()};
  const auto *Join = dyn_cast<PHINode>(&I);
  return Join ? choiceOf(*Join, *Body.DT) : Choice();
}

const Value *CarriedValue::first(const StreamBody &Body) const {
  return Outermost->getIncomingValue(Outermost->getIncomingBlock(0) ==
                                     Body.Latches[Body.NumDimensions - 1]);
}

static bool usedBehind(const StreamBody &Body, const Value &Last) {
  return any_of(Last.users(), [&](const User *User) {
    const auto *I = cast<Instruction>(User);
    return !Body.isInNest(*I->getParent()) ||
           (isa<PHINode>(I) && I->getNumOperands() == 1 &&
            usedBehind(Body, *I));
  });
}

bool CarriedValue::isUsedBehind(const StreamBody &Body) const {
  return usedBehind(Body, *After);
}

Expected<CarriedValue> carriedValue(const StreamBody &Body,
                                    PHINode &Outermost) {
  if (!streamType(Outermost.getType()))
    return notAStream(&Outermost, "a pointer that moves from one iteration to "
                                  "the next");
  const PHINode *Before = &Outermost;
  for (unsigned D = Body.NumDimensions - 1;; --D) {
    const Value *After = Before->getIncomingValueForBlock(Body.Latches[D]);
    if (D == 0)
      return CarriedValue{&Outermost, Before, passed(After)};
    auto Inner = find_if(Body.Carried[D - 1], [&](const PHINode *P) {
      return is_contained(P->incoming_values(), Before) &&
             passed(After) ==
                 passed(P->getIncomingValueForBlock(Body.Latches[D - 1]));
    });
    if (Inner == Body.Carried[D - 1].end())
      return notAStream(Before, "a value that one row leaves to the next");
    Before = *Inner;
  }
}

} // namespace roofline
