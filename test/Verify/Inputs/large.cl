__kernel void shifted(__global const int *from, __global int *to) {
  int i = get_global_id(0);
  to[i] = from[i] >> 1;
}

__kernel void wrapped(__global const int *from, __global int *to) {
  int i = get_global_id(0);
  to[i] = from[(ushort)i];
}
