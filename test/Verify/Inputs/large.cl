__kernel void shifted(__global const int *from, __global int *to) {
  int i = get_global_id(0);
  to[i] = from[i] >> 1;
}

__kernel void wrapped(__global const int *from, __global int *to) {
  int i = get_global_id(0);
  to[i] = from[(ushort)i];
}

// Nothing depends on n and level: the loop's sum goes nowhere.
__kernel void unasked(__global const int *from, __global int *to, int n,
                      uint level) {
  int i = get_global_id(0);
  int sum = 0;
  for (int j = 0; j < n; ++j)
    sum += j;
  to[i] = from[i] + 1;
}

typedef struct {
  double of[20];
} Wide;

__kernel void wide(__global const Wide *from, __global Wide *to) {
  int i = get_global_id(0);
  to[i] = from[i];
}
