// The least that an HTTP server in C++ on libmicrohttpd and simdjson can do with a snapshot:
//
//   reader [--on-demand]
//
// receives the body of a POST into one buffer, which grows with what has arrived and ends with room for the parser,
// reads the sizes of all items into two arrays, and answers how many there are and what the last one's are. Items are
// given one by one, `"items":[{"width":1,"height":2},…]`, or `"items":{"widths":[…],"heights":[…]}`; there a list `zIndex`
// is read into a third array.
// It reads simdjson's document, walked once, or with --on-demand what simdjson calls On-Demand.

#include <simdjson.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

#include "bare.h"

namespace {

namespace dom = simdjson::dom;
namespace ondemand = simdjson::ondemand;

constexpr size_t first_body_bytes = 16 * 1024;
constexpr unsigned threads = 2;

bool is_on_demand;

struct upload {
  uint8_t *bytes = nullptr;
  size_t count = 0, capacity = 0, declared = 0;

  ~upload() { free(bytes); }

  bool append(const char *piece, size_t piece_bytes) {
    size_t needed = count + piece_bytes;
    if (needed + simdjson::SIMDJSON_PADDING > capacity) {
      size_t room = std::max(needed, std::min(std::max(count * 2, first_body_bytes), declared));
      auto *grown = static_cast<uint8_t *>(realloc(bytes, room + simdjson::SIMDJSON_PADDING));
      if (grown == nullptr) return false;
      bytes = grown;
      capacity = room + simdjson::SIMDJSON_PADDING;
    }
    memcpy(bytes + count, piece, piece_bytes);
    count = needed;
    return true;
  }
};

struct sizes {
  std::vector<double> widths, heights, z_indexes;
};

// A comparison of so few bytes is worth no call.
template <size_t count>
bool is(std::string_view key, const char (&name)[count]) {
  return key.size() == count - 1 && memcmp(key.data(), name, count - 1) == 0;
}

// simdjson's document

void read_numbers(dom::array numbers, std::vector<double> &to) {
  to.reserve(to.size() + numbers.size());
  for (double number : numbers) to.push_back(number);
}

void read_items(dom::array items, sizes &to) {
  to.widths.reserve(to.widths.size() + items.size());
  to.heights.reserve(to.heights.size() + items.size());
  for (dom::object item : items)
    for (dom::key_value_pair member : item) {
      if (is(member.key, "width"))
        to.widths.push_back(member.value);
      else if (is(member.key, "height"))
        to.heights.push_back(member.value);
    }
}

void read_document(const upload &body, sizes &to) {
  static thread_local dom::parser parser;
  dom::element snapshot = parser.parse(body.bytes, body.count, false);
  for (dom::element section : dom::array(snapshot["sections"])) {
    dom::element items = section["items"];
    if (items.is_array()) {
      read_items(items, to);
    } else {
      for (dom::key_value_pair member : dom::object(items)) {
        if (is(member.key, "widths"))
          read_numbers(member.value, to.widths);
        else if (is(member.key, "heights"))
          read_numbers(member.value, to.heights);
        else if (is(member.key, "zIndex"))
          read_numbers(member.value, to.z_indexes);
      }
    }
  }
}

// On-Demand

void read_numbers(ondemand::array numbers, std::vector<double> &to) {
  for (double number : numbers) to.push_back(number);
}

void read_items(ondemand::array items, sizes &to) {
  for (ondemand::object item : items)
    for (ondemand::field member : item) {
      if (member.key() == "width")
        to.widths.push_back(member.value());
      else if (member.key() == "height")
        to.heights.push_back(member.value());
    }
}

void read_on_demand(const upload &body, sizes &to) {
  static thread_local ondemand::parser parser;
  ondemand::document snapshot = parser.iterate(simdjson::padded_string_view(body.bytes, body.count, body.capacity));
  for (ondemand::object section : snapshot["sections"]) {
    ondemand::value items = section["items"];
    if (items.type() == ondemand::json_type::array) {
      read_items(items.get_array(), to);
    } else {
      for (ondemand::field member : items.get_object()) {
        if (member.key() == "widths")
          read_numbers(member.value().get_array(), to.widths);
        else if (member.key() == "heights")
          read_numbers(member.value().get_array(), to.heights);
        else if (member.key() == "zIndex")
          read_numbers(member.value().get_array(), to.z_indexes);
      }
    }
  }
}

// Requests

size_t declared_bytes(MHD_Connection *connection) {
  const char *text = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Content-Length");
  return text == nullptr ? 0 : strtoull(text, nullptr, 10);
}

MHD_Result send(MHD_Connection *connection, const upload &body) {
  char text[128];
  unsigned status = 200;
  try {
    sizes read;
    is_on_demand ? read_on_demand(body, read) : read_document(body, read);
    double width = read.widths.empty() ? 0 : read.widths.back();
    double height = read.heights.empty() ? 0 : read.heights.back();
    snprintf(text, sizeof text, "{\"itemCount\":%zu,\"width\":%.17g,\"height\":%.17g}", read.heights.size(), width,
             height);
  } catch (const simdjson::simdjson_error &error) {
    status = 400;
    snprintf(text, sizeof text, "%s", error.what());
  }
  MHD_Response *response = MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_COPY);
  MHD_add_response_header(response, "Content-Type", "application/json");
  MHD_Result result = MHD_queue_response(connection, status, response);
  MHD_destroy_response(response);
  return result;
}

MHD_Result advance(void *, MHD_Connection *connection, const char *, const char *, const char *, const char *piece,
                   size_t *piece_bytes, void **slot) {
  auto *body = static_cast<upload *>(*slot);
  if (body == nullptr) {
    body = new upload;
    body->declared = declared_bytes(connection);
    *slot = body;
    return MHD_YES;
  }
  if (*piece_bytes == 0) return send(connection, *body);
  if (!body->append(piece, *piece_bytes)) return MHD_NO;
  *piece_bytes = 0;
  return MHD_YES;
}

void completed(void *, MHD_Connection *, void **slot, MHD_RequestTerminationCode) {
  delete static_cast<upload *>(*slot);
  *slot = nullptr;
}

}  // namespace

int main(int count, char **arguments) {
  is_on_demand = count > 1 && std::string_view(arguments[1]) == "--on-demand";
  bare_run(threads, advance, completed);
}
