import Comparison
import JSONText
import LayoutCore
import Testing

@Suite("Parsing JSON")
struct JSONDocumentTests {
  @Test(
    "Valid texts are accepted",
    arguments: [
      "0", "-0", "1", "-1", "1.5", "1e5", "1E+5", "1e-5", "0.1e0", "true", "false", "null", "\"\"",
      "[]", "{}",
      " [ ] ", "\t\n\r{}\t\n\r", "[1,2,3]", "[[],[[]],{}]", #"{"a":1,"b":[true,null]}"#,
      #""\u0000\u00e9\ud83d\ude00\"\\\/\b\f\n\r\t""#, #"{"":0}"#, #"{"a":{"b":{"c":{}}}}"#,
      "\"\u{7f}\"", "\"\u{10FFFF}\"", "\"é€😀\"", "123456789012345678901234567890",
      "-123456789012345678901234567890", "[1000000000000000000000000000000]",
      "18446744073709551615", "18446744073709551616", "-9223372036854775809",
      "1e308", "-1.7976931348623157e308", "5e-324", "1e-400", "0e999999999999999999999999",
      "1e00000000000000000000000001", "0.00000000000000000000000000000000000000000000001",
      #"[98765432109876543210, "\"98765432109876543210\\", 1.98765432109876543210, 1e0]"#,
    ])
  func valid(_ text: String) {
    #expect(syntaxError(text) == nil)
  }

  @Test(
    "Invalid texts are refused where they go wrong",
    arguments: [
      ("", 0), (" ", 1), ("[", 1), ("]", 0), ("{", 1), ("[1", 2), ("[1,", 3), ("[1,]", 3),
      ("[,1]", 1),
      ("[1 2]", 3), ("{\"a\"}", 4), ("{\"a\":}", 5), ("{\"a\":1,}", 7), ("{a:1}", 1), ("{1:1}", 1),
      ("{\"a\":1 \"b\":2}", 7), ("{\"a\" 1}", 5), ("[1}", 2), ("{\"a\":1]", 6), ("1 2", 2),
      ("{}}", 2),
      ("[]x", 2), ("01", 1), ("-", 1), ("-a", 1), ("+1", 0), (".5", 0), ("1.", 2), ("1.e1", 2),
      ("1e", 2),
      ("1e+", 3), ("0x10", 1), ("1_000", 1), ("NaN", 0), ("Infinity", 0), ("-Infinity", 1),
      ("nul", 3),
      ("nulL", 3), ("True", 0), ("truefalse", 4), ("'a'", 0), ("\"a", 2), ("\"", 1), ("\"\\", 2),
      ("\"\\x\"", 1), ("\"\\u12\"", 1), ("\"\\u12G4\"", 1), ("\"\\ud800\"", 1),
      ("\"\\ud800\\u0041\"", 1),
      ("\"\\udc00\"", 1), ("\"a\u{1}\"", 2), ("\"a\nb\"", 2), ("\"\t\"", 1), ("1e309", 0),
      ("[-1e400]", 1),
      ("[1e999999999999999999999]", 1), ("/**/1", 0), ("1//", 1), ("[1]\u{0}", 3), ("\u{0}", 0),
      ("\u{c}[]", 0), ("\u{a0}[]", 0), ("{\"a\":1}\n,", 8), ("\u{feff}{}", 0),
      ("1000000000000000000000000000000x", 31), ("[1000000000000000000000000000000,1e400]", 33),
    ])
  func invalid(_ text: String, offset: Int) {
    #expect(syntaxError(text)?.byteOffset == offset)
  }

