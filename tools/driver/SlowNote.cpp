// A note on work that takes long.
#include "SlowNote.h"

#include "llvm/Support/raw_ostream.h"

#include <csignal>

namespace roofline {

SlowNote::SlowNote(std::chrono::milliseconds After, std::string Text) {
  sigset_t All, Before;
  sigfillset(&All);
  pthread_sigmask(SIG_SETMASK, &All, &Before); // which the thread inherits
  Waiting = std::thread([this, After, Text = std::move(Text)] {
    std::unique_lock Held(Lock);
    if (!Ends.wait_for(Held, After, [this] { return IsOver; }))
      llvm::errs() << "roofline: note: " << Text << '\n';
  });
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
}

SlowNote::~SlowNote() {
  {
    const std::lock_guard Held(Lock);
    IsOver = true;
  }
  Ends.notify_one();
  Waiting.join();
}

} // namespace roofline
