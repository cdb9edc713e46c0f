// Numbers in JSON text: their values, and a shorter spelling of long ones, for the parser's sake.
#ifndef CJSON_JSON_NUMBERS_H
#define CJSON_JSON_NUMBERS_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace json_numbers {

enum class Magnitude { finite, too_large, malformed };

// Reads a JSON number. Sets `value` if it is finite. A number too small for a double is 0.
Magnitude read(const uint8_t *first, const uint8_t *last, double &value);

// Rewrites numbers that the parser refuses or reads slowly: integers beyond 64 bits, and numbers with more digits than
// a double needs. Each becomes the shortest number of the same value. Everything else is copied, valid or not. The text
// can be processed in parts.
class Shortener {
 public:
  Shortener(const uint8_t *bytes, size_t count) : start_(bytes), at_(bytes), end_(bytes + count), copied_(bytes) {}

  // Processes about `count` more bytes; returns whether there is more to do.
  bool advance(size_t count);

  // Whether the text has no such number and can be parsed as it is. Valid when `advance` has returned false.
  bool found_none() const { return text_.empty(); }

  // The new text, followed by slack. Valid when `advance` has returned false.
  const std::string &text() const { return text_; }

 private:
  const uint8_t *start_, *at_, *end_;
  const uint8_t *copied_;  // everything before it has been copied to `text_`, unless that is empty
  bool is_rewriting_ = false;
  std::string text_;

  bool search(const uint8_t *limit);
  bool rewrite(const uint8_t *limit);
  void skip_string();
  void take_number();
};

}  // namespace json_numbers

#endif
