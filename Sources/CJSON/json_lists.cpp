// Lists of sizes, read from the text itself. A document takes ten words for an item of a list: more time and memory
// than all other work on a large text.

#include <charconv>
#include <cmath>
#include <cstring>

#include "CJSON.h"

namespace {

const double powers_of_ten[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
// A number of this many digits is below 2^53, so a double holds it exactly, and also the power of ten to divide by.
const size_t exact_digits = 15;

bool is_digit(uint8_t byte) { return uint8_t(byte - '0') < 10; }

// One comparison answers the usual case: no white space.
bool is_space(uint8_t byte) {
  return byte <= ' ' && (byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t');
}

// Reads a number whose value may need many digits. An exponent may follow `at`; returns what follows the number, or
// NULL. Not inlined, so that the usual case stays in registers.
const uint8_t *long_number(const uint8_t *first, const uint8_t *at, double &value) {
  if ((*at | 0x20) == 'e') {
    at++;
    if (*at == '+' || *at == '-') at++;
    const uint8_t *exponent = at;
    while (is_digit(*at)) at++;
    if (at == exponent) return nullptr;
  }
  auto text = [](const uint8_t *place) { return reinterpret_cast<const char *>(place); };
  std::from_chars_result result = std::from_chars(text(first), text(at), value);
  return result.ec == std::errc() && result.ptr == text(at) ? at : nullptr;
}

uint64_t word(const uint8_t *at) {
  uint64_t word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// Whether the text at `at` begins with a member's key. Usually one comparison of a word.
inline bool is_key(const uint8_t *at, const uint8_t *end, const json_member &member) {
  const size_t word_bytes = sizeof(uint64_t);
  if (size_t(end - at) < 2 * word_bytes) {
    return size_t(end - at) >= member.key_bytes && std::memcmp(at, member.words, member.key_bytes) == 0;
  }
  if (((word(at) ^ member.words[0]) & member.masks[0]) != 0) return false;
  return member.key_bytes <= word_bytes || ((word(at + word_bytes) ^ member.words[1]) & member.masks[1]) == 0;
}

// The member whose key begins at `at`; `members.count` if there is none. Not inlined, like `long_number`.
[[gnu::noinline]] size_t find_key(const uint8_t *at, const uint8_t *end, const json_members &members) {
  size_t member = 0;
  while (member < members.count && !is_key(at, end, members.members[member])) member++;
  return member;
}

// The unread rest of a text. Its functions return false if the text has something else.
//
// The text's last byte is a brace that closes an object. Only `take('}')` can move beyond such a byte, so only there
// `at` is compared with `end`.
struct Reader {
  const uint8_t *at, *end;

  void skip_space() {
    while (is_space(*at)) at++;
  }

  bool take(char byte) {
    if (*at != uint8_t(byte)) return false;
    at++;
    return true;
  }

  // The end of an object that is not the text's last one.
  bool take_brace() { return take('}') && at < end; }

  // Appends the next digits to `digits`; returns their number.
  size_t take_digits(uint64_t &digits) {
    const uint8_t *first = at;
    for (; is_digit(*at); at++) digits = digits * 10 + (*at - '0');
    return size_t(at - first);
  }

  // Two exact numbers are divided, which rounds once, as the correct value does.
  [[gnu::always_inline]] bool number(double &value) {
    const uint8_t *first = at;
    uint64_t digits = 0;
    size_t count = take_digits(digits), decimals = 0;
    if (count == 0 || (count > 1 && *first == '0')) return false;
    if (take('.')) {
      decimals = take_digits(digits);
      if (decimals == 0) return false;
    }
    bool has_exponent = (*at | 0x20) == 'e';
    if (has_exponent || count + decimals > exact_digits) return take_long_number(first, value);
    value = double(int64_t(digits));
    if (decimals > 0) value /= powers_of_ten[decimals];
    return true;
  }

  bool boolean(double &value) {
    if (size_t(end - at) < sizeof(uint64_t)) return false;
    if (std::memcmp(at, "true", 4) == 0) {
      value = 1;
      at += 4;
      return true;
    }
    if (std::memcmp(at, "false", 5) != 0) return false;
    value = 0;
    at += 5;
    return true;
  }

  [[gnu::always_inline]] bool value(json_member_kind kind, double &to) {
    return kind < JSON_MEMBER_BOOLEAN ? number(to) : take_other_value(kind, to);
  }

  bool take_other_value(json_member_kind kind, double &to) {
    at = other_value(*this, kind, to);
    return at != nullptr;
  }

  // Reads a value that is not an extent. Returns the place after it, or NULL. It gets a copy of the reader and is not
  // inlined, so that the caller's reader stays in registers.
  [[gnu::noinline]] static const uint8_t *other_value(Reader reader, json_member_kind kind, double &to) {
    if (kind == JSON_MEMBER_OTHER) return nullptr;
    const bool is_right = kind == JSON_MEMBER_OPTIONAL_NUMBER ? reader.signed_number(to) : reader.boolean(to);
    return is_right ? reader.at : nullptr;
  }

  bool signed_number(double &value) {
    const bool is_negative = take('-');
    if (!number(value)) return false;
    if (is_negative) value = -value;
    return true;
  }

  // A value of a list, or null.
  bool optional_value(json_member_kind kind, double &to) {
    if (*at != 'n') return take_other_value(kind, to);
    if (size_t(end - at) < sizeof(uint32_t) || std::memcmp(at, "null", 4) != 0) return false;
    to = NAN;
    at += 4;
    return true;
  }

  bool take_long_number(const uint8_t *first, double &value) {
    at = long_number(first, at, value);
    return at != nullptr;
  }

  // Usually there is no white space.
  bool take_next(char byte) {
    if (take(byte)) return true;
    skip_space();
    return take(byte);
  }

  // Reads an object's numbers into every `stride`th place; `seen` has a bit for each member that it has.
  bool item(const json_members &members, double *numbers, size_t stride, uint32_t &seen) {
    seen = 0;
    if (!take_next('{')) return false;
    // Usually the members are in order, without white space.
    double *to = numbers;
    const json_member *member = members.members, *members_end = member + members.count;
    uint32_t bit = 1;
    do {
      if (member == members_end || !is_key(at, end, *member)) {
        skip_space();
        const size_t place = find_key(at, end, members);
        if (place == members.count) return seen == 0 && take_brace();
        member = members.members + place;
        bit = uint32_t(1) << place;
        to = numbers + place * stride;
      }
      at += member->key_bytes;
      if ((seen & bit) != 0) return false;
      seen |= bit;
      if (!take_next(':')) return false;
      skip_space();
      if (!value(member->kind, *to)) return false;
      member++;
      bit <<= 1;
      to += stride;
    } while (take_next(','));
    return take_brace();
  }
};

template <typename ReadElement>
json_list_progress read_list(const uint8_t *bytes, size_t count, size_t *offset, size_t room, size_t *read,
                             ReadElement read_element) {
  if (bytes[count - 1] != '}') return JSON_LIST_IS_UNUSUAL;
  Reader reader = {bytes + *offset, bytes + count};
  bool is_first = bytes[*offset - 1] == '[';
  for (*read = 0; *read < room; ++*read, is_first = false) {
    if (is_first ? reader.take_next(']') : !reader.take_next(',')) {
      if (!is_first && !reader.take(']')) return JSON_LIST_IS_UNUSUAL;
      *offset = size_t(reader.at - bytes);
      return JSON_LIST_ENDS;
    }
    reader.skip_space();
    if (!read_element(reader, *read)) return JSON_LIST_IS_UNUSUAL;
  }
  *offset = size_t(reader.at - bytes);
  return JSON_LIST_GOES_ON;
}

// Whether a text ends with these bytes, a quote first, and thus with a key. A quote without a backslash before it
// begins or ends a string; if it ended one, the name would be outside of strings, and the text would not be JSON.
bool ends_with(const uint8_t *first, const uint8_t *end, const void *key, size_t count) {
  if (size_t(end - first) < count || std::memcmp(end - count, key, count) != 0) return false;
  return end - count == first || *(end - count - 1) != '\\';
}

}  // namespace

bool json_members_add(json_members *members, const uint8_t *name, size_t count, json_member_kind kind) {
  json_member member = {};
  member.kind = kind;
  member.key_bytes = count + 2;
  if (member.key_bytes > sizeof member.words || members->count == JSON_MEMBERS_MAX) return false;
  uint8_t key[sizeof member.words] = {'"'}, mask[sizeof member.masks] = {};
  std::memcpy(key + 1, name, count);
  key[count + 1] = '"';
  std::memset(mask, 0xFF, member.key_bytes);
  std::memcpy(member.words, key, sizeof key);
  std::memcpy(member.masks, mask, sizeof mask);
  members->members[members->count++] = member;
  return true;
}

json_list json_find_list(const uint8_t *bytes, size_t count, const json_members *members, size_t *offset,
                         size_t *member) {
  const uint8_t *at = bytes + *offset, *end = bytes + count;
  auto skip_space_before = [bytes](const uint8_t *place) {
    while (place > bytes && is_space(place[-1])) place--;
    return place;
  };
  while ((at = static_cast<const uint8_t *>(std::memchr(at, '[', size_t(end - at)))) != nullptr) {
    const uint8_t *colon = skip_space_before(at++);
    if (colon == bytes || colon[-1] != ':') continue;
    const uint8_t *key_end = skip_space_before(colon - 1);
    *offset = size_t(at - bytes);
    if (ends_with(bytes, key_end, "\"items\"", 7)) return JSON_LIST_ITEMS;
    if (key_end - bytes < 2) continue;
    bool is_plural = std::memcmp(key_end - 2, "s\"", 2) == 0;
    for (*member = 0; *member < members->count; ++*member) {
      const json_member &one = members->members[*member];
      switch (one.kind) {
        case JSON_MEMBER_NUMBER:
          // The list's key is the member's with an "s" before the quote at its end.
          if (is_plural && ends_with(bytes, key_end - 2, one.words, one.key_bytes - 1)) return JSON_LIST_NUMBERS;
          break;
        case JSON_MEMBER_BOOLEAN:
        case JSON_MEMBER_OPTIONAL_NUMBER:
        case JSON_MEMBER_OPTIONAL_BOOLEAN:
          if (ends_with(bytes, key_end, one.words, one.key_bytes)) return JSON_LIST_NUMBERS;
          break;
        case JSON_MEMBER_NUMBER_WITHOUT_LIST:
        case JSON_MEMBER_OTHER: break;
      }
    }
  }
  return JSON_LIST_NONE;
}

size_t json_list_bytes(const uint8_t *bytes, size_t count, size_t offset) {
  const void *bracket = std::memchr(bytes + offset, ']', count - offset);
  return bracket == nullptr ? count - offset : size_t(static_cast<const uint8_t *>(bracket) - bytes) - offset;
}

json_list_progress json_read_items(const uint8_t *bytes, size_t count, const json_members *members,
                                   size_t *offset, double *numbers, size_t room, json_items *items) {
  const json_members known = *members;
  const uint32_t all = (uint32_t(1) << known.count) - 1;
  uint32_t present = 0, lacking = 0;
  json_list_progress progress = read_list(
      bytes, count, offset, room, &items->count, [=, &known, &present, &lacking](Reader &reader, size_t place) {
        uint32_t seen;
        if (!reader.item(known, numbers + place, room, seen)) return false;
        lacking |= all & ~seen;
        if (seen == present) return true;
        for (size_t member = 0; member < known.count; member++) {
          double *of_member = numbers + member * room;
          if ((seen & ~present) >> member & 1) {
            for (size_t before = 0; before < place; before++) of_member[before] = NAN;
          } else if ((present & ~seen) >> member & 1) {
            of_member[place] = NAN;
          }
        }
        present |= seen;
        return true;
      });
  items->present = present;
  items->lacking = lacking;
  return progress;
}

json_list_progress json_read_numbers(const uint8_t *bytes, size_t count, json_member_kind kind, size_t *offset,
                                     double *numbers, size_t room, size_t *read) {
  if (kind > JSON_MEMBER_BOOLEAN) {
    return read_list(bytes, count, offset, room, read,
                     [=](Reader &reader, size_t place) { return reader.optional_value(kind, numbers[place]); });
  }
  if (kind == JSON_MEMBER_BOOLEAN) {
    return read_list(bytes, count, offset, room, read,
                     [=](Reader &reader, size_t place) { return reader.boolean(numbers[place]); });
  }
  return read_list(bytes, count, offset, room, read,
                   [=](Reader &reader, size_t place) { return reader.number(numbers[place]); });
}
