/// Values of an engine's metrics that only later rules have. The metrics' form ends with their numbers
/// (docs/rules.md#additions). Numbers 5 to 7 are those of backgrounds, shelves and effects.
public struct EngineFeatures: OptionSet, Sendable {
  /// A bit for each number.
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// `cellOrder` is `rightToLeft`.
  public static let mirroredColumns = EngineFeatures(rawValue: 1 << 1)
  /// `cellHeight` is `running`.
  public static let runningHeight = EngineFeatures(rawValue: 1 << 2)
  /// `rowHeight` is `remainder`: the only item of a section takes a part of what the content lacks.
  public static let remainder = EngineFeatures(rawValue: 1 << 3)
  /// There is a `designWidth`, which is written after the number.
  public static let designWidth = EngineFeatures(rawValue: 1 << 4)
  /// There is a `tolerance`, which is written after the number.
  public static let tolerance = EngineFeatures(rawValue: 1 << 8)

  /// The additions whose numbers are before, or behind, those of backgrounds, shelves and effects.
  static let beforeExtras = EngineFeatures(rawValue: 1 << 5 - 1)
  static let behindExtras = EngineFeatures(rawValue: .max << 8)
}

extension CanonicalWriter {
  /// Notes an addition, if the metrics have it.
  mutating func addition(_ addition: EngineFeatures, if isThere: Bool) {
    if isThere { additions |= addition.rawValue }
  }

  /// Notes an addition with a number, if the metrics have it.
  mutating func addition(_ addition: EngineFeatures, _ number: Double?) {
    guard let number else { return }
    additions |= addition.rawValue
    additionNumbers.append((addition.rawValue, number))
  }
}
