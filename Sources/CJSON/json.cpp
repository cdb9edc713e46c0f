#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>

#include "CJSON.h"
#include "json_numbers.h"
#include "json_syntax.h"

static_assert(JSON_SLACK_BYTES >= simdjson::SIMDJSON_PADDING, "the parser reads this far ahead");

// A parser and what it has parsed. The parser's own buffers are freed as soon as a large text is parsed.
struct json_document {
  simdjson::dom::parser parser;
  simdjson::dom::document contents;

  size_t capacity() const { return std::max(parser.capacity(), contents.capacity()); }

  void forget() {
    parser = simdjson::dom::parser();
    contents = simdjson::dom::document();
  }
};

namespace {

// Buffers for larger texts are freed: they take about 14 bytes for each byte of text.
const size_t kept_capacity_max = size_t(64) << 10;

// The number of bytes that are read between two questions to the caller.
const size_t bytes_at_once = JSON_BYTES_AT_ONCE;

// The document that this thread freed last; it is used again.
thread_local std::unique_ptr<json_document> kept_document;

simdjson::error_code parse(
    json_document &document, const uint8_t *bytes, size_t count, bool has_slack, size_t depth_max) {
  simdjson::dom::parser &parser = document.parser;
  if (!parser.implementation || parser.implementation->max_depth() != depth_max) {
    size_t capacity = std::max(count, std::max(parser.capacity(), size_t(4096)));
    simdjson::error_code error = parser.allocate(capacity, depth_max);
    if (error != simdjson::SUCCESS) return error;
  }
  return parser.parse_into_document(document.contents, bytes, count, !has_slack).error();
}

bool is_out_of_memory(simdjson::error_code error) {
  return error == simdjson::MEMALLOC || error == simdjson::CAPACITY;
}

// Drops what an exponent does not need ("1e+22", "1e-07") and returns the new end.
char *shortened_exponent(char *first, char *last) {
  char *mark = static_cast<char *>(std::memchr(first, 'e', size_t(last - first)));
  if (mark == nullptr) return last;
  char *to = mark + 1;
  char *digits = mark + 2;
  if (mark[1] == '-') to++;
  while (*digits == '0' && digits + 1 < last) digits++;
  std::memmove(to, digits, size_t(last - digits));
  return to + (last - digits);
}

// A fraction that this thread has written, and its text.
struct written_fraction {
  uint64_t bits;
  char text[24];  // the longest: a sign, 17 digits, a point, an exponent of 5
  uint8_t count;
};

// Most elements share left edge and width with others, and finding the fewest digits of a fraction takes longer than
// writing the rest of an element.
thread_local written_fraction written_fractions[16];

// Kept apart from `write_fraction`, which is short without it.
[[gnu::noinline]] void find_digits(uint64_t bits, double value, written_fraction &last) {
  const double least_plain = 0.001;  // Greater fractions have no exponent.
  char *end = std::to_chars(last.text, last.text + sizeof last.text, value).ptr;
  if (std::fabs(value) < least_plain) end = shortened_exponent(last.text, end);
  last.count = uint8_t(end - last.text);
  last.bits = bits;
}

inline size_t write_fraction(double value, char *to) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  written_fraction &last = written_fractions[bits * 0x9E3779B97F4A7C15 >> 60];
  if (last.bits != bits) find_digits(bits, value, last);
  std::memcpy(to, last.text, sizeof last.text);
  return last.count;
}

// The digits of all numbers below 100, two each.
struct digit_pairs {
  char text[200];
  constexpr digit_pairs() : text() {
    for (int number = 0; number < 100; number++) {
      text[2 * number] = char('0' + number / 10);
      text[2 * number + 1] = char('0' + number % 10);
    }
  }
};
constexpr digit_pairs pairs;

// Writes a whole number with more digits, or a sign.
[[gnu::noinline]] char *write_long(int64_t value, char *to, char *limit) {
  return std::to_chars(to, limit, value).ptr;
}

// Writes a whole number. Most have few digits, for which std::to_chars takes four times as many steps.
inline char *write_whole(int64_t value, char *to, char *limit) {
  if (uint64_t(value) >= 10000) return write_long(value, to, limit);
  unsigned rest = unsigned(value);
  if (rest >= 100) {
    const unsigned hundreds = rest / 100, is_short = hundreds < 10;
    std::memcpy(to, pairs.text + 2 * hundreds + is_short, 2);
    to += 2 - is_short;
    std::memcpy(to, pairs.text + 2 * (rest % 100), 2);
    return to + 2;
  }
  const unsigned is_short = rest < 10;
  std::memcpy(to, pairs.text + 2 * rest + is_short, 2);
  return to + 2 - is_short;
}

// Writes a number beyond 2^53.
[[gnu::noinline]] size_t write_large(double value, char *first, char *limit) {
  // Without a format a large whole number would be written with all its digits.
  char *last = std::to_chars(first, limit, value, std::chars_format::scientific).ptr;
  return size_t(shortened_exponent(first, last) - first);
}

}  // namespace

struct json_parse {
  const uint8_t *bytes;
  size_t count;
  bool has_slack;
  size_t depth_max;
  // simdjson does not count an empty container as a level, and allows one level less than `depth_max`. A text that it
  // refuses although it is JSON is parsed again with one level more.
  enum { shorten, parse, check, parse_deeper, done } stage = shorten;
  json_numbers::Shortener shortener;
  json_syntax::Checker checker;
  std::unique_ptr<json_document> document;
  json_failure failure = {JSON_ERROR_NONE, -1};

  json_parse(const uint8_t *bytes, size_t count, bool has_slack, size_t depth_max)
      : bytes(bytes), count(count), has_slack(has_slack), depth_max(depth_max), shortener(bytes, count),
        checker(bytes, count, depth_max) {}

