/// Reading JSON into a flat tape, and writing numbers: all of simdjson behind a C header.
#ifndef CJSON_H
#define CJSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How many readable bytes must follow a text that is parsed in place; their content does not matter.
enum { JSON_SLACK_BYTES = 64 };

/// Room that `json_write_double` needs.
enum { JSON_DOUBLE_BYTES = 32 };

/// Why a text is not accepted.
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

/// What is wrong with a text, and where.
typedef struct {
  json_error error;
  /// Bytes from the start of the text; −1 when not known.
  int64_t offset;
} json_failure;

/// A parsed text. It owns its tape and strings and keeps nothing of the text.
typedef struct json_document json_document;

/// A text that is being parsed, in parts, so that the caller may stop in between.
typedef struct json_parse json_parse;

/// About how many bytes of a text a call of `json_parse_advance` looks at. One or two calls of each text parse all of
/// it: some nanoseconds for a byte.
enum { JSON_BYTES_AT_ONCE = 1 << 18 };

/// Begins to parse `count` bytes, which must not move or change until `json_parse_end`; NULL when out of memory.
///
/// With `has_slack`, JSON_SLACK_BYTES readable bytes follow the text; else it is copied. A container in a container is
/// at depth 2; more than `depth_max` is an error. Integers of any length are numbers; numbers beyond a double are
/// errors. Every parse must be ended, on the same thread.
json_parse *json_parse_begin(const uint8_t *bytes, size_t count, bool has_slack, size_t depth_max);

/// Does the next part of the work; returns whether there is more to do. O(JSON_BYTES_AT_ONCE), twice O(count)
bool json_parse_advance(json_parse *parse);

/// Ends a parse: the document, or NULL with `failure` filled in when the text is not one JSON value. NULL without an
/// error if there was more to do. The caller owns the document and gives it to `json_document_free`.
json_document *json_parse_end(json_parse *parse, json_failure *failure);

/// Frees a document; its buffers are kept for the next one on this thread unless they are large.
void json_document_free(json_document *document);

/// The tape in simdjson's format, with a word for the root at both ends; valid until the document is freed.
const uint64_t *json_document_tape(const json_document *document, size_t *count);

/// The strings that the tape points into, each behind its length in four bytes; valid until the document is freed.
const uint8_t *json_document_strings(const json_document *document, size_t *count);

/// Lists of items' numbers are most of a large text. They are read without a document if their spelling is usual: an
/// array of objects with known members, each at most once, or an array of values; any white space; no escapes in keys;
/// no signs, and no values beyond a double's range. The text ends with the brace that closes its object.
typedef enum {
  JSON_LIST_NONE,
  /// The value of "items".
  JSON_LIST_ITEMS,
  /// The value of the key of a member's list.
  JSON_LIST_NUMBERS,
} json_list;

/// What a member's values are.
typedef enum {
  /// Numbers; the key of a list of them is the member's name with an "s" behind it.
  JSON_MEMBER_NUMBER,
  /// Numbers that stand in objects alone.
  JSON_MEMBER_NUMBER_WITHOUT_LIST,
  /// True, read as 1, and false, read as 0; the key of a list of them is the member's name.
  JSON_MEMBER_BOOLEAN,
  /// Numbers that may be below 0; the key of a list of them is the member's name. In a list null stands for none, read
  /// as NaN.
  JSON_MEMBER_OPTIONAL_NUMBER,
  /// The same of true and false.
  JSON_MEMBER_OPTIONAL_BOOLEAN,
} json_member_kind;

/// A member that items may have: its key, quotes included, as two words, and which bits of them count.
typedef struct {
  uint64_t words[2], masks[2];
  size_t key_bytes;
  json_member_kind kind;
} json_member;

enum { JSON_MEMBERS_MAX = 16 };

/// All members that items may have.
typedef struct {
  json_member members[JSON_MEMBERS_MAX];
  size_t count;
} json_members;

/// Adds a member with this name; false where there are JSON_MEMBERS_MAX, or the name has more than 14 bytes.
bool json_members_add(json_members *members, const uint8_t *name, size_t count, json_member_kind kind);

/// What was read of a list of objects: their number, and for each member a bit that is set if one has it, and a bit
/// that is set if one lacks it.
typedef struct {
  size_t count;
  uint32_t present, lacking;
} json_items;

/// How far a list has been read.
typedef enum {
  JSON_LIST_GOES_ON,
  JSON_LIST_ENDS,
  JSON_LIST_IS_UNUSUAL,
} json_list_progress;

/// Finds the next array, from `*offset` on, that is the value of one of these keys; `*offset` is then behind its
/// bracket, and `*member` says which member's numbers it has.
///
/// If the text is JSON, it finds only such arrays, and all whose keys have no escapes.
json_list json_find_list(const uint8_t *bytes, size_t count, const json_members *members, size_t *offset,
                         size_t *member);

/// How many bytes there are from an offset in a usual list to the list's end. O(bytes)
size_t json_list_bytes(const uint8_t *bytes, size_t count, size_t offset);

/// Reads up to `room` objects of a list; `*offset` stands behind the list's bracket or an object and is moved on.
///
/// `numbers` has `room` places for each member, one member after the other. A number that an object lacks is NaN,
/// where another one of these has it.
json_list_progress json_read_items(const uint8_t *bytes, size_t count, const json_members *members,
                                   size_t *offset, double *numbers, size_t room, json_items *items);

/// Reads up to `room` values of a member's list; `*offset` stands behind the list's bracket or a number and is moved on.
json_list_progress json_read_numbers(const uint8_t *bytes, size_t count, json_member_kind kind, size_t *offset,
                                     double *numbers, size_t room, size_t *read);

/// What an error means, in a few words; static.
const char *json_error_text(json_error error);

/// Writes a finite number into JSON_DOUBLE_BYTES bytes at `to` and returns how many it took.
///
/// The fewest digits that read back to the same double; whole ones below 2^53 without point or exponent; −0 as 0.
size_t json_write_double(double value, uint8_t *to);

/// Room that `json_write_rect` needs.
enum { JSON_RECT_BYTES = 4 * JSON_DOUBLE_BYTES + 40 };

/// Writes {"x":…,"y":…,"width":…,"height":…} into JSON_RECT_BYTES bytes at `to` and returns how many it took.
///
/// One call, since most of what a service writes are rectangles.
size_t json_write_rect(double x, double y, double width, double height, uint8_t *to);

/// An element without its colours.
typedef struct {
  double x, y, width, height;
  /// The text up to the section's number, or up to the index if there is no section; not NUL-terminated.
  const uint8_t *head;
  size_t head_bytes;
  /// −1 if the element has none; then the text between it and the index is left out, too.
  int64_t section;
  /// Whether the index is that of an item.
  bool is_item;
  int64_t index;
  /// Left out when 0.
  int64_t z_index;
  /// Each is left out when −1.
  int64_t pinned, column_index;
} json_element;

/// Room that `json_write_element` needs beside its head.
enum { JSON_ELEMENT_BYTES = JSON_RECT_BYTES + 256 };

/// Writes an object for an element, without its closing brace, at `to` and returns how many bytes it took.
///
/// One call, since most of what a service writes are elements.
size_t json_write_element(const json_element *element, uint8_t *to);

#ifdef __cplusplus
}
#endif

#endif
