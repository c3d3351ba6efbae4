// A wave on a plate in two kernels: the flow between points, then the points.
__kernel void flow(__global const int *level, __global int *flow_x,
                   __global int *flow_y, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  int i = y * width + x;
  if (x < width - 1)
    flow_x[i] = flow_x[i] + ((level[i] - level[i + 1]) >> 2);
  if (y < height - 1)
    flow_y[i] = flow_y[i] + ((level[i] - level[i + width]) >> 2);
}

__kernel void rise(__global const int *flow_x, __global const int *flow_y,
                   __global int *level, int width) {
  int x = get_global_id(0), y = get_global_id(1);
  int i = y * width + x;
  int in = (x > 0 ? flow_x[i - 1] : 0) + (y > 0 ? flow_y[i - width] : 0);
  level[i] = level[i] + in - flow_x[i] - flow_y[i];
}

// Smoothing in two passes; what lies between is needed by nobody else.
__kernel void rows(__global const uchar *from, __global ushort *between,
                   int width) {
  int x = get_global_id(0), y = get_global_id(1);
  int i = y * width + x;
  int left = x > 0 ? from[i - 1] : from[i];
  int right = x < width - 1 ? from[i + 1] : from[i];
  between[i] = left + 2 * from[i] + right;
}

__kernel void columns(__global const ushort *between, __global uchar *to,
                      int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  int i = y * width + x;
  int above = y > 0 ? between[i - width] : between[i];
  int below = y < height - 1 ? between[i + width] : between[i];
  to[i] = (above + 2 * between[i] + below) >> 4;
}
