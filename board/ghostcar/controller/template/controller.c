/* SPDX-License-Identifier: Apache-2.0 */
/* Steers toward a point of the road's middle ahead, at a steady speed. */
#include <ghostcar_controller.h>

static double clamped(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

static void drive(const GhostcarView* view, GhostcarCommand* command) {
    const double x = view->midline[8][0];
    const double y = view->midline[8][1];                               /* + is left */
    const double missing = 36.0 - view->speed;                          /* km/h */
    command->cmdSteer = clamped(-9.0 * y / (x * x + y * y), -1.0, 1.0); /* -1 is left */
    command->cmdAcc = clamped(0.1 * missing, 0.0, 1.0);
    command->cmdBrake = clamped(-0.05 * missing, 0.0, 1.0);
}

GHOSTCAR_CONTROLLER(drive)
