// Vectors of three floats, an array per component, to length 1.
__kernel void normalise(__global const float *restrict x,
                        __global const float *restrict y,
                        __global const float *restrict z,
                        __global float *restrict nx,
                        __global float *restrict ny,
                        __global float *restrict nz) {
  size_t i = get_global_id(0);
  float length = sqrt(x[i] * x[i] + y[i] * y[i] + z[i] * z[i]);
  nx[i] = x[i] / length;
  ny[i] = y[i] / length;
  nz[i] = z[i] / length;
}