  @Test(
    "Invalid UTF-8 is refused",
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xE2, 0x82],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
      [0xC3, 0x28],
      [0xE2, 0x28, 0xA1], [0xF0, 0x9F, 0x98, 0x28],
    ] as [[UInt8]])
  func invalidUTF8(_ bytes: [UInt8]) {
    let quote = UInt8(ascii: "\"")
    #expect(syntaxError([quote] + bytes + [quote])?.byteOffset == 1)
    #expect(syntaxError(bytes)?.byteOffset == 0)
  }

  @Test("Containers nest as deep as allowed and no deeper", arguments: 1...20)
  func depth(_ depth: Int) {
    let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let filled = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    let objects =
      String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
    for text in [arrays, filled, objects] {
      #expect((syntaxError(text) == nil) == (depth <= 16))
    }
  }

  @Test("A hundred thousand brackets are refused")
  func bombs() {
    let text = String(repeating: "[", count: 100_000)
    #expect(syntaxError(text)?.byteOffset == 16)
    #expect(syntaxError(text, depthMax: 200_000)?.byteOffset == 100_000)
    #expect(syntaxError(String(repeating: "[{\"\":", count: 50_000)) != nil)
    #expect(syntaxError(text + String(repeating: "]", count: 100_000)) != nil)
  }

  @Test("Long integers are the doubles next to them")
  func longIntegers() throws {
    let text =
      #"{"a":[1000000000000000000000000000000,-18446744073709551616,"18446744073709551616",18446744073709551615]}"#
    let document = try JSONDocument(parsing: [UInt8](text.utf8))
    var members = document.contents(of: document.root)
    _ = document.next(&members)
    let array = try #require(document.next(&members))
    var elements = document.contents(of: array)
    var values: [Double?] = []
    while let element = document.next(&elements) { values.append(document.double(element)) }
    #expect(values == [1e30, -0x1p64, nil, 0x1p64])
  }

  @Test("Elements are read back as they were written")
  func elements() throws {
    let text =
      #"{"a":[1,-2.5,true,false,null,"x\u00e9",{},[]],"\u0062":{"c":"d"},"longer than eight":0}"#
    let document = try JSONDocument(parsing: [UInt8](text.utf8))
    #expect(document.type(of: document.root) == .object)
    #expect(document.count(of: document.root) == 3)
    var members = document.contents(of: document.root)
    let a = try #require(document.next(&members))
    #expect(document.string(a) == "a")
    #expect(document.name(a) == JSONName("a"))
    let array = try #require(document.next(&members))
    #expect(document.count(of: array) == 8)
    var elements = document.contents(of: array)
    var types: [JSONType] = []
    while let element = document.next(&elements) { types.append(document.type(of: element)) }
    #expect(types == [.number, .number, .boolean, .boolean, .null, .string, .object, .array])
    let b = try #require(document.next(&members))
    #expect(document.name(b) == JSONName("b"))
    #expect(document.string(b) == "b")
    _ = document.next(&members)
    let longer = try #require(document.next(&members))
    #expect(document.name(longer) == JSONName("longer than eight"))
    #expect(document.hasBytes(longer, [UInt8]("longer than eight".utf8)))
    _ = document.next(&members)
    #expect(document.next(&members) == nil)
  }

  @Test("Counts are exact beyond what the tape holds")
  func largeCounts() throws {
    let count = 0xFF_FFFF + 5
    var text = [UInt8](repeating: UInt8(ascii: ","), count: 2 * count + 1)
    text[0] = UInt8(ascii: "[")
    for index in 0..<count { text[2 * index + 1] = UInt8(ascii: "0") }
    text[2 * count] = UInt8(ascii: "]")
    let document = try JSONDocument(parsing: text)
    #expect(document.count(of: document.root) == count)
  }

  @Test("Documents on one thread do not disturb each other")
  func severalDocuments() throws {
    let first = try JSONDocument(parsing: [UInt8](#"["first"]"#.utf8))
    let second = try JSONDocument(parsing: [UInt8](#"["second"]"#.utf8))
    for (document, expected) in [(first, "first"), (second, "second")] {
      var elements = document.contents(of: document.root)
      #expect(document.next(&elements).flatMap { document.string($0) } == expected)
    }
  }

  @Test("A text with slack behind it is parsed in place")
  func slack() throws {
    let text = [UInt8](#"{"a":[1,2,"b"]}"#.utf8)
    let memory = text + [UInt8](repeating: UInt8(ascii: "]"), count: JSONDocument.slackByteCount)
    for count in 1...text.count {
      let span = memory.span.bytes.extracting(0..<count)
      var meter = WorkMeter.unlimited
      let isValid = (try? JSONDocument(parsing: span, hasSlack: true, meter: &meter)) != nil
      #expect(isValid == (count == text.count))
    }
  }
}
