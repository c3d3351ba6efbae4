// hls::stream: a queue between two processes.
//
/// \file
/// A program that runs has queues without end, as C simulation has them. A read
/// from an empty queue ends the program with a message, unless hls::task
/// processes run, which fill it. Under __SYNTHESIS__ an access is a call of
/// fifoRead, fifoWrite, fifoReadable, fifoWritable or fifoSize, which have no
/// body: LLVM IR shows each access with its stream and its value.
#ifndef ROOFLINE_HLS_HLS_STREAM_H
#define ROOFLINE_HLS_HLS_STREAM_H

#include "roofline_hls/MacrosAway.inc"

#include "roofline_hls/Queue.h"

namespace hls {

/// A stream that is passed on. Its depth belongs to its variable.
template <class T, int Depth = 0> class stream;

template <class T> class stream<T, 0> {
public:
  using value_type = T;
  stream() = default;
  explicit stream(const char *Name) { set_name(Name); }
  stream(const stream &) = delete;
  stream &operator=(const stream &) = delete;

  ROOFLINE_HLS_INLINE T read() { return fifoRead(); }
  ROOFLINE_HLS_INLINE void read(T &Value) { Value = fifoRead(); }
  ROOFLINE_HLS_INLINE void write(const T &Value) { fifoWrite(Value); }
  ROOFLINE_HLS_INLINE bool read_nb(T &Value) {
    if (!fifoReadable())
      return false;
    Value = fifoRead();
    return true;
  }
  ROOFLINE_HLS_INLINE bool write_nb(const T &Value) {
    if (!fifoWritable())
      return false;
    fifoWrite(Value);
    return true;
  }
  ROOFLINE_HLS_INLINE void operator>>(T &Value) { Value = fifoRead(); }
  ROOFLINE_HLS_INLINE void operator<<(const T &Value) { fifoWrite(Value); }
  ROOFLINE_HLS_INLINE bool empty() const { return !fifoReadable(); }
  ROOFLINE_HLS_INLINE bool full() const { return !fifoWritable(); }
  ROOFLINE_HLS_INLINE unsigned size() const { return fifoSize(); }
  ROOFLINE_HLS_INLINE unsigned capacity() const { return 0; }

#ifdef __SYNTHESIS__
  ROOFLINE_HLS_INLINE void set_name(const char *) {}
  __attribute__((nothrow)) T fifoRead();
  __attribute__((nothrow)) void fifoWrite(T Value);
  __attribute__((nothrow)) bool fifoReadable() const;
  __attribute__((nothrow)) bool fifoWritable() const;
  __attribute__((nothrow)) unsigned fifoSize() const;

private:
  T Element; // says how wide a stream is
#else
  void set_name(const char *Name) { Fifo.setName(Name); }
  T fifoRead() { return Fifo.take(); }
  void fifoWrite(const T &Value) { Fifo.put(Value); }
  bool fifoReadable() const { return Fifo.size() != 0; }
  bool fifoWritable() const { return true; }
  unsigned fifoSize() const { return static_cast<unsigned>(Fifo.size()); }

private:
  mutable roofline_hls::Queue<T> Fifo;
#endif
};

/// A stream with the depth of its queue.
template <class T, int Depth> class stream : public stream<T, 0> {
public:
  using stream<T, 0>::stream;
  using stream<T, 0>::operator<<;
  using stream<T, 0>::operator>>;
  static constexpr int depth = Depth;
  ROOFLINE_HLS_INLINE unsigned capacity() const { return Depth; }

#ifdef __SYNTHESIS__
private:
  char Slots[Depth]; // says how deep a stream is
#endif
};

} // namespace hls

#include "roofline_hls/MacrosBack.inc"

#endif
