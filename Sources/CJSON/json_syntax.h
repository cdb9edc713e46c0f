// Finds the place at which a text stops being JSON. simdjson does not report it, and refuses the deepest allowed level
// of nesting. So this slower check reads the texts that simdjson refuses.
#ifndef CJSON_JSON_SYNTAX_H
#define CJSON_JSON_SYNTAX_H

#include <vector>

#include "CJSON.h"

namespace json_syntax {

// What is allowed next.
enum class Expecting { value, value_or_end, key, key_or_end, comma_or_end, nothing };

// Finds the first error of a text in reading order. The text can be checked in parts.
class Checker {
 public:
  Checker(const uint8_t *bytes, size_t count, size_t depth_max)
      : start_(bytes), at_(bytes), end_(bytes + count), depth_max_(depth_max) {}

  // Checks about `count` more bytes; returns whether there is more to check.
  bool advance(size_t count);

  // The first error, or JSON_ERROR_NONE. Valid when `advance` has returned false.
  json_failure failure() const;

 private:
  const uint8_t *start_, *at_, *end_;
  size_t depth_max_;
  std::vector<bool> containers_are_objects_;
  Expecting expecting_ = Expecting::value;
  json_error error_ = JSON_ERROR_NONE;

  void fail(json_error error) { error_ = error; }
  void fail_here();
  void step();
  void value();
  void after_value();
  void open(bool is_object);
  void close();
  void comma_or_end();
  void key();
  void literal(const char *text);
  bool digits();
  void number();
  void string();
  void escape();
  int32_t code_unit();
  void utf8();
};

}  // namespace json_syntax

#endif
