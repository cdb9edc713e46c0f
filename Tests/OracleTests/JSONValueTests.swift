import Oracle
import Testing

@Suite("JSON values")
struct JSONValueTests {
  @Test("Whole numbers below 2^53 have neither point nor exponent")
  func wholeNumbers() {
    let value: JSONValue = [1, 0.5, -0.0, 9_007_199_254_740_991, 1e300]
    #expect(value.text == "[1,0.5,0,9007199254740991,1e+300]")
  }

  @Test("The parser reads every kind of value")
  func reading() throws {
    let text = #" {"b" : [true, false, null, -1.5e2, "\u00e4\ud83d\ude00\n\/"] , "a":0 } "#
    let expected: JSONValue = ["b": [true, false, nil, -150, "ä😀\n/"], "a": 0]
    #expect(try JSONValue(parsing: text) == expected)
  }

  @Test(
    "What is not JSON is refused",
    arguments: [
      "", "{", "[1,]", "{\"a\":1,}", "{\"a\":1,\"a\":1}", "01", "1.", "+1", ".5", "nan", "1e999",
      "\"\\ud800\"", "\"\\x\"", "\"\n\"", "[1] 2", "\"", "tru", "{a:1}", "-", "\"\\u12\"",
    ])
  func refusing(text: String) {
    #expect(throws: JSONParsingError.self) { try JSONValue(parsing: text) }
  }

  @Test("Invalid UTF-8 is refused")
  func invalidUTF8() {
    let bytes: [UInt8] = [0x22, 0xFF, 0x22]
    #expect(throws: JSONParsingError.self) { try JSONValue(parsing: bytes) }
  }

  @Test("Other spellings of a value have the same value", arguments: 0..<50 as Range<UInt64>)
  func scattered(seed: UInt64) throws {
    var generator = SnapshotGenerator(seed: seed)
    let snapshot = generator.snapshot(containerWidth: 390)
    let text = snapshot.scatteredText(negativeZero: true, using: &generator.random)
    #expect(try JSONValue(parsing: text) == snapshot)
    #expect(try JSONValue(parsing: snapshot.text) == snapshot)
  }
}
