import LayoutCore
import Oracle
import Testing

@Suite("Hexadecimal text")
struct HexadecimalTextTests {
  private func word(_ text: String) -> UInt64 {
    text.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func digits(_ number: UInt32) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  @Test("A number is written in eight digits, and read again")
  func numbers() {
    var random = SplitMix64(seed: 15)
    let numbers = [0, 9, 10, 15, 16, 0x0123_4567, 0x89AB_CDEF, UInt32.max]
    for number in numbers
      + (0..<1000).map({ _ in UInt32.random(in: 0...UInt32.max, using: &random) })
    {
      #expect(hexadecimalText(number) == word(digits(number)))
      #expect(hexadecimalNumber(word(digits(number))) == number)
    }
  }

  @Test("A byte that is no lower-case digit is told at each place")
  func noDigits() {
    let known = Set("0123456789abcdef".utf8)
    for place in 0..<8 {
      for byte in UInt8.min...UInt8.max {
        let shift = UInt64(8 * place)
        let text = word("00c0ffee") & ~(0xFF << shift) | UInt64(byte) << shift
        #expect((hexadecimalNumber(text) != nil) == known.contains(byte), "\(byte) at \(place)")
      }
    }
  }
}
