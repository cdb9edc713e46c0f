import Comparison
import Oracle
import Testing

@testable import LayoutWire

@Suite("Mistakes in JSON")
struct JSONMistakeTests {
  func detail(_ text: String) -> String? {
    guard case .failure(let problem) = reading(text) else { return nil }
    #expect(problem.name == .badJSON)
    #expect(problem.issues.map(\.code) == [.badSyntax])
    return problem.detail
  }

  @Test(
    "What is often taken for JSON is named",
    arguments: [
      (#"{"sections":[],}"#, "a comma before the closing bracket; leave it out"),
      (#"{"sections":[1,]}"#, "a comma before the closing bracket; leave it out"),
      ("[1, \n ]", "a comma before the closing bracket; leave it out"),
      ("[,1]", "a comma without anything before it"),
      ("[1,,2]", "a comma without anything before it"),
      (#"{,"a":1}"#, "a comma without anything before it"),
      (#"{"a":,"b":1}"#, "a value is missing after the colon"),
      (#"{"a":}"#, "a value is missing after the colon"),
      ("// all\n{}", "a comment; JSON has none"), ("{} // all", "a comment; JSON has none"),
      (#"{"a":1, /* b */ "c":1}"#, "a comment; JSON has none"),
      ("[1 # one\n]", "a comment; JSON has none"),
      ("{'a':1}", "another quotation mark; strings and keys stand in double quotes (\")"),
      (#"{"a":'b'}"#, "another quotation mark; strings and keys stand in double quotes (\")"),
      ("{“a”:1}", "another quotation mark; strings and keys stand in double quotes (\")"),
      ("[NaN]", "NaN; JSON has no NaN and no infinity"),
      ("[nan]", "nan; JSON has no NaN and no infinity"),
      (#"{"a":-Infinity}"#, "Infinity; JSON has no NaN and no infinity"),
      (#"{"a":Infinity}"#, "Infinity; JSON has no NaN and no infinity"),
      (#"{"a":undefined}"#, "undefined; leave the member out"),
      (#"{"a":None}"#, "None; JSON says null"), (#"{"a":nil}"#, "nil; JSON says null"),
      (#"{"a":True}"#, "True; JSON says true"), ("FALSE", "FALSE; JSON says false"),
      ("{a:1}", "a key without quotes; it stands in double quotes (\")"),
      ("{\"b\":1,\n  a_$1 : 2}", "a key without quotes; it stands in double quotes (\")"),
      ("{1:2}", "a key without quotes; it stands in double quotes (\")"),
      ("[1 2]", "a comma is missing"), (#"["a" "b"]"#, "a comma is missing"),
      (#"{"a":1 "b":2}"#, "a comma is missing"), ("[{} {}]", "a comma is missing"),
      ("[[][]]", "a comma is missing"), ("[1 true]", "a comma is missing"),
      ("{\"a\":\"x\"\n\"b\":2}", "a comma is missing"),
      (#"{"a" 1}"#, "a colon is missing after the key"),
      (#"{"a"}"#, "a colon is missing after the key"),
      (#"{"a","b"}"#, "a colon is missing after the key"),
      ("[1}", "a ] is missing"), (#"{"a":[1}"#, "a ] is missing"), (#"{"a":1]"#, "a } is missing"),
      ("{]", "a } is missing"),
      ("[+1]", "a number begins with a digit, or with a minus sign and a digit"),
      ("[.5]", "a number begins with a digit, or with a minus sign and a digit"),
      ("[0x10]", "a hexadecimal number; JSON has none"),
      ("[\u{A0}1]", "a no-break space; JSON has other spaces"),
      ("[true}", "a ] is missing"),
    ] as [(String, String)])
  func named(_ text: String, mistake: String) {
    #expect(detail(text)?.hasSuffix("): \(mistake).") == true, "\(detail(text) ?? "JSON")")
  }

  @Test(
    "What is no such mistake is told as before",
    arguments: [
      ("", "the text ends too early"), ("[1", "the text ends too early"),
      ("{} {}", "something follows the value"), ("1 2", "something follows the value"),
      ("truefalse", "something follows the value"), ("[01]", "not a number of JSON"),
      ("[1.]", "not a number of JSON"), ("[1e400]", "a number beyond the range of a double"),
      (#"["\x"]"#, "not an escape sequence of JSON"),
      ("[\"// '\n\"]", "a control character in a string has to be escaped"),
      ("\u{FEFF}{}", "a byte order mark is not part of JSON"),
      ("[1_000]", "this byte cannot stand here"), ("[nul]", "this byte cannot stand here"),
      ("[name]", "this byte cannot stand here"), ("]", "this byte cannot stand here"),
      ("{true}", "this byte cannot stand here"), (#"{"a":1 true}"#, "a comma is missing"),
      ("[/]", "this byte cannot stand here"), ("[nul}", "this byte cannot stand here"),
    ] as [(String, String)])
  func others(_ text: String, what: String) {
    #expect(detail(text)?.hasSuffix("): \(what).") == true, "\(detail(text) ?? "JSON")")
  }

  @Test("Line and column are those that an editor shows")
  func place() {
    for (text, place) in [
      ("[1,]", "byte 3 (line 1, column 4)"), ("[\n1,\n]", "byte 5 (line 3, column 1)"),
      ("[\r\n1,\r\n  ]", "byte 9 (line 3, column 3)"),
      ("[\"é😀\", x]", "byte 11 (line 1, column 8)"), ("", "byte 0 (line 1, column 1)"),
    ] {
      #expect(detail(text)?.hasPrefix("The body is not JSON at \(place): ") == true, "\(place)")
    }
    let long = "[\n" + String(repeating: "1,\n", count: 40_000) + "]"
    #expect(detail(long)?.contains("byte 120002 (line 40002, column 1): a comma before") == true)
  }

  @Test("No text crashes the search for mistakes", arguments: [1, 2, 3])
  func fuzz(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"a\"", "\"", "'", "1", "-", "+", ".", "NaN", "true", "x",
      "\n", "/", "//", "/*", "#", "\\", "é", "“", "\u{A0}", "0x", "e", " ",
    ]
    for _ in 0..<4000 {
      let count = Int.random(in: 0...14, using: &generator)
      let text = (0..<count).map { _ in pieces.randomElement(using: &generator)! }.joined()
      guard let error = syntaxError(text) else { continue }
      let problem = Problem(error, in: Array(text.utf8).span.bytes)
      #expect(problem.name == .badJSON)
      #expect(problem.detail.contains(" at byte \(error.byteOffset ?? -1) (line "))
    }
  }
}
