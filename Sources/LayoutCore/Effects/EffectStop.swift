/// What an effect makes of a cell at one distance from the focal line (docs/rules.md#effects).
package struct EffectStop: Equatable, Sendable {
  /// The distance, in units of the effect.
  package let at: Double
  /// A bit for each member that the stop has, and their values, in the order of the members.
  private(set) var given: UInt16 = 0
  private var values: [Double] = []

  /// The range of `at`.
  package static let places = -1_000_000.0...1_000_000
  /// The greatest number of stops of an effect.
  package static let countMax = 32

  /// Creates a stop from checked values; `value` returns that of a member, or nil.
  package init<Failure: Error>(
    at: Double, _ value: (EffectMember) throws(Failure) -> Double?
  ) throws(Failure) {
    self.at = at + 0
    for member in EffectMember.allCases {
      guard let value = try value(member) else { continue }
      given |= 1 << UInt16(member.rawValue)
      values.append(value + 0)
    }
  }

  /// The value of a member; nil if the stop has none.
  package subscript(member: EffectMember) -> Double? {
    let bit: UInt16 = 1 << UInt16(member.rawValue)
    return given & bit == 0 ? nil : values[(given & (bit - 1)).nonzeroBitCount]
  }

  /// Memory that it uses, in bytes.
  var byteCount: Int { HeapBytes.array(values) }

  func writeCanonicalBytes(to writer: inout CanonicalWriter) {
    writer.number(at)
    writer.count(Int(given))
    for value in values { writer.number(value) }
  }
}
