// Heat that flows through a plate, in steps of time.
#ifndef HEAT2D_H
#define HEAT2D_H

constexpr int ROWS = 64;
constexpr int COLS = 64;
constexpr int STEPS = 16;

/// The border keeps its temperatures.
void heat2d(float plate[ROWS][COLS]);

#endif
