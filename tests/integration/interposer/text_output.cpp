// SPDX-License-Identifier: Apache-2.0
// Text and buffered files. stdio writes through a name of write(2) that cannot be wrapped, so it
// is wrapped itself; streams of the C++ library end in these or in write.
#include <syslog.h>
#include <cstdarg>
#include <cstdio>

#include "tests/integration/interposer/watch.h"

using namespace ghostcar::tests::interposer;

extern "C" {

int vfprintf(std::FILE* file, const char* format, va_list list) {
    forbid_in_tick("vfprintf");
    return next<&vfprintf>("vfprintf")(file, format, list);
}

int vprintf(const char* format, va_list list) {
    forbid_in_tick("vprintf");
    return next<&vfprintf>("vfprintf")(stdout, format, list);
}

int printf(const char* format, ...) {
    forbid_in_tick("printf");
    va_list list;
    va_start(list, format);
    const int printed = next<&vfprintf>("vfprintf")(stdout, format, list);
    va_end(list);
    return printed;
}

int fprintf(std::FILE* file, const char* format, ...) {
    forbid_in_tick("fprintf");
    va_list list;
    va_start(list, format);
    const int printed = next<&vfprintf>("vfprintf")(file, format, list);
    va_end(list);
    return printed;
}

int puts(const char* text) {
    forbid_in_tick("puts");
    return next<&puts>("puts")(text);
}

int fputs(const char* text, std::FILE* file) {
    forbid_in_tick("fputs");
    return next<&fputs>("fputs")(text, file);
}

int putchar(int letter) {
    forbid_in_tick("putchar");
    return next<&putchar>("putchar")(letter);
}

int fputc(int letter, std::FILE* file) {
    forbid_in_tick("fputc");
    return next<&fputc>("fputc")(letter, file);
}

int putc(int letter, std::FILE* file) {
    forbid_in_tick("putc");
    return next<&putc>("putc")(letter, file);
}

std::size_t fwrite(const void* data, std::size_t size, std::size_t count, std::FILE* file) {
    forbid_in_tick("fwrite");
    return next<&fwrite>("fwrite")(data, size, count, file);
}

std::size_t fread(void* data, std::size_t size, std::size_t count, std::FILE* file) {
    forbid_in_tick("fread");
    return next<&fread>("fread")(data, size, count, file);
}

int fflush(std::FILE* file) {
    forbid_in_tick("fflush");
    return next<&fflush>("fflush")(file);
}

std::FILE* fopen(const char* path, const char* mode) {
    forbid_in_tick("fopen");
    return next<&fopen>("fopen")(path, mode);
}

int fclose(std::FILE* file) {
    forbid_in_tick("fclose");
    return next<&fclose>("fclose")(file);
}

void syslog(int priority, const char* format, ...) {
    forbid_in_tick("syslog");
    va_list list;
    va_start(list, format);
    vsyslog(priority, format, list);
    va_end(list);
}

}  // extern "C"
