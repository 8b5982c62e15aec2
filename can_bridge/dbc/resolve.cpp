// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/dbc/resolve.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "can_bridge/dbc/overlap.h"
#include "can_bridge/frame.h"

namespace ghostcar::can_bridge::dbc {
namespace {

constexpr std::uint32_t extended_flag = 0x8000'0000;
/// Editors keep signals that belong to no message in a message of this name, which nobody sends.
constexpr std::string_view unassigned_signals = "VECTOR__INDEPENDENT_SIG_MSG";
constexpr int longest_number_bits = 64;
/// Editors write this where there is no node.
constexpr std::string_view no_node = "Vector__XXX";

class Resolver {
public:
    explicit Resolver(Statements statements) : statements_(std::move(statements)) {
        database_.file = statements_.file;
        database_.version = std::move(statements_.version);
        database_.value_tables = std::move(statements_.value_tables);
        database_.warnings = std::move(statements_.warnings);
    }

    Database run() {
        for (std::string& name : statements_.nodes) database_.nodes.push_back({name, {}, {}});
        for (const MessageStatement& message : statements_.messages) add_message(message);
        for (const SendersStatement& senders : statements_.senders) add_senders(senders);
        for (CommentStatement& comment : statements_.comments) add_comment(comment);
        for (const AttributeStatement& attribute : statements_.attributes) add_attribute(attribute);
        for (const ValueNamesStatement& names : statements_.value_names) add_value_names(names);
        for (const ValueTypeStatement& type : statements_.value_types) add_value_type(type);
        add_multiplexing();
        for (Message& message : database_.messages) use_attributes(message);
        for (const AttributeStatement& attribute : statements_.attributes)
            if (attribute.name == "SystemSignalLongSymbol") add_long_name(attribute);
        for (const Message& message : database_.messages) look_for_oddities(message);
        warn_of_repetitions();
        return std::move(database_);
    }

private:
    void warn(Position position, const std::string& what) {
        database_.warnings.push_back(DbcError::place(database_.file, position) + what);
    }

    void add_message(const MessageStatement& statement) {
        if (statement.name == unassigned_signals) return;
        Message message;
        message.position = statement.position;
        message.is_extended = (statement.id & extended_flag) != 0;
        message.id = statement.id & ~extended_flag;
        message.name = message.short_name = statement.name;
        message.length = statement.length;
        if (!message.is_extended && message.id > largest_standard_id &&
            message.id <= largest_extended_id) {
            warn(statement.position, "message " + message.name + ": id " +
                                         std::to_string(message.id) +
                                         " has more than 11 bits; taken as an extended id");
            message.is_extended = true;
            message.is_id_too_long = true;
        }
        if (message.id > largest_id(message.is_extended))
            throw DbcError(
                database_.file, statement.position,
                "message " + message.name + ": id " + std::to_string(statement.id) +
                    " has more than 29 bits; write at most 536870911, and add 2147483648 "
                    "for an extended id");
        if (!statement.sender.empty() && statement.sender != no_node)
            message.senders.push_back(statement.sender);
        for (const SignalStatement& signal : statement.signals) {
            message.signals.push_back(signal.signal);
            std::erase(message.signals.back().receivers, no_node);
        }
        by_id_[statement.id] = database_.messages.size();
        sources_.push_back(&statement);
        database_.messages.push_back(std::move(message));
    }

    Message* message_of(const ObjectName& object) {
        const auto found = by_id_.find(object.message_id);
        return found == by_id_.end() ? nullptr : &database_.messages[found->second];
    }

    /// All signals of that name: a message may have one of the same name in several groups of a
    /// multiplexor.
    std::vector<Signal*> signals_of(const ObjectName& object) {
        std::vector<Signal*> found;
        if (Message* message = message_of(object))
            for (Signal& signal : message->signals)
                if (signal.short_name == object.name) found.push_back(&signal);
        return found;
    }

    Node* node_of(const std::string& name) {
        for (Node& node : database_.nodes)
            if (node.name == name) return &node;
        return nullptr;
    }

    void add_senders(const SendersStatement& statement) {
        Message* message = message_of(statement.object);
        if (message == nullptr) return;
        for (const std::string& sender : statement.senders)
            if (sender != no_node && std::find(message->senders.begin(), message->senders.end(),
                                               sender) == message->senders.end())
                message->senders.push_back(sender);
    }

