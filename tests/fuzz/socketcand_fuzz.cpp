// SPDX-License-Identifier: Apache-2.0
// Whatever a client sends, in whatever pieces, only frames that can be sent reach the bus.
#include "can_bridge/transport/socketcand.h"

#include <algorithm>

#include "tests/fuzz/fuzz.h"

using namespace ghostcar::can_bridge;
using ghostcar::fuzz::require;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = ghostcar::fuzz::as_text(data, size);
    SocketcandSession whole("can0");
    SocketcandSession pieces("can0");
    std::string answers;
    std::string other_answers;
    std::vector<Frame> frames;
    std::vector<Frame> other_frames;
    const bool speaks = whole.feed(text, answers, frames);
    bool other_speaks = true;
    for (std::size_t begin = 0; begin < text.size() && other_speaks; begin += 3)
        other_speaks = pieces.feed(text.substr(begin, 3), other_answers, other_frames);
    require(speaks == other_speaks && answers == other_answers && frames == other_frames);
    require(std::all_of(frames.begin(), frames.end(), is_sendable));
    return 0;
}
