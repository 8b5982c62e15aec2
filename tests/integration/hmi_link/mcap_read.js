// SPDX-License-Identifier: Apache-2.0
// mcap_read.js FILE MODE: reads a recording with the reference reader (@mcap/core) and decodes its
// messages by the schema inside the file alone. Prints one JSON object.
//   indexed   by the summary at the end of a whole file
//   stream    from front to back, as far as it goes
const { createRequire } = require("module");
const fs = require("fs");
const path = require("path");

const installed = createRequire(path.join(process.env.NODE_PLACE, "package.json"));
const { McapIndexedReader, McapStreamReader } = installed("@mcap/core");
const protobuf = installed("protobufjs");
const descriptor = installed("protobufjs/ext/descriptor");

function decoderOf(schema) {
  const set = descriptor.FileDescriptorSet.decode(schema.data);
  const type = protobuf.Root.fromDescriptor(set).lookupType(schema.name);
  return (data) => type.toObject(type.decode(data), { longs: String, enums: String, defaults: true });
}

class Collector {
  constructor() {
    this.schemas = new Map();
    this.channels = new Map();
    this.metadata = {};
    this.messages = {};
    this.stopped = "";
  }

  take(record) {
    if (record.type === "Schema") this.schemas.set(record.id, decoderOf(record));
    else if (record.type === "Channel") this.channels.set(record.id, record);
    else if (record.type === "Metadata")
      this.metadata[record.name] = Object.fromEntries(record.metadata);
    else if (record.type === "Message") this.takeMessage(record);
  }

  takeMessage(message) {
    const channel = this.channels.get(message.channelId);
    const list = (this.messages[channel.topic] ??= []);
    const decode = this.schemas.get(channel.schemaId);
    list.push({ time_ns: String(message.logTime), sequence: message.sequence, ...decode(message.data) });
  }

  result() {
    const { metadata, messages, stopped } = this;
    return { metadata, messages, stopped };
  }
}

async function readIndexed(file) {
  const handle = await fs.promises.open(file);
  const { size } = await handle.stat();
  const readable = {
    size: async () => BigInt(size),
    read: async (offset, length) => {
      const bytes = new Uint8Array(Number(length));
      await handle.read(bytes, 0, bytes.length, Number(offset));
      return bytes;
    },
  };
  const collector = new Collector();
  const reader = await McapIndexedReader.Initialize({ readable });
  for (const schema of reader.schemasById.values()) collector.take({ ...schema, type: "Schema" });
  for (const channel of reader.channelsById.values()) collector.take({ ...channel, type: "Channel" });
  for await (const metadata of reader.readMetadata()) collector.take(metadata);
  for await (const message of reader.readMessages()) collector.take(message);
  await handle.close();
  const result = collector.result();
  result.statistics_messages = String(reader.statistics.messageCount);
  result.chunks = reader.chunkIndexes.length;
  return result;
}

function readStream(file) {
  const collector = new Collector();
  const reader = new McapStreamReader({ validateCrcs: true });
  reader.append(fs.readFileSync(file));
  try {
    for (let record = reader.nextRecord(); record; record = reader.nextRecord()) collector.take(record);
    if (!reader.done()) collector.stopped = "the file is not whole";
  } catch (error) {
    collector.stopped = error.message;
  }
  return collector.result();
}

async function main([file, mode]) {
  const result = mode === "indexed" ? await readIndexed(file) : readStream(file);
  process.stdout.write(JSON.stringify(result));
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exit(1);
});
