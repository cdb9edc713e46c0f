import Comparison
import JSONText
import Oracle
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
  @Test(
    "Numbers have the fewest digits",
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (0.5, "0.5"), (-120.5, "-120.5"),
      (0.1 + 0.2, "0.30000000000000004"), (1.0 / 3, "0.3333333333333333"), (100, "100"),
      (1e15, "1000000000000000"), (0x1p53 - 1, "9007199254740991"),
      (0x1p53, "9007199254740992"), (0x1p54, "1.8014398509481984e16"), (1e21, "1e21"),
      (1e22, "1e22"), (1e23, "1e23"),
      (-1e100, "-1e100"), (1e308, "1e308"), (1.7976931348623157e308, "1.7976931348623157e308"),
      (.leastNonzeroMagnitude, "5e-324"), (1e-7, "1e-7"), (1.5e-10, "1.5e-10"), (0.001, "0.001"),
      (1e-5, "1e-5"),
    ] as [(Double, String)])
  func numbers(_ value: Double, text: String) {
    #expect(written { $0.number(value) } == text)
  }

  @Test("Numbers read back to the same double", arguments: [1, 2, 3])
  func roundTrip(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var values: [Double] = []
    while values.count < 20_000 {
      let value = Double(bitPattern: generator.next())
      if value.isFinite { values.append(value) }
      values.append(Double(generator.next() >> 40) / 16)
    }
    var writer = JSONWriter()
    for (position, value) in values.enumerated() {
      writer.literal(position == 0 ? "[" : ",")
      writer.number(value)
      #expect(Double(written { $0.number(value) }) == value)
    }
    writer.literal("]")
    let document = try JSONDocument(parsing: writer.bytes)
    var elements = document.contents(of: document.root)
    for value in values {
      #expect(document.next(&elements).flatMap { document.double($0) } == value)
    }
  }

  @Test("Fractions of points have as few digits as the language gives them", arguments: [1, 2])
  func fractions(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<20_000 {
      let scale = [2, 3, 4, 7, 8, 10, 16, 100, 1000].randomElement(using: &generator)!
      let digits = Int.random(in: 0...12, using: &generator)
      let whole = (0..<digits).reduce(0) { number, _ in
        number * 10 + Int.random(in: 0...9, using: &generator)
      }
      var value = (Double(whole) + 1) / Double(scale)
      if Int.random(in: 0..<8, using: &generator) == 0 { value = value.nextUp }
      if Bool.random(using: &generator) { value = -value }
      // Its exponents are spelled otherwise.
      guard value.magnitude >= 0.001 else { continue }
      let description = value.description
      let text = description.hasSuffix(".0") ? String(description.dropLast(2)) : description
      #expect(written { $0.number(value) } == text)
    }
  }

  @Test("Whole numbers of any size are written with all their digits")
  func integers() {
    #expect(written { $0.integer(-1) } == "-1")
    #expect(written { $0.integer(1 << 53) } == "9007199254740992")
    #expect(written { $0.integer(.max) } == "9223372036854775807")
    #expect(written { $0.integer(.min) } == "-9223372036854775808")
  }

  @Test("Strings are escaped where JSON wants it and read back the same")
  func strings() throws {
    #expect(written { $0.string("plain é 😀 /") } == #""plain é 😀 /""#)
    #expect(
      written { $0.string("\"\\\u{8}\t\n\u{c}\r\u{0}\u{1f}") } == #""\"\\\b\t\n\f\r\u0000\u001f""#)
    #expect(written { $0.string(nil) } == "null")
    let all = String(String.UnicodeScalarView((0..<0x300).compactMap(Unicode.Scalar.init)))
    var writer = JSONWriter()
    writer.string(all)
    let document = try JSONDocument(parsing: writer.bytes)
    #expect(document.string(document.root) == all)
  }
}
