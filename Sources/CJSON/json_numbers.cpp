#include "json_numbers.h"

#include <charconv>
#include <cstring>

#include "CJSON.h"

namespace json_numbers {
namespace {

// A double needs 17 digits; whole numbers of 64 bits have up to 19.
const size_t digits_of_short_number = 17;
const size_t digits_of_short_integer = 19;
// A number with more digits than a short one contains one of any two places this far apart.
const size_t search_stride = 16;

bool is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

bool is_part_of_number(uint8_t byte) {
  return is_digit(byte) || byte == '.' || byte == '-' || byte == '+' || (byte | 0x20) == 'e';
}

const char *characters(const uint8_t *place) { return reinterpret_cast<const char *>(place); }

// The parts of a number by JSON's grammar.
struct Parts {
  const uint8_t *digits, *point, *exponent, *end;  // what follows the sign; `end` if there is no such part
  bool is_negative, is_valid = false;

  Parts(const uint8_t *first, const uint8_t *last) : point(last), exponent(last), end(last) {
    is_negative = first < last && *first == '-';
    digits = first + is_negative;
    const uint8_t *at = after_digits(digits);
    if (at == digits || (*digits == '0' && at > digits + 1)) return;
    if (at < end && *at == '.') {
      point = at++;
      const uint8_t *decimals = at;
      if ((at = after_digits(at)) == decimals) return;
    }
    if (at < end && (*at | 0x20) == 'e') {
      exponent = at++;
      if (at < end && (*at == '+' || *at == '-')) at++;
      const uint8_t *exponent_digits = at;
      if ((at = after_digits(at)) == exponent_digits) return;
    }
    is_valid = at == end;
  }

  const uint8_t *after_digits(const uint8_t *at) const {
    while (at < end && is_digit(*at)) at++;
    return at;
  }

  // Whether a number outside of a double's range is too small, not too large.
  bool is_tiny() const {
    // The distance from the point to the first digit that is not 0, plus the exponent.
    const uint8_t *fraction_end = exponent, *whole_end = point < exponent ? point : exponent;
    const uint8_t *first = digits;
    while (first < fraction_end && (*first == '0' || *first == '.')) first++;
    int64_t place = first < whole_end ? whole_end - first : -(first - whole_end - 1);
    int64_t power = 0;
    if (exponent < end) {
      const uint8_t *at = exponent + 1;
      bool is_below_1 = *at == '-';
      if (*at == '-' || *at == '+') at++;
      // Beyond the length of every text further digits change nothing.
      for (; at < end && power < int64_t(1) << 50; at++) power = power * 10 + (*at - '0');
      if (is_below_1) power = -power;
    }
    return place + power < 0;
  }
};

}  // namespace

Magnitude read(const uint8_t *first, const uint8_t *last, double &value) {
  Parts parts(first, last);
  if (!parts.is_valid) return Magnitude::malformed;
  std::from_chars_result result = std::from_chars(characters(first), characters(last), value);
  if (result.ec == std::errc()) return Magnitude::finite;
  if (!parts.is_tiny()) return Magnitude::too_large;
  value = parts.is_negative ? -0.0 : 0.0;
  return Magnitude::finite;
}

bool Shortener::advance(size_t count) {
  const uint8_t *limit = size_t(end_ - at_) > count ? at_ + count : end_;
  return is_rewriting_ ? rewrite(limit) : search(limit);
}

// A string that looks like a long number also begins a rewrite, which copies it unchanged.
bool Shortener::search(const uint8_t *limit) {
  for (; at_ < limit; at_ += search_stride < size_t(end_ - at_) ? search_stride : size_t(end_ - at_)) {
    if (!is_part_of_number(*at_)) continue;
    const uint8_t *first = at_, *last = at_;
    while (first > start_ && is_part_of_number(first[-1])) first--;
    while (last < end_ && is_part_of_number(*last)) last++;
    if (size_t(last - first) > digits_of_short_number) {
      is_rewriting_ = true;
      at_ = start_;
      return true;
    }
  }
  return at_ < end_;
}

bool Shortener::rewrite(const uint8_t *limit) {
  while (at_ < limit) {
    if (*at_ == '"') {
      skip_string();
    } else if (is_digit(*at_) || *at_ == '-') {
      take_number();
    } else {
      at_++;
    }
  }
  if (at_ < end_) return true;
  if (!text_.empty()) {
    text_.append(characters(copied_), size_t(end_ - copied_));
    text_.append(JSON_SLACK_BYTES, ' ');
    text_.resize(text_.size() - JSON_SLACK_BYTES);
  }
  return false;
}

void Shortener::skip_string() {
  for (at_++; at_ < end_ && *at_ != '"'; at_++) {
    if (*at_ == '\\' && at_ + 1 < end_) at_++;
  }
  if (at_ < end_) at_++;
}

void Shortener::take_number() {
  const uint8_t *first = at_;
  size_t digits = 0;
  for (; at_ < end_ && is_part_of_number(*at_); at_++) digits += is_digit(*at_);
  if (digits <= digits_of_short_number) return;
  Parts parts(first, at_);
  bool is_integer = parts.point == at_ && parts.exponent == at_;
  if (is_integer && digits <= digits_of_short_integer && !parts.is_negative) return;
  double value;
  if (read(first, at_, value) != Magnitude::finite) return;
  if (text_.empty()) text_.reserve(size_t(end_ - start_) + size_t(end_ - start_) / 2 + JSON_SLACK_BYTES);
  text_.append(characters(copied_), size_t(first - copied_));
  char shortest[JSON_DOUBLE_BYTES];
  char *end = std::to_chars(shortest, shortest + sizeof shortest, value, std::chars_format::scientific).ptr;
  text_.append(shortest, size_t(end - shortest));
  copied_ = at_;
}

}  // namespace json_numbers
