// Where a text stops being JSON. simdjson says that something is wrong, not where; and it refuses two kinds of valid
// text (long integers, and the last allowed level of nesting), so this slower judge is asked about refused texts only.
#ifndef CJSON_JSON_SYNTAX_H
#define CJSON_JSON_SYNTAX_H

#include <string>

#include "CJSON.h"

namespace json_syntax {

// The first error of the text in reading order, or JSON_ERROR_NONE.
json_failure check(const uint8_t *bytes, size_t count, size_t depth_max);

// The same valid text with "e0" behind every integer that may not fit in 64 bits, followed by slack.
std::string with_long_integers_as_doubles(const uint8_t *bytes, size_t count);

}  // namespace json_syntax

#endif
