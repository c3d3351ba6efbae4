// One step of the reaction and diffusion of Gray and Scott: v eats u, u is fed
// and v removed. No flow crosses the border: the coordinates are clamped.
#pragma OPENCL FP_CONTRACT OFF

__kernel void gray_scott(__global const float *restrict u,
                         __global const float *restrict v,
                         __global float *restrict u_next,
                         __global float *restrict v_next, int width, int height,
                         float diffuse_u, float diffuse_v, float feed,
                         float kill) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int west = max(x - 1, 0);
  int east = min(x + 1, width - 1);
  int north = max(y - 1, 0);
  int south = min(y + 1, height - 1);
  int i = y * width + x;
  float here_u = u[i];
  float here_v = v[i];
  float around_u = u[y * width + west] + u[y * width + east] +
                   u[north * width + x] + u[south * width + x];
  float around_v = v[y * width + west] + v[y * width + east] +
                   v[north * width + x] + v[south * width + x];
  float reaction = here_u * here_v * here_v;
  u_next[i] = here_u + (diffuse_u * (around_u - 4.0f * here_u) - reaction +
                        feed * (1.0f - here_u));
  v_next[i] = here_v + (diffuse_v * (around_v - 4.0f * here_v) + reaction -
                        (feed + kill) * here_v);
}
