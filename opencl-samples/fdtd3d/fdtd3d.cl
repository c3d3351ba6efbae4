// Electromagnetic waves in three dimensions by Yee's finite differences in
// time: the electric field from the magnetic one, then the magnetic field from
// the new electric one, all six components in place. The box is a conductor:
// the electric field along its walls stays as it is.
#pragma OPENCL FP_CONTRACT OFF

__kernel void fdtd3d_e(__global float *restrict ex, __global float *restrict ey,
                       __global float *restrict ez,
                       __global const float *restrict hx,
                       __global const float *restrict hy,
                       __global const float *restrict hz, float ce, int width,
                       int height, int depth) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int z = get_global_id(2);
  int plane = width * height;
  int i = z * plane + y * width + x;
  bool inner_x = x > 0 && x < width - 1;
  bool inner_y = y > 0 && y < height - 1;
  bool inner_z = z > 0 && z < depth - 1;
  if (x < width - 1 && inner_y && inner_z)
    ex[i] = ex[i] + ce * ((hz[i] - hz[i - width]) - (hy[i] - hy[i - plane]));
  if (inner_x && y < height - 1 && inner_z)
    ey[i] = ey[i] + ce * ((hx[i] - hx[i - plane]) - (hz[i] - hz[i - 1]));
  if (inner_x && inner_y && z < depth - 1)
    ez[i] = ez[i] + ce * ((hy[i] - hy[i - 1]) - (hx[i] - hx[i - width]));
}

__kernel void fdtd3d_h(__global float *restrict hx, __global float *restrict hy,
                       __global float *restrict hz,
                       __global const float *restrict ex,
                       __global const float *restrict ey,
                       __global const float *restrict ez, float ch, int width,
                       int height, int depth) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int z = get_global_id(2);
  int plane = width * height;
  int i = z * plane + y * width + x;
  if (y < height - 1 && z < depth - 1)
    hx[i] = hx[i] - ch * ((ez[i + width] - ez[i]) - (ey[i + plane] - ey[i]));
  if (x < width - 1 && z < depth - 1)
    hy[i] = hy[i] - ch * ((ex[i + plane] - ex[i]) - (ez[i + 1] - ez[i]));
  if (x < width - 1 && y < height - 1)
    hz[i] = hz[i] - ch * ((ey[i + 1] - ey[i]) - (ex[i + width] - ex[i]));
}
