// Numbers of JSON as text: their values, and a spelling of long ones that the parser reads quickly.
#ifndef CJSON_JSON_NUMBERS_H
#define CJSON_JSON_NUMBERS_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace json_numbers {

enum class Magnitude { finite, too_large, malformed };

// Reads a number of JSON; `value` is set if it is finite. A number too small for a double is 0.
Magnitude read(const uint8_t *first, const uint8_t *last, double &value);

// Rewrites the numbers of a text that the parser refuses, or reads slowly: whole ones beyond 64 bits, and those with
// more digits than a double needs. Each becomes the shortest number of the same value; the rest is copied, valid or
// not. The text can be processed in parts.
class Shortener {
 public:
  Shortener(const uint8_t *bytes, size_t count) : start_(bytes), at_(bytes), end_(bytes + count), copied_(bytes) {}

  // Processes about `count` more bytes; returns whether there is more to do.
  bool advance(size_t count);

  // Whether the text has no such number, so that it can be read as it is. Valid once there is nothing more to do.
  bool found_none() const { return text_.empty(); }

  // The new text, followed by slack. Valid once there is nothing more to do.
  const std::string &text() const { return text_; }

 private:
  const uint8_t *start_, *at_, *end_;
  const uint8_t *copied_;  // what stands before it has been copied to `text_`, if that is not empty
  bool is_rewriting_ = false;
  std::string text_;

  bool search(const uint8_t *limit);
  bool rewrite(const uint8_t *limit);
  void skip_string();
  void take_number();
};

}  // namespace json_numbers

#endif
