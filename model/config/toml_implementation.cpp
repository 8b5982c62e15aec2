// SPDX-License-Identifier: Apache-2.0
// toml++ is compiled here, once. Everybody else sees declarations only (TOML_HEADER_ONLY=0), which
// makes the whole build several times shorter.
#define TOML_IMPLEMENTATION
#include <toml++/toml.h>