    void add_comment(CommentStatement& statement) {
        const ObjectName& object = statement.object;
        if (object.kind == ObjectKind::network) database_.comment = std::move(statement.text);
        if (object.kind == ObjectKind::node)
            if (Node* node = node_of(object.name)) node->comment = std::move(statement.text);
        if (object.kind == ObjectKind::message)
            if (Message* message = message_of(object)) message->comment = std::move(statement.text);
        if (object.kind == ObjectKind::signal)
            for (Signal* signal : signals_of(object)) signal->comment = statement.text;
    }

    void add_attribute(const AttributeStatement& statement) {
        const ObjectName& object = statement.object;
        const auto add_to = [&](Attributes& attributes) {
            attributes.insert_or_assign(statement.name, statement.value);
        };
        if (object.kind == ObjectKind::network) add_to(database_.attributes);
        if (object.kind == ObjectKind::node)
            if (Node* node = node_of(object.name)) add_to(node->attributes);
        if (object.kind == ObjectKind::message)
            if (Message* message = message_of(object)) add_to(message->attributes);
        if (object.kind == ObjectKind::signal)
            for (Signal* signal : signals_of(object)) add_to(signal->attributes);
    }

    void add_value_names(const ValueNamesStatement& statement) {
        if (statement.object.kind != ObjectKind::signal) return;
        const std::vector<ValueName>* names = &statement.names;
        if (!statement.table.empty()) {
            const auto table = database_.value_tables.find(statement.table);
            if (table == database_.value_tables.end())
                return warn(statement.object.position,
                            "there is no value table " + statement.table);
            names = &table->second;
        }
        for (Signal* signal : signals_of(statement.object)) signal->value_names = *names;
    }

    /// 1 is a float and 2 a double; where that contradicts the length, the length is right: it
    /// decides where the neighbours are.
    void add_value_type(const ValueTypeStatement& statement) {
        if (statement.type != 1 && statement.type != 2) return;
        for (Signal* signal : signals_of(statement.object)) {
            const std::optional<ValueType> type = float_of(signal->length_bits);
            if (signal->length_bits != (statement.type == 1 ? 32 : 64))
                warn(statement.object.position,
                     "signal " + signal->name + " has " + std::to_string(signal->length_bits) +
                         " bits, which is no " + (statement.type == 1 ? "float" : "double") +
                         "; taken as " + words_for(type));
            if (type) signal->type = *type;
        }
    }

    static std::optional<ValueType> float_of(int length_bits) {
        if (length_bits == 16) return ValueType::float16;
        if (length_bits == 32) return ValueType::float32;
        if (length_bits == 64) return ValueType::float64;
        return std::nullopt;
    }

    static std::string words_for(std::optional<ValueType> type) {
        if (!type) return "an integer";
        return *type == ValueType::float16   ? "a half-precision float"
               : *type == ValueType::float32 ? "a float"
                                             : "a double";
    }

    void add_multiplexing() {
        std::map<std::size_t, std::vector<const MultiplexingStatement*>> of_message;
        for (const MultiplexingStatement& statement : statements_.multiplexings) {
            const auto found = by_id_.find(statement.object.message_id);
            if (found == by_id_.end())
                warn(statement.object.position, "SG_MUL_VAL_ names a message that does not exist");
            else
                of_message[found->second].push_back(&statement);
        }
        for (std::size_t index = 0; index < database_.messages.size(); ++index)
            resolve_multiplexing(database_.messages[index], *sources_[index], of_message[index],
                                 database_.warnings, database_.file);
    }

    /// The attribute of an object, or its default; nullptr if the file has neither.
    const AttributeValue* attribute_of(const Attributes& own, std::string_view name) const {
        if (const auto found = own.find(name); found != own.end()) return &found->second;
        for (const AttributeDefault& standard : statements_.defaults)
            if (standard.name == name) return &standard.value;
        return nullptr;
    }

    /// Values of enumerations are written as their index or as their word.
    std::string enumeration_word(std::string_view name, const AttributeValue& value) const {
        for (const AttributeDefinition& definition : statements_.definitions) {
            if (definition.name != name || !value.number) continue;
            if (*value.number >= 0.0 &&
                *value.number < static_cast<double>(definition.words.size()))
                return definition.words[static_cast<std::size_t>(*value.number)];
        }
        return value.text;
    }

