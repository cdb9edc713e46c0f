/// A member of a stop of an effect (docs/rules.md#effects): a case and a row for each. Decoder, encoder, canonical bytes
/// and the module walk this list. Raw values are in the canonical bytes, so they never change.
package enum EffectMember: Int, CaseIterable, Sendable {
  case alpha, scale, scaleX, scaleY, rotate, rotateX, rotateY, x, y, z, follow, zIndex

  /// The range of its values, and the value of a cell to which no stop gives one.
  package var row: (range: ClosedRange<Double>, standard: Double) {
    switch self {
    case .alpha: (0...1, 1)
    case .scale, .scaleX, .scaleY: (-100...100, 1)
    case .rotate, .rotateX, .rotateY: (-36_000...36_000, 0)
    case .x, .y, .z: (-1_000...1_000, 0)
    case .follow: (-10...10, 0)
    case .zIndex: (-1_000_000...1_000_000, 0)
    }
  }

  /// Its key in a snapshot.
  package var name: String {
    #if hasFeature(Embedded)
      // In a page, the names are in its vocabulary.
      return ""
    #else
      return "\(self)"
    #endif
  }
}

/// The values of an effect at one distance, by member.
struct EffectValues {
  private var values = SIMD16<Double>()

  /// Those of a cell to which no stop gives a value.
  init() {
    for member in EffectMember.allCases { values[member.rawValue] = member.row.standard }
  }

  subscript(member: EffectMember) -> Double {
    get { values[member.rawValue] }
    set { values[member.rawValue] = newValue }
  }
}
