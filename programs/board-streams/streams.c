/* streams PROGRAM WIDTH CLOCK_MHZ BYTES [one-bank]: times the kernels of streams.cl on the
 * first OpenCL device and prints what `roofline calibrate board` reads.
 * PROGRAM is streams.cl, compiled here with -DWIDTH, or a binary (.aocx) of that width.
 * BYTES of each array should exceed all caches a thousand times: 1073741824.
 * one-bank puts all arrays into the first bank of an Intel board.
 *   cc -O2 streams.c -o streams -lOpenCL */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPEATS 5
#define BANK_1 (1 << 16) /* CL_CHANNEL_1_INTELFPGA */

static void check(cl_int error, const char *what) {
  if (error != CL_SUCCESS) {
    fprintf(stderr, "streams: %s: OpenCL error %d\n", what, error);
    exit(1);
  }
}

static char *contents(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(1);
  }
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  char *text = malloc(*size + 1);
  if (!text || fread(text, 1, *size, file) != *size)
    exit(1);
  text[*size] = 0;
  fclose(file);
  return text;
}

static cl_program build(cl_context context, cl_device_id device, const char *path, int width) {
  size_t size;
  char *text = contents(path, &size), options[32];
  const size_t length = strlen(path);
  cl_int error;
  cl_program program =
      length > 3 && !strcmp(path + length - 3, ".cl")
          ? clCreateProgramWithSource(context, 1, (const char **)&text, &size, &error)
          : clCreateProgramWithBinary(context, 1, &device, &size, (const unsigned char **)&text,
                                      NULL, &error);
  check(error, path);
  snprintf(options, sizeof options, "-DWIDTH=%d", width);
  check(clBuildProgram(program, 1, &device, options, NULL, NULL), "build");
  free(text);
  return program;
}

static const struct {
  const char *name;
  unsigned reads, writes;
} kernels[] = {{"empty", 0, 0}, {"r1w0", 1, 0}, {"r0w1", 0, 1}, {"r1w1", 1, 1},
               {"r2w1", 2, 1},  {"r3w1", 3, 1}, {"r2w2", 2, 2}};

/* [ms] of the fastest of some launches. */
static double fastest(cl_command_queue queue, cl_kernel kernel, size_t items) {
  double least = 1e300;
  for (int i = 0; i <= REPEATS; ++i) { /* the first warms up */
    cl_event event;
    cl_ulong begin, end;
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, &event), "launch");
    check(clWaitForEvents(1, &event), "wait");
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof begin, &begin, NULL),
          "times");
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL), "times");
    clReleaseEvent(event);
    if (i && (double)(end - begin) < least)
      least = (double)(end - begin);
  }
  return least * 1e-6;
}

int main(int argc, char **argv) {
  if (argc < 5) {
    fprintf(stderr, "usage: streams PROGRAM WIDTH CLOCK_MHZ BYTES [one-bank]\n");
    return 1;
  }
  const int width = atoi(argv[2]), oneBank = argc > 5;
  const size_t bytes = strtoull(argv[4], NULL, 10);
  cl_platform_id platform;
  cl_device_id device;
  cl_int error;
  check(clGetPlatformIDs(1, &platform, NULL), "platform");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  check(error, "context");
  cl_command_queue queue =
      clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
  check(error, "queue");
  cl_mem arrays[4];
  for (int i = 0; i < 4; ++i) {
    arrays[i] = clCreateBuffer(context, CL_MEM_READ_WRITE | (oneBank ? BANK_1 : 0), bytes, NULL,
                               &error);
    check(error, "array");
  }
  cl_program program = build(context, device, argv[1], width);
  printf("reads,writes,width,in,size,clock,time\n");
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; ++k) {
    cl_kernel kernel = clCreateKernel(program, kernels[k].name, &error);
    check(error, kernels[k].name);
    cl_uint numArguments;
    check(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof numArguments, &numArguments, NULL),
          "arguments");
    for (cl_uint a = 0; a < numArguments; ++a)
      check(clSetKernelArg(kernel, a, sizeof(cl_mem), &arrays[a]), "argument");
    const int isEmpty = kernels[k].reads + kernels[k].writes == 0;
    printf("%u,%u,%d,%s,%zu,%s,%.6f\n", kernels[k].reads, kernels[k].writes, isEmpty ? 0 : width,
           oneBank ? "one bank" : "interleaved", isEmpty ? (size_t)0 : bytes, argv[3],
           fastest(queue, kernel, isEmpty ? 1 : bytes / (size_t)width));
    clReleaseKernel(kernel);
  }
  return 0;
}
