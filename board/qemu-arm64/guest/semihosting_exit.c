// SPDX-License-Identifier: Apache-2.0
// semihosting_exit CODE: ends QEMU with an exit code of the guest's choice.
// Arm semihosting for AArch64: operation number in w0, pointer to the parameter block in x1, then
// HLT 0xF000. A plain power-off would always end QEMU with 0.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static const uint64_t sys_exit_extended = 0x20;
static const uint64_t adp_stopped_application_exit = 0x20026;

int main(int argument_count, char** arguments) {
    const uint64_t code = argument_count > 1 ? strtoull(arguments[1], NULL, 10) : 0;
    const uint64_t block[2] = {adp_stopped_application_exit, code};

    register uint64_t operation __asm__("x0") = sys_exit_extended;
    register const uint64_t* parameter __asm__("x1") = block;
    __asm__ volatile("hlt #0xf000" : "+r"(operation) : "r"(parameter) : "memory");

    fputs("semihosting_exit: QEMU runs without -semihosting-config enable=on,userspace=on\n",
          stderr);
    return 1;
}
