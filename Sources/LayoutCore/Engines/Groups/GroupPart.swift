/// A group, or a part of one, as a snapshot gives it (docs/rules.md#groups). Immutable, with checked values.
public final class GroupPart: Sendable {
  /// The extent of a group along the scroll axis, or that of a part along its parent.
  public enum Length: Equatable, Sendable {
    /// A number of points.
    case points(Double)
    /// A share of the room of a row or a column, above 0.
    case parts(Double)
    /// The width of a group, divided by its height; above 0.
    case ratio(Double)
  }

  /// Nil if no length is given, which no group in a list is.
  public let length: Length?
  /// The number of equal parts, one after the other; 1 for a group.
  public let repeatCount: Int
  /// What it is divided into; nil for a slot, the place of one item.
  public let division: GroupDivision?
  /// The number of its slots, those of all repetitions; no more than `slotsCounted`.
  let slotCount: Int

  /// More slots than a section may have. From here on they are not counted, so that no sum overflows.
  package static let slotsCounted = 100_000

  /// Creates a group or a part from checked values.
  public init(_ length: Length?, repeatCount: Int = 1, _ division: GroupDivision? = nil) {
    (self.length, self.repeatCount, self.division) = (length, repeatCount, division)
    let slots = division.map { GroupPart.slotCount(of: $0.parts) } ?? 1
    slotCount = min(GroupPart.slotsCounted, slots * min(repeatCount, ContentLimits.repeats))
  }

  /// The number of slots of several parts; no more than `slotsCounted`.
  package static func slotCount(of parts: [GroupPart]) -> Int {
    parts.reduce(0) { min(slotsCounted, $0 + $1.slotCount) }
  }
}

/// The parts of a row or a column.
public struct GroupDivision: Sendable {
  /// Whether the parts stand beside each other, rather than below each other.
  public let isRow: Bool
  /// The distance between two parts, in points; nil for the section's spacing.
  public let spacing: Double?
  /// At least one.
  public let parts: [GroupPart]

  /// Creates a row or a column from checked values.
  public init(isRow: Bool, spacing: Double? = nil, _ parts: [GroupPart]) {
    (self.isRow, self.spacing, self.parts) = (isRow, spacing, parts)
  }
}

extension CanonicalWriter {
  /// Writes the number of some parts, and for each what is not its default, after a byte that tells what there is.
  mutating func parts(_ parts: [GroupPart]) {
    count(parts.count)
    for part in parts {
      let division = part.division
      var (kind, length): (UInt8, Double?) = (0, nil)
      switch part.length {
      case .points(let points): (kind, length) = (1, points)
      case .ratio(let ratio): (kind, length) = (2, ratio)
      case .parts(1), nil: break
      case .parts(let share): (kind, length) = (3, share)
      }
      if let division { kind |= division.isRow ? 4 : 8 }
      if division?.spacing != nil { kind |= 16 }
      if part.repeatCount != 1 { kind |= 32 }
      byte(kind)
      if let length { number(length) }
      if part.repeatCount != 1 { count(part.repeatCount) }
      if let spacing = division?.spacing { number(spacing) }
      if let division { self.parts(division.parts) }
    }
  }
}
