import JSONText
import Oracle
import Testing

@Suite("Numbers of JSON")
struct NumberTests {
  private func text(_ number: Double) -> String {
    var writer = JSONWriter()
    writer.number(number)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(
    "A number has the fewest digits, and an exponent where that is shorter",
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (-17, "-17"), (0.5, "0.5"), (-2.25, "-2.25"),
      (0.001, "0.001"), (0.0001, "1e-4"), (0.00012, "0.00012"), (0.000012, "1.2e-5"),
      (123456.75, "123456.75"), (334.6666666666667, "334.6666666666667"),
      (0x1p53, "9007199254740992"), (0x1p53 + 2, "9.007199254740994e15"), (1e22, "1e22"),
      (1e300, "1e300"), (Double.leastNonzeroMagnitude, "5e-324"),
      (1.7976931348623157e308, "1.7976931348623157e308"),
    ] as [(Double, String)])
  func examples(number: Double, expected: String) { #expect(text(number) == expected) }

  @Test("Every number reads back to itself")
  func random() throws {
    var random = SplitMix64(seed: 11)
    for _ in 0..<20_000 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      let document = try JSONDocument(parsing: Array(text(number).utf8))
      #expect(document.double(document.root) == number, "\(number)")
    }
  }
}
