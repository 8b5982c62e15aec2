// SPDX-License-Identifier: Apache-2.0
// Headers of libraries that nearly every test reads; compiled once (toolchain/unity.cmake).
#pragma once

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>
#include <vector>
