/* SPDX-License-Identifier: Apache-2.0
 *
 * What a controller of Ghostcar sees, and what it answers, once in a control period. C99 and C++.
 *
 * A controller is a shared library made of one function:
 *
 *     #include <ghostcar_controller.h>
 *
 *     static void drive(const GhostcarView* view, GhostcarCommand* command) {
 *         command->cmdAcc = view->speed < 50.0 ? 0.3 : 0.0;
 *         command->cmdSteer = -0.05 * view->midline[10][1];
 *     }
 *     GHOSTCAR_CONTROLLER(drive)
 *
 * Frames. The car's own frame has its origin in the middle of the car's outline, x points forward
 * and y to the LEFT. The absolute frame is the track's: x, y in metres, angles counted from its
 * x axis, positive to the left (counter-clockwise seen from above).
 *
 * Signs. Angles and yaw rate are positive to the left; cmdSteer is the exception, as it always
 * was: -1 is full left.
 *
 * Old and new. Members are only ever added at the end. `size` says how many bytes of a struct are
 * there, `version` which header describes them: a controller built with an older header keeps
 * working; one built with a newer header than the program knows is refused when it is loaded.
 */
#ifndef GHOSTCAR_CONTROLLER_H
#define GHOSTCAR_CONTROLLER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* NOLINTBEGIN(modernize-use-using, readability-identifier-naming): C, and the paper's names */

#define GHOSTCAR_CONTROLLER_VERSION 1
#define GHOSTCAR_MIDLINE_POINTS 200

/* What a controller sees. */
typedef struct GhostcarView {
    uint32_t size;    /* of this struct, in bytes */
    uint32_t version; /* GHOSTCAR_CONTROLLER_VERSION of the program */

    double time; /* simulation time since Go [s]; begins at 0 again when a session is restarted */

    /* Always. */
    float midline[GHOSTCAR_MIDLINE_POINTS][2]; /* [k]: the point k metres ahead along the road's
                                                  centre line, x and y in the car's frame [m];
                                                  beyond the end of an open road: straight on */
    double yaw;      /* heading relative to the road [rad], + is to the left */
    double yawrate;  /* [rad/s] */
    double speed;    /* forward [km/h], negative in reverse */
    double acc;      /* longitudinal acceleration [m/s^2] */
    double width;    /* of the road [m] */
    double rpm;      /* engine speed [1/min] */
    int32_t gearbox; /* the gear that is in: -1 reverse, 0 neutral, 1 ... 6 */
    int32_t reserved;

    /* Follow: the leader. Race: the next car ahead on the road, 0 and 0 if none is within 200 m. 0
       in other experiments. */
    double leaderXY[2]; /* centre of the car ahead, in the car's frame [m] */

    /* Park; lotX, lotY and lotAngle are 0 in other experiments. */
    double lotX; /* centre of the lot, absolute [m] */
    double lotY;
    double lotAngle; /* where the parked car is to head, absolute [rad] */
    double carX;     /* the car's centre, absolute [m] */
    double carY;
    double carYaw; /* its heading, absolute [rad], from -pi to pi */
} GhostcarView;

/* What a controller answers. Before the call every member is 0 but cmdGear, which is 1. */
typedef struct GhostcarCommand {
    uint32_t size;    /* of this struct, in bytes */
    uint32_t version; /* GHOSTCAR_CONTROLLER_VERSION of the program */

    double cmdAcc;    /* accelerator, 0 ... 1 */
    double cmdBrake;  /* brake, 0 ... 1 */
    double cmdSteer;  /* steering wheel, -1 full LEFT ... 1 full right */
    double cmdClutch; /* clutch pedal, 0 released ... 1 pressed */
    int32_t cmdGear;  /* -1 reverse, 0 neutral, 1 ... 6; where the car shifts itself it works the
                         clutch, too, and takes 1 ... 6 alike: forward */
    int32_t bFinish;  /* park: 1 says "parked" */
} GhostcarCommand;

typedef void (*GhostcarDrive)(const GhostcarView* view, GhostcarCommand* command);

/* How a library introduces itself: the one symbol that is looked up. */
typedef struct GhostcarControllerInfo {
    uint32_t size;      /* of this struct */
    uint32_t version;   /* of the header it was built with */
    uint32_t view_size; /* of the structs in that header */
    uint32_t command_size;
    GhostcarDrive drive;
} GhostcarControllerInfo;

#if defined(__GNUC__)
#define GHOSTCAR_EXPORT __attribute__((visibility("default")))
#else
#define GHOSTCAR_EXPORT
#endif

extern GHOSTCAR_EXPORT const GhostcarControllerInfo ghostcar_controller_info;

/* Stands once in a library, in C or C++, outside all functions and namespaces. */
#define GHOSTCAR_CONTROLLER(function)                                          \
    const GhostcarControllerInfo ghostcar_controller_info = {                  \
        (uint32_t)sizeof(GhostcarControllerInfo), GHOSTCAR_CONTROLLER_VERSION, \
        (uint32_t)sizeof(GhostcarView), (uint32_t)sizeof(GhostcarCommand), (function)};

/* NOLINTEND(modernize-use-using, readability-identifier-naming) */

#ifdef __cplusplus
}
#endif

#endif