    void use_attributes(Message& message) {
        const auto own_text = [](const Attributes& attributes, std::string_view name) {
            const auto found = attributes.find(name);
            return found == attributes.end() ? std::string() : found->second.text;
        };
        const std::string long_name = own_text(message.attributes, "SystemMessageLongSymbol");
        if (!long_name.empty()) message.name = long_name;
        if (const AttributeValue* cycle = attribute_of(message.attributes, "GenMsgCycleTime"))
            message.cycle_time_ms = cycle->number;
        if (const AttributeValue* delay = attribute_of(message.attributes, "GenMsgDelayTime"))
            message.delay_time_ms = delay->number;
        if (const AttributeValue* type = attribute_of(message.attributes, "GenMsgSendType"))
            message.send_type = enumeration_word("GenMsgSendType", *type);
        message.is_fd = message.length > static_cast<int>(largest_classic_length);
        if (const AttributeValue* format = attribute_of(message.attributes, "VFrameFormat"))
            message.is_fd =
                message.is_fd || enumeration_word("VFrameFormat", *format).ends_with("CAN_FD");
        for (Signal& signal : message.signals) {
            if (const AttributeValue* start = attribute_of(signal.attributes, "GenSigStartValue"))
                signal.start_value = start->number;
        }
    }

    /// Where names that were cut are the same for several signals, each statement is about the next
    /// one of them; those that exclude each other by a multiplexor are one signal, and share it.
    void add_long_name(const AttributeStatement& statement) {
        Message* message = message_of(statement.object);
        if (message == nullptr || statement.value.text.empty()) return;
        std::vector<std::size_t> same;
        for (std::size_t index = 0; index < message->signals.size(); ++index)
            if (message->signals[index].short_name == statement.object.name) same.push_back(index);
        if (same.empty()) return;
        std::size_t meant = same.back();
        for (auto index = same.rbegin(); index != same.rend(); ++index)
            if (message->signals[*index].name == message->signals[*index].short_name)
                meant = *index;
        for (const std::size_t index : same)
            if (index == meant || !can_coexist(*message, index, meant))
                message->signals[index].name = statement.value.text;
    }

    void look_for_oddities(const Message& message) {
        for (const Signal& signal : message.signals)
            if (!fits(signal, message.length))
                warn(signal.position, "signal " + signal.name + " does not fit into the " +
                                          std::to_string(message.length) + " bytes of message " +
                                          message.name);
        for (const Signal& signal : message.signals) {
            if (signal.scale == 0.0)
                warn(signal.position, "the factor of signal " + signal.name + " is 0");
            const bool is_scaled = signal.scale != 1.0 || signal.offset != 0.0;
            if (signal.length_bits > longest_number_bits && is_scaled)
                warn(signal.position,
                     "signal " + signal.name + " has " + std::to_string(signal.length_bits) +
                         " bits and a factor or an offset; above 64 only whole numbers "
                         "are decoded, so it is left out");
        }
        const Overlaps overlaps = find_overlaps(message);
        if (!overlaps.first) return;
        const Signal& one = message.signals[overlaps.first->first];
        const Signal& other = message.signals[overlaps.first->second];
        warn(other.position,
             "message " + message.name + ": signals " + one.name + " and " + other.name +
                 " overlap" +
                 (overlaps.signals > 1
                      ? " (and " + std::to_string(overlaps.signals - 1) + " more signals)"
                      : ""));
    }

    void warn_of_repetitions() {
        std::map<std::pair<std::uint32_t, bool>, const Message*> ids;
        std::map<std::string_view, const Message*> names;
        for (const Message& message : database_.messages) {
            if (const Message*& earlier = ids[{message.id, message.is_extended}]; earlier)
                warn(message.position, "messages " + earlier->name + " and " + message.name +
                                           " have the same id; the later one counts");
            else
                earlier = &message;
            if (const Message*& earlier = names[message.name]; earlier)
                warn(message.position, "there are two messages " + message.name);
            else
                earlier = &message;
            warn_of_repeated_signals(message);
        }
    }

    void warn_of_repeated_signals(const Message& message) {
        std::map<std::string_view, std::size_t> earlier;
        for (std::size_t index = 0; index < message.signals.size(); ++index) {
            const Signal& signal = message.signals[index];
            const auto [found, is_new] = earlier.try_emplace(signal.name, index);
            if (!is_new && can_coexist(message, found->second, index))
                warn(signal.position, "message " + message.name + " has two signals " +
                                          signal.name + "; the later one counts");
        }
    }

    Statements statements_;
    Database database_;
    std::map<std::uint32_t, std::size_t> by_id_;    // the last message of each id
    std::vector<const MessageStatement*> sources_;  // of each message of the database
};

}  // namespace

Database resolve(Statements statements) {
    return Resolver(std::move(statements)).run();
}

}  // namespace ghostcar::can_bridge::dbc
