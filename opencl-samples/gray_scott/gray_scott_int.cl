// One step of the reaction and diffusion of Gray and Scott in fixed point of 12
// fraction bits; the rates have 8. The border keeps what it holds.
__kernel void gray_scott_int(__global const int *restrict u,
                             __global const int *restrict v,
                             __global int *restrict u_next,
                             __global int *restrict v_next, int width,
                             int height, int diffuse_u, int diffuse_v, int feed,
                             int kill) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int i = y * width + x;
  int here_u = u[i];
  int here_v = v[i];
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    int flow_u = u[i - 1] + u[i + 1] + u[i - width] + u[i + width] - 4 * here_u;
    int flow_v = v[i - 1] + v[i + 1] + v[i - width] + v[i + width] - 4 * here_v;
    int reaction = (((here_u * here_v) >> 12) * here_v) >> 12;
    here_u += ((diffuse_u * flow_u + feed * (4096 - u[i])) >> 8) - reaction;
    here_v += ((diffuse_v * flow_v - (feed + kill) * v[i]) >> 8) + reaction;
  }
  u_next[i] = here_u;
  v_next[i] = here_v;
}
