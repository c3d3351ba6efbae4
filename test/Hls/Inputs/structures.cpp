#include <hls_stream.h>

struct Pair {
  long First, Second;
};
struct Triple {
  long First, Second, Third;
};

void small(hls::stream<Pair> &from, hls::stream<Pair> &to) {
  Pair P = from.read();
  P.First += P.Second;
  to.write(P);
}

void large(hls::stream<Triple> &from, hls::stream<Triple> &to) {
  Triple T = from.read();
  T.First += T.Third;
  to.write(T);
}
