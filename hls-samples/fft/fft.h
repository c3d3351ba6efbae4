// Fourier transform of 64 to 1024 points, radix 2, decimation in time.
#ifndef FFT_H
#define FFT_H

#ifndef FFT_BITS
#define FFT_BITS 8
#endif

constexpr int BITS = FFT_BITS;
constexpr int POINTS = 1 << BITS;
static_assert(BITS >= 6 && BITS <= 10, "64 to 1024 points");

void fft(const float in_re[POINTS], const float in_im[POINTS], float re[POINTS],
         float im[POINTS]);

#endif
