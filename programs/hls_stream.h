// Bounded streams in place of the vendor's header, whose streams have no end in
// C simulation and so hide deadlocks. Only the check has this folder on its
// include path; the vendor's tool finds its own header.
#ifndef ROOFLINE_HLS_STREAM_H
#define ROOFLINE_HLS_STREAM_H

#include "network.h"

/// A process of a dataflow region runs beside the others.
#define ROOFLINE_PROCESS(Call)                                                 \
  roofline::Network::current()->spawn(#Call, [&] { Call; })
/// The end of the region: until all of them are done.
#define ROOFLINE_JOIN roofline::Network::current()->join()

namespace hls {

template <typename T, int DEPTH = 0> class stream;

/// As the vendor's: a reference to it takes streams of every depth.
template <typename T> class stream<T, 0> {
public:
  void write(const T &Value) { F->write(&Value, sizeof Value); }
  T read() {
    T Value;
    F->read(&Value, sizeof Value);
    return Value;
  }

protected:
  stream(const char *Name, int Depth)
      : F(roofline::Network::current()->fifo(Name, uint64_t(Depth))) {}
  std::unique_ptr<roofline::Fifo> F;
};

template <typename T, int DEPTH> class stream : public stream<T, 0> {
public:
  explicit stream(const char *Name) : stream<T, 0>(Name, DEPTH) {}
};

} // namespace hls

#endif
