// A level of breadth-first search in two kernels: one marks the unseen
// neighbours of the frontier, one makes them the next frontier.
kernel void visit(global const int *restrict first_edge,
                  global const int *restrict edge, global uchar *frontier,
                  global uchar *next, global const uchar *seen,
                  global int *level, int nodes) {
  int node = get_global_id(0);
  if (node < nodes && frontier[node]) {
    frontier[node] = 0;
    for (int e = first_edge[node]; e < first_edge[node + 1]; ++e) {
      int to = edge[e];
      if (!seen[to]) {
        level[to] = level[node] + 1;
        next[to] = 1;
      }
    }
  }
}

kernel void advance(global uchar *frontier, global uchar *next,
                    global uchar *seen, global uchar *again, int nodes) {
  int node = get_global_id(0);
  if (node < nodes && next[node]) {
    frontier[node] = 1;
    seen[node] = 1;
    *again = 1;
    next[node] = 0;
  }
}
