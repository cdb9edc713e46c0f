import LayoutCore

/// A number that stands for a query: equal for equal queries, on every machine and in every process.
///
/// It is no secret and no proof; what it guards is checked again. The alternative, a SHA-256 of the query, costs more
/// than the search itself.
struct QueryTag: Hashable, Sendable {
  private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Mixes a number in; the order matters.
  mutating func combine(_ word: UInt64) {
    value = (value ^ word) &* 0xFF51_AFD7_ED55_8CCD
    value ^= value >> 32
    value = value &* 0xC4CE_B9FE_1A85_EC53
    value ^= value >> 29
  }

  /// Mixes a number in, or that there is none.
  mutating func combine(_ number: Double?) {
    guard let number else { return combine(UInt64.max) }
    combine(1)
    combine(number.bitPattern)
  }

  /// Mixes a rectangle in, or that there is none.
  mutating func combine(_ rect: Rect?) {
    combine(rect.map { [$0.x, $0.y, $0.width, $0.height] })
  }

  /// Mixes insets in, or that there are none.
  mutating func combine(_ insets: EdgeInsets?) {
    combine(insets.map { [$0.top, $0.left, $0.bottom, $0.right] })
  }

  /// Mixes numbers in, or that there are none.
  mutating func combine(_ numbers: [Double]?) {
    guard let numbers else { return combine(UInt64.max) }
    combine(UInt64(numbers.count))
    for number in numbers { combine(number.bitPattern) }
  }

  private mutating func combine(_ numbers: InlineArray<4, Double>?) {
    guard let numbers else { return combine(UInt64.max) }
    combine(4)
    for place in 0..<4 { combine(numbers[place].bitPattern) }
  }

  /// Mixes text in.
  mutating func combine(_ text: String) {
    combine(UInt64(text.utf8.count))
    for byte in text.utf8 { combine(UInt64(byte)) }
  }
}
