// Streams without end, as C simulation of the vendors' tools has them.
#include <queue>

namespace hls {
template <typename T, int DEPTH = 0> struct stream;
template <typename T> struct stream<T, 0> {
  explicit stream(const char *) {}
  void write(const T &Value) { Queue.push(Value); }
  T read() {
    T Value = Queue.front();
    Queue.pop();
    return Value;
  }
  std::queue<T> Queue;
};
template <typename T, int DEPTH> struct stream : stream<T, 0> {
  using stream<T, 0>::stream;
};
} // namespace hls
