// SPDX-License-Identifier: Apache-2.0
// A controller of an earlier time: its structs ended before the ones of today do.
#include <stdint.h>
#include <string.h>

typedef struct OldView {
    uint32_t size;
    uint32_t version;
    double time;
    float midline[200][2];
    double yaw;
    double yawrate;
    double speed;
} OldView;

// NOLINTBEGIN(readability-identifier-naming): the names of the controller's header
typedef struct OldCommand {
    uint32_t size;
    uint32_t version;
    double cmdAcc;
    double cmdBrake;
    double cmdSteer;
} OldCommand;
// NOLINTEND(readability-identifier-naming)

typedef struct OldInfo {
    uint32_t size;
    uint32_t version;
    uint32_t view_size;
    uint32_t command_size;
    void (*drive)(const OldView*, OldCommand*);
} OldInfo;

static void drive(const OldView* view, OldCommand* command) {
    const OldView copy = *view;
    OldCommand answer;
    memset(&answer, 0, sizeof answer);
    answer.cmdAcc = copy.speed < 40.0 ? 0.4 : 0.0;
    answer.cmdSteer = -0.1 * copy.midline[8][1];
    *command = answer; /* forgets size and version: nobody may mind */
}

const OldInfo ghostcar_controller_info = {sizeof(OldInfo), 1, sizeof(OldView), sizeof(OldCommand),
                                          drive};
