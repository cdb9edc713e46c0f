#include "json_syntax.h"

#include <cstring>

#include "json_numbers.h"

namespace json_syntax {
namespace {

bool is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }
bool is_space(uint8_t byte) {
  return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

}  // namespace

bool Checker::advance(size_t count) {
  const uint8_t *limit = size_t(end_ - at_) > count ? at_ + count : end_;
  while (error_ == JSON_ERROR_NONE) {
    while (at_ < end_ && is_space(*at_)) at_++;
    if (at_ == end_) {
      if (expecting_ != Expecting::nothing) fail(JSON_ERROR_UNEXPECTED_END);
      return false;
    }
    if (at_ >= limit) return true;
    step();
  }
  return false;
}

json_failure Checker::failure() const {
  return {error_, error_ == JSON_ERROR_NONE ? -1 : int64_t(at_ - start_)};
}

void Checker::fail_here() {
  fail(at_ == end_ ? JSON_ERROR_UNEXPECTED_END : JSON_ERROR_UNEXPECTED_BYTE);
}

void Checker::step() {
  switch (expecting_) {
    case Expecting::value:
      return value();
    case Expecting::value_or_end:
      return *at_ == ']' ? close() : value();
    case Expecting::key_or_end:
      return *at_ == '}' ? close() : key();
    case Expecting::key:
      return key();
    case Expecting::comma_or_end:
      return comma_or_end();
    case Expecting::nothing:
      return fail(JSON_ERROR_TRAILING_CONTENT);
  }
}

void Checker::value() {
  switch (*at_) {
    case '{':
      return open(true);
    case '[':
      return open(false);
    case '"':
      string();
      break;
    case 't':
      literal("true");
      break;
    case 'f':
      literal("false");
      break;
    case 'n':
      literal("null");
      break;
    default:
      number();
  }
  after_value();
}

void Checker::after_value() {
  expecting_ = containers_are_objects_.empty() ? Expecting::nothing : Expecting::comma_or_end;
}

void Checker::open(bool is_object) {
  if (containers_are_objects_.size() >= depth_max_) return fail(JSON_ERROR_DEPTH);
  containers_are_objects_.push_back(is_object);
  expecting_ = is_object ? Expecting::key_or_end : Expecting::value_or_end;
  at_++;
}

void Checker::close() {
  containers_are_objects_.pop_back();
  at_++;
  after_value();
}

void Checker::comma_or_end() {
  bool is_object = containers_are_objects_.back();
  if (*at_ == ',') {
    at_++;
    expecting_ = is_object ? Expecting::key : Expecting::value;
  } else if (*at_ == (is_object ? '}' : ']')) {
    close();
  } else {
    fail(JSON_ERROR_UNEXPECTED_BYTE);
  }
}

void Checker::key() {
  if (*at_ != '"') return fail(JSON_ERROR_UNEXPECTED_BYTE);
  string();
  if (error_ != JSON_ERROR_NONE) return;
  while (at_ < end_ && is_space(*at_)) at_++;
  if (at_ == end_ || *at_ != ':') return fail_here();
  at_++;
  expecting_ = Expecting::value;
}

void Checker::literal(const char *text) {
  for (; *text != 0; text++, at_++) {
    if (at_ == end_ || *at_ != uint8_t(*text)) return fail_here();
  }
}

bool Checker::digits() {
  const uint8_t *first = at_;
  while (at_ < end_ && is_digit(*at_)) at_++;
  return at_ > first;
}

void Checker::number() {
  const uint8_t *first = at_;
  if (*at_ == '-') at_++;
  if (at_ == end_ || !is_digit(*at_)) {
    return fail(at_ == end_                ? JSON_ERROR_UNEXPECTED_END
                : at_ == first             ? JSON_ERROR_UNEXPECTED_BYTE
                                           : JSON_ERROR_NUMBER);
  }
  if (*at_ == '0') {
    at_++;
    if (at_ < end_ && is_digit(*at_)) return fail(JSON_ERROR_NUMBER);
  } else {
    digits();
  }
  if (at_ < end_ && *at_ == '.') {
    at_++;
    if (!digits()) return fail(at_ == end_ ? JSON_ERROR_UNEXPECTED_END : JSON_ERROR_NUMBER);
  }
  if (at_ < end_ && (*at_ == 'e' || *at_ == 'E')) {
    at_++;
    if (at_ < end_ && (*at_ == '+' || *at_ == '-')) at_++;
    if (!digits()) return fail(at_ == end_ ? JSON_ERROR_UNEXPECTED_END : JSON_ERROR_NUMBER);
  }
  double value;
  if (json_numbers::read(first, at_, value) == json_numbers::Magnitude::too_large) {
    at_ = first;
    fail(JSON_ERROR_NUMBER_RANGE);
  }
}

void Checker::string() {
  at_++;
  while (at_ < end_ && *at_ != '"') {
    if (*at_ == '\\') {
      escape();
    } else if (*at_ < 0x20) {
      fail(JSON_ERROR_CONTROL_CHARACTER);
    } else if (*at_ < 0x80) {
      at_++;
    } else {
      utf8();
    }
    if (error_ != JSON_ERROR_NONE) return;
  }
  if (at_ == end_) return fail(JSON_ERROR_UNEXPECTED_END);
  at_++;
}

// Four hexadecimal digits, or −1.
int32_t Checker::code_unit() {
  if (end_ - at_ < 4) return -1;
  int32_t unit = 0;
  for (int i = 0; i < 4; i++) {
    uint8_t byte = at_[i], lower = byte | 0x20;
    if (is_digit(byte)) {
      unit = unit * 16 + (byte - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      unit = unit * 16 + (lower - 'a' + 10);
    } else {
      return -1;
    }
  }
  at_ += 4;
  return unit;
}

void Checker::escape() {
  const uint8_t *first = at_;
  at_++;
  if (at_ == end_) return fail(JSON_ERROR_UNEXPECTED_END);
  uint8_t byte = *at_++;
  if (byte == 'u') {
    int32_t unit = code_unit();
    bool is_valid = unit >= 0 && (unit < 0xDC00 || unit > 0xDFFF);
    if (is_valid && unit >= 0xD800 && unit <= 0xDBFF) {
      is_valid = end_ - at_ >= 2 && at_[0] == '\\' && at_[1] == 'u';
      if (is_valid) {
        at_ += 2;
        int32_t low = code_unit();
        is_valid = low >= 0xDC00 && low <= 0xDFFF;
      }
    }
    if (is_valid) return;
  } else if (byte != 0 && std::strchr("\"\\/bfnrt", byte) != nullptr) {
    return;
  }
  at_ = first;
  fail(JSON_ERROR_ESCAPE);
}

// One character of two to four bytes (Unicode, table 3-7).
void Checker::utf8() {
  uint8_t lead = *at_;
  int length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  uint8_t lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  uint8_t highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (lead < 0xC2 || lead > 0xF4 || end_ - at_ < length || at_[1] < lowest || at_[1] > highest) {
    return fail(JSON_ERROR_UTF8);
  }
  for (int i = 2; i < length; i++) {
    if ((at_[i] & 0xC0) != 0x80) return fail(JSON_ERROR_UTF8);
  }
  at_ += length;
}

}  // namespace json_syntax
