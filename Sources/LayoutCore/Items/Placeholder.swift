/// What a section shows if it has no items (docs/rules.md#placeholder). Sections with equal ones may share one object.
public final class Placeholder: Sendable {
  /// Its extent along the scroll axis, in points, above 0; nil if it takes a part of what the content lacks.
  public let extent: Double?
  /// Its colours, padding and data, which are returned.
  public let appearance: Appearance?

  /// Creates a placeholder from checked parts.
  public init(extent: Double?, appearance: Appearance?) {
    self.extent = extent
    self.appearance = appearance
  }

  /// Whether it takes a part of what the content lacks.
  var isFiller: Bool { extent == nil }

  static let objectBytes = HeapBytes.object((Double?, Appearance?).self)
}

extension Placeholder: Equatable {
  public static func == (left: Placeholder, right: Placeholder) -> Bool {
    left === right || (left.extent == right.extent && left.appearance == right.appearance)
  }
}
