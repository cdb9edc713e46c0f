import JSONText
import LayoutCore
import Oracle
import Testing

/// Numbers with more digits than a double needs are shortened before they are parsed. That must not change anything
/// else.
@Suite("Long numbers")
struct LongNumberTests {
  private static func value(_ text: String) -> Double? {
    guard let document = try? JSONDocument(parsing: [UInt8]("[\(text)]".utf8)) else { return nil }
    var contents = document.contents(of: document.root)
    return document.next(&contents).flatMap { document.double($0) }
  }

  @Test(
    "They have the nearest double's value",
    arguments: [
      "12345678901234567891e-250", "12345678901234567891e+250", "-12345678901234567891e-250",
      "9007199254740993.0000000000", "9007199254740992.99999999999999999999999",
      "0.00000000000000000000000000000000000000000000000000001", "18446744073709551615",
      "18446744073709551616", "-9223372036854775808", "-9223372036854775809",
      "123456789012345678901234567890", "1.7976931348623157081451023847102938471029384e308",
      "2.22507385850720113605740979670913197593481954635164564e-308",
      "4.94065645841246544176568792868221372365059802614324764e-324",
      "100000000000000000000000000000000000000000000e-44",
      "0.1000000000000000055511151231257827021181583404541015625",
    ])
  func values(text: String) throws {
    let value = try #require(LongNumberTests.value(text))
    #expect(value == Double(text))
  }

  @Test(
    "What is below the smallest double is 0, what is above the greatest an error",
    arguments: [
      ("0.00000000000000000001e-400", true),
      ("12345678901234567890123e-999999999999999999999", true),
      ("-12345678901234567890123e-400", true), ("1e-400", true),
      ("12345678901234567890123e300", false), ("-12345678901234567890123e300", false),
      ("1.797693134862315907729305190789e308", false), ("1e400", false),
      ("0.00000000000000000000001e999999999999999999999", false),
    ])
  func beyond(text: String, isZero: Bool) {
    if isZero {
      #expect(LongNumberTests.value(text) == 0)
    } else {
      let failure = #expect(throws: JSONSyntaxError.self) {
        try JSONDocument(parsing: [UInt8]("[1,\(text)]".utf8))
      }
      #expect(failure?.byteOffset == 3)
    }
  }

  @Test(
    "What is no number stays none, however long",
    arguments: [
      "00012345678901234567890123", "12345678901234567890123.", "12345678901234567890123.e5",
      "12345678901234567890123e", "12345678901234567890123e+", "+12345678901234567890123",
      ".12345678901234567890123", "--12345678901234567890123", "1234567890123-4567890123",
      "12345678901234567890123x", "12345678901234567890123e5.5",
    ])
  func malformed(text: String) {
    let failure = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument(parsing: [UInt8]("[1,\(text)]".utf8))
    }
    // At the same offset as for a text of few digits.
    let short = text.replacing("2345678901234567890123", with: "2").replacing(
      "4567890123", with: "4"
    )
    .replacing("1234567890123-", with: "12-")
    let expected = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument(parsing: [UInt8]("[1,\(short)]".utf8))
    }
    #expect(failure?.text == expected?.text)
  }

  @Test("Strings that look like long numbers stay unchanged")
  func strings() throws {
    let texts = [
      "12345678901234567890123", "a 12345678901234567890123e-250", "\\\\12345678901234567890123",
      "\\\"12345678901234567890123", "[12345678901234567890123,\\\"",
    ]
    let json = "[" + texts.map { "\"\($0)\",98765432109876543210987" }.joined(separator: ",") + "]"
    let document = try JSONDocument(parsing: [UInt8](json.utf8))
    var contents = document.contents(of: document.root)
    for text in texts {
      let string = document.next(&contents).flatMap { document.string($0) }
      let expected = text.replacing("\\\\", with: "\u{1}").replacing("\\\"", with: "\"")
        .replacing("\u{1}", with: "\\")
      #expect(string == expected)
      #expect(
        document.next(&contents).flatMap { document.double($0) }
          == Double("98765432109876543210987"))
    }
  }

  @Test("Random ones, wherever they stand in a text", arguments: 1...4)
  func random(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let texts = (0..<Int.random(in: 1...40, using: &generator)).map { _ -> String in
        let digits = Int.random(in: 1...30, using: &generator)
        var text = String(
          (0..<digits).map { _ in Character("\(Int.random(in: 1...9, using: &generator))") })
        if Bool.random(using: &generator) {
          text += ".\(Int.random(in: 0...99_999_999, using: &generator))"
        }
        if Bool.random(using: &generator) {
          text += "e\(Int.random(in: -330...270, using: &generator))"
        }
        return (Bool.random(using: &generator) ? "-" : "") + text
      }
      let document = try JSONDocument(parsing: [UInt8]("[\(texts.joined(separator: ", "))]".utf8))
      var contents = document.contents(of: document.root)
      for text in texts {
        #expect(document.next(&contents).flatMap { document.double($0) } == Double(text), "\(text)")
      }
    }
  }
}
