// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/stream_config.h"

#include "hmi_link/publish_rate.h"

namespace ghostcar::hmi_link {

StreamConfig StreamConfig::from_toml(model::TableReader& stream) {
    StreamConfig config;
    config.period_ticks = period_from_rate(stream, "rate_hz", 100);
    for (model::TableReader& peer : stream.tables_if("peer")) {
        config.peers.push_back(address_from_toml(peer, "address"));
        if (config.peers.back().port() == 0)
            peer.fail("address", "found port 0", "write the port the receiver listens on");
        peer.finish();
    }
    stream.finish();
    return config;
}

}  // namespace ghostcar::hmi_link
