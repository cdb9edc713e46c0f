"""Bodies of any length that take long to read for their length."""

STYLES = ",".join(['"fullWidth"'] * 1000)
LONG = "12345678901234567891e-250"
COLUMN = '{"sections":[{"engine":"waterfall","items":{"heights":['

# Name, beginning, a piece that is repeated with commas between, end. `#` is the piece's number.
SHAPES = (
    ("usual numbers", COLUMN, "17", "]}}]}"),
    ("long numbers", COLUMN, LONG, "]}}]}"),
    ("numbers half-way between two doubles", COLUMN, "9007199254740993.0000000000", "]}}]}"),
    ("numbers of a hundred digits", COLUMN, "2.2250738585072011360574097967091319759348195463516456480234261" + "0" * 40 + "e-308", "]}}]}"),
    ("long numbers and a negative one", COLUMN, LONG, ",-1]}}]}"),
    ("long numbers behind an unknown key", '{"x":[', LONG, "]}"),
    ("long negative numbers", '{"x":[', "-" + LONG, "]}"),
    ("long whole numbers", '{"x":[', "12345678901234567891234", "]}"),
    ("long numbers in strings", '{"x":[', f'"{LONG}"', "]}"),
    ("long numbers that are none", '{"x":[', "0" + LONG, "]}"),
    ("numbers, not JSON at the end", '{"x":[', "1.5e-5", "}"),
    ("sections", '{"sections":[', "{}", "]}"),
    ("sections of an item", '{"sections":[', '{"items":1}', "]}"),
    ("sections of different counts", '{"sections":[', '{"items":#}', "]}"),
    ("sections with ids", '{"sections":[', '{"id":"#"}', "]}"),
    ("sections with a list each", '{"sections":[', '{"items":[{"height":#}]}', "]}"),
    ("sections with empty lists", '{"sections":[', '{"items":[]}', "]}"),
    ("sections with columns", '{"sections":[', '{"items":{"widths":[#,1]}}', "]}"),
    ("sections with metrics", '{"sections":[', '{"metrics":{"rowHeight":#}}', "]}"),
    ("sections with colours", '{"sections":[', '{"metrics":{"backgroundColor":"#"}}', "]}"),
    ("sections that inherit styles", '{"engine":"mosaic","metrics":{"segments":[' + STYLES + ']},"sections":[',
     '{"metrics":{"padding":{"top":#}}}', "]}"),
    ("sections with a header", '{"sections":[', '{"headers":[{"height":1,"pin":true}]}', "]}"),
    ("headers", '{"sections":[{"headers":[', '{"height":1}', "]}]}"),
    ("headers with colours", '{"sections":[{"headers":[', '{"height":1,"backgroundColor":"#"}', "]}]}"),
    ("items that are no objects", '{"sections":[{"items":[', "true", "]}]}"),
    ("unknown keys", "{", '"k#":1', "}"),
    ("one key again and again", "{", '"sections":1', "}"),
    ("a fault behind all sections", '{"sections":[', "{}", ",1]}"),
    ("not JSON behind all sections", '{"sections":[', "{}", ",x]}"),
    ("containers", '{"x":[', "[[[[[[[[[[[[[]]]]]]]]]]]]]", "]}"),
    ("escapes", '{"x":[', '"\\u0041\\u00e9\\ud83d\\ude00"', "]}"),
    ("empty strings", '{"x":[', '""', "]}"),
)


def body(shape, size):
    """A body of one of these shapes, of about this number of bytes and no more."""
    _, head, piece, tail = shape
    room = size - len(head) - len(tail) - 64
    digits = len(str(room // (len(piece) + 1)))
    if "#" not in piece:
        count = room // (len(piece) + 1)
        middle = ",".join([piece] * count)
    else:
        count = room // (len(piece) + digits)
        middle = ",".join(piece.replace("#", str(number)) for number in range(count))
    return (head + middle + tail).encode()
