/// Parsing JSON into a flat tape, and writing numbers. This C header hides all uses of simdjson.
#ifndef CJSON_H
#define CJSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The number of readable bytes that must follow a text parsed in place. Their values do not matter.
enum { JSON_SLACK_BYTES = 64 };

/// The bytes that `json_write_double` needs.
enum { JSON_DOUBLE_BYTES = 32 };

/// Why a text was refused.
typedef enum {
  JSON_ERROR_NONE = 0,
  JSON_ERROR_BYTE_ORDER_MARK,
  JSON_ERROR_UNEXPECTED_BYTE,
  JSON_ERROR_UNEXPECTED_END,
  JSON_ERROR_TRAILING_CONTENT,
  JSON_ERROR_ESCAPE,
  JSON_ERROR_CONTROL_CHARACTER,
  JSON_ERROR_UTF8,
  JSON_ERROR_NUMBER,
  JSON_ERROR_NUMBER_RANGE,
  JSON_ERROR_DEPTH,
  JSON_ERROR_MEMORY,
  JSON_ERROR_UNKNOWN,
} json_error;

/// The error of a text, and its place.
typedef struct {
  json_error error;
  /// Bytes from the start of the text; −1 if unknown.
  int64_t offset;
} json_failure;

/// A parsed text. It owns its tape and strings, and does not refer to the text.
typedef struct json_document json_document;

/// A text that is being parsed in parts, so that the caller may stop in between.
typedef struct json_parse json_parse;

/// The approximate number of bytes that a call of `json_parse_advance` processes. Every text is processed once or
/// twice, at some nanoseconds per byte.
enum { JSON_BYTES_AT_ONCE = 1 << 18 };

/// Begins to parse `count` bytes, which must not move or change until `json_parse_end`. NULL if out of memory.
///
/// If `has_slack`, JSON_SLACK_BYTES readable bytes must follow the text; else the text is copied. A container within a
/// container is at depth 2; a depth above `depth_max` is an error. Integers may have any length; numbers beyond a
/// double are errors. Every parse must be ended, on the same thread.
json_parse *json_parse_begin(const uint8_t *bytes, size_t count, bool has_slack, size_t depth_max);

/// Processes the next part. Returns whether there is more to do. O(JSON_BYTES_AT_ONCE), at most twice O(count) in all
bool json_parse_advance(json_parse *parse);

/// Ends a parse. Returns the document or, if the text is not one JSON value, NULL with `failure` set. Returns NULL
/// without an error if there was more to do. Free the document with `json_document_free`.
json_document *json_parse_end(json_parse *parse, json_failure *failure);

/// Frees a document. Buffers that are not large are reused for the next document on this thread.
void json_document_free(json_document *document);

/// The tape in simdjson's format, with a word for the root at both ends. Valid until the document is freed.
const uint64_t *json_document_tape(const json_document *document, size_t *count);

/// The strings that the tape refers to, each after its length in four bytes. Valid until the document is freed.
const uint8_t *json_document_strings(const json_document *document, size_t *count);

/// Most of a large text are lists of items' numbers. They are read without a document if their spelling is usual: an
/// array of objects with known members, each at most once, or an array of values; any white space; no escapes in keys;
/// no signs, and no values beyond a double's range. The text ends with the brace that closes its object.
typedef enum {
  JSON_LIST_NONE,
  /// The value of "items".
  JSON_LIST_ITEMS,
  /// The value of a key that names a member's list.
  JSON_LIST_NUMBERS,
} json_list;

/// The kind of a member's values.
typedef enum {
  /// Numbers. The key of their list is the member's name followed by "s".
  JSON_MEMBER_NUMBER,
  /// Numbers that occur only in objects, not in a list.
  JSON_MEMBER_NUMBER_WITHOUT_LIST,
  /// Booleans: true is read as 1, false as 0. The key of their list is the member's name.
  JSON_MEMBER_BOOLEAN,
  /// Numbers, also negative ones. The key of their list is the member's name. A null in a list means no number; it is
  /// read as NaN.
  JSON_MEMBER_OPTIONAL_NUMBER,
  /// Booleans, otherwise like optional numbers.
  JSON_MEMBER_OPTIONAL_BOOLEAN,
  /// Values that are not read: a list of objects with one is unusual. The member's name is empty.
  JSON_MEMBER_OTHER,
} json_member_kind;

/// A member that items may have: its key, including quotes, as two words, and masks of the bits to compare.
typedef struct {
  uint64_t words[2], masks[2];
  size_t key_bytes;
  json_member_kind kind;
} json_member;

enum { JSON_MEMBERS_MAX = 24 };

/// All members that items may have.
typedef struct {
  json_member members[JSON_MEMBERS_MAX];
  size_t count;
} json_members;

/// Adds a member. Returns false if there are already JSON_MEMBERS_MAX, or if the name has more than 14 bytes.
bool json_members_add(json_members *members, const uint8_t *name, size_t count, json_member_kind kind);

/// The objects read from a list: their number; a bit for each member that at least one of them has; and a bit for each
/// member that at least one lacks.
typedef struct {
  size_t count;
  uint32_t present, lacking;
} json_items;

/// The progress in a list.
typedef enum {
  JSON_LIST_GOES_ON,
  JSON_LIST_ENDS,
  JSON_LIST_IS_UNUSUAL,
} json_list_progress;

/// Finds the next array at or after `*offset` that is the value of one of these keys. Moves `*offset` past its bracket,
/// and sets `*member` to the member of a list of numbers.
///
/// In valid JSON it finds only such arrays, and all of them whose keys have no escapes.
json_list json_find_list(const uint8_t *bytes, size_t count, const json_members *members, size_t *offset,
                         size_t *member);

/// The number of bytes from an offset in a usual list to the list's end. O(bytes)
size_t json_list_bytes(const uint8_t *bytes, size_t count, size_t offset);

/// Reads up to `room` objects of a list. `*offset` must be after the list's bracket or an object, and is moved.
///
/// `numbers` has `room` places for each member, one member after another. If an object lacks a number that another of
/// these objects has, the number is NaN.
json_list_progress json_read_items(const uint8_t *bytes, size_t count, const json_members *members,
                                   size_t *offset, double *numbers, size_t room, json_items *items);

/// Reads up to `room` values of a member's list. `*offset` must be after the list's bracket or a value, and is moved.
json_list_progress json_read_numbers(const uint8_t *bytes, size_t count, json_member_kind kind, size_t *offset,
                                     double *numbers, size_t room, size_t *read);

/// A short description of an error; static.
const char *json_error_text(json_error error);

/// Writes a finite number to JSON_DOUBLE_BYTES bytes at `to`. Returns the number of bytes written.
///
/// Uses the fewest digits that give the same double when read. Integers below 2^53 have no point or exponent; −0 is
/// written as 0.
size_t json_write_double(double value, uint8_t *to);

/// Writes an integer to JSON_DOUBLE_BYTES bytes at `to`. Returns the number of bytes written.
size_t json_write_integer(int64_t value, uint8_t *to);

#ifdef __cplusplus
}
#endif

#endif
