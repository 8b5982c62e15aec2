// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/record_config.h"

#include "hmi_link/publish_rate.h"

namespace ghostcar::hmi_link {

RecordConfig RecordConfig::from_toml(model::TableReader& record) {
    RecordConfig config;
    config.enabled = record.boolean_or("enabled", config.enabled);
    config.state_period_ticks = period_from_rate(record, "state_rate_hz", 100);
    config.sync_to_disk = record.boolean_or("sync_to_disk", config.sync_to_disk);
    record.finish();
    return config;
}

}  // namespace ghostcar::hmi_link
