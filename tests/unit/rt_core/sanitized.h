// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ghostcar::tests {

// The sanitizers turn mlockall into nothing and fault in their shadow memory as they go: what is
// said about locked memory and page faults holds only without them.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif
#else
constexpr bool sanitized = false;
#endif

}  // namespace ghostcar::tests
