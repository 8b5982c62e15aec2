// SPDX-License-Identifier: Apache-2.0
// The public header, as a C99 compiler sees it.
#include "model/driver/controller/ghostcar_controller.h"

uint32_t view_size_in_c(void) {
    return (uint32_t)sizeof(GhostcarView);
}

uint32_t command_size_in_c(void) {
    return (uint32_t)sizeof(GhostcarCommand);
}

static void drive(const GhostcarView* view, GhostcarCommand* command) {
    command->cmdSteer = -0.05 * view->midline[10][1];
}
GHOSTCAR_CONTROLLER(drive)
