/// The members of a stop of an effect (docs/rules.md#effects): a case and a row for each. Decoder, encoder, canonical bytes
/// and the module walk this list. Raw values are in the canonical bytes, so they never change.
package enum StopKey: Int, CaseIterable, Sendable {
  case at, alpha, scale, scaleX, scaleY, rotate, rotateX, rotateY, x, y, z, follow, zIndex

  /// The range of its values, and the value of a cell to which no stop gives one.
  package var row: (range: ClosedRange<Double>, standard: Double) {
    switch self {
    case .at: (-1_000_000...1_000_000, 0)
    case .alpha: (0...1, 1)
    case .scale, .scaleX, .scaleY: (-100...100, 1)
    case .rotate, .rotateX, .rotateY: (-36_000...36_000, 0)
    case .x, .y, .z: (-1_000...1_000, 0)
    case .follow: (-10...10, 0)
    case .zIndex: (-1_000_000...1_000_000, 0)
    }
  }
}

/// What an effect makes of a cell at one distance from the focal line (docs/rules.md#effects).
package struct EffectStop: Equatable, Sendable {
  /// By the raw values of their keys.
  private let values: [Double?]

  /// The greatest number of stops of an effect.
  package static let countMax = 32

  /// Creates a stop from checked values of its members, in the order of their keys.
  package init(_ values: [Double?]) { self.values = values }

  /// The distance, in units of the effect.
  package var at: Double { values[0] ?? 0 }

  /// The value of a member; nil if the stop has none.
  package subscript(key: StopKey) -> Double? { values[key.rawValue] }

  /// Whether the stop may be behind these: at a place that is not before the last one, nor the third one there.
  package func follows(_ stops: [EffectStop]) -> Bool {
    if let last = stops.last, at < last.at { return false }
    return stops.count < 2 || stops[stops.count - 2].at < at
  }

  /// Memory that it uses, in bytes.
  var byteCount: Int { HeapBytes.array(values) }
}