  void fail(json_error error, int64_t offset) {
    failure = {error, offset};
    stage = done;
  }

  // Parses the text, with its long numbers rewritten.
  simdjson::error_code parse_text(size_t depth) {
    const uint8_t *text = bytes;
    size_t text_count = count;
    bool text_has_slack = has_slack;
    if (!shortener.found_none()) {
      text = reinterpret_cast<const uint8_t *>(shortener.text().data());
      text_count = shortener.text().size();
      text_has_slack = true;
    }
    if (!document) document = std::move(kept_document);
    if (!document) document = std::make_unique<json_document>();
    return ::parse(*document, text, text_count, text_has_slack, depth);
  }

  void advance() {
    switch (stage) {
      case shorten:
        if (!shortener.advance(bytes_at_once)) stage = parse;
        return;
      case parse: {
        simdjson::error_code error = parse_text(depth_max);
        if (is_out_of_memory(error)) return fail(JSON_ERROR_MEMORY, -1);
        stage = error == simdjson::SUCCESS ? done : check;
        return;
      }
      case check:
        if (checker.advance(bytes_at_once)) return;
        failure = checker.failure();
        stage = failure.error == JSON_ERROR_NONE ? parse_deeper : done;
        return;
      case parse_deeper: {
        document->forget();
        simdjson::error_code error = parse_text(depth_max + 1);
        if (error == simdjson::SUCCESS) {
          stage = done;
        } else {
          fail(is_out_of_memory(error) ? JSON_ERROR_MEMORY : JSON_ERROR_UNKNOWN, -1);
        }
        return;
      }
      case done:
        return;
    }
  }
};

json_parse *json_parse_begin(const uint8_t *bytes, size_t count, bool has_slack, size_t depth_max) {
  const uint8_t byte_order_mark[] = {0xEF, 0xBB, 0xBF};
  try {
    json_parse *parse = new json_parse(bytes, count, has_slack, depth_max);
    if (count == 0) parse->fail(JSON_ERROR_UNEXPECTED_END, 0);
    if (count >= 3 && std::memcmp(bytes, byte_order_mark, 3) == 0) parse->fail(JSON_ERROR_BYTE_ORDER_MARK, 0);
    return parse;
  } catch (const std::exception &) {
    return nullptr;
  }
}

bool json_parse_advance(json_parse *parse) {
  // An exception must not reach the caller, which is C. Only running out of memory throws.
  try {
    parse->advance();
  } catch (const std::exception &) {
    parse->fail(JSON_ERROR_MEMORY, -1);
  }
  return parse->stage != json_parse::done;
}

json_document *json_parse_end(json_parse *parse, json_failure *failure) {
  std::unique_ptr<json_parse> owned(parse);
  *failure = owned->failure;
  std::unique_ptr<json_document> document = std::move(owned->document);
  if (owned->stage == json_parse::done && failure->error == JSON_ERROR_NONE) {
    if (document->capacity() > kept_capacity_max) document->parser = simdjson::dom::parser();
    return document.release();
  }
  json_document_free(document.release());
  return nullptr;
}

void json_document_free(json_document *document) {
  std::unique_ptr<json_document> owned(document);
  if (owned && owned->capacity() <= kept_capacity_max) kept_document = std::move(owned);
}

const uint64_t *json_document_tape(const json_document *document, size_t *count) {
  const uint64_t *tape = document->contents.tape.get();
  *count = size_t(tape[0] & simdjson::internal::JSON_VALUE_MASK);
  return tape;
}

const uint8_t *json_document_strings(const json_document *document, size_t *count) {
  // The size that simdjson allocates for its capacity; the strings end within it.
  size_t capacity = document->contents.capacity();
  *count = SIMDJSON_ROUNDUP_N(5 * capacity / 3 + simdjson::SIMDJSON_PADDING, 64);
  return document->contents.string_buf.get();
}

const char *json_error_text(json_error error) {
  switch (error) {
    case JSON_ERROR_NONE:
      return "no error";
    case JSON_ERROR_BYTE_ORDER_MARK:
      return "a byte order mark is not part of JSON";
    case JSON_ERROR_UNEXPECTED_BYTE:
      return "this byte cannot stand here";
    case JSON_ERROR_UNEXPECTED_END:
      return "the text ends too early";
    case JSON_ERROR_TRAILING_CONTENT:
      return "something follows the value";
    case JSON_ERROR_ESCAPE:
      return "not an escape sequence of JSON";
    case JSON_ERROR_CONTROL_CHARACTER:
      return "a control character in a string has to be escaped";
    case JSON_ERROR_UTF8:
      return "not valid UTF-8";
    case JSON_ERROR_NUMBER:
      return "not a number of JSON";
    case JSON_ERROR_NUMBER_RANGE:
      return "a number beyond the range of a double";
    case JSON_ERROR_DEPTH:
      return "nested too deeply";
    case JSON_ERROR_MEMORY:
      return "not enough memory to read the text";
    case JSON_ERROR_UNKNOWN:
      return "not valid JSON";
  }
  return "not valid JSON";
}

size_t json_write_double(double value, uint8_t *to) {
  const double greatest_plain = 9007199254740992.0;  // 2^53
  char *first = reinterpret_cast<char *>(to), *limit = first + JSON_DOUBLE_BYTES;
  if (std::fabs(value) <= greatest_plain) {
    int64_t whole = int64_t(value);
    if (double(whole) == value) return size_t(write_whole(whole, first, limit) - first);
    return write_fraction(value, first);
  }
  return write_large(value, first, limit);
}

size_t json_write_integer(int64_t value, uint8_t *to) {
  char *first = reinterpret_cast<char *>(to);
  return size_t(write_whole(value, first, first + JSON_DOUBLE_BYTES) - first);
}
