internal import LayoutCore

/// The limits of a snapshot (docs/rules.md#snapshot-limits); one that exceeds them is refused.
public struct SnapshotLimits: Hashable, Sendable {
  public var sections = ContentLimits.sections
  /// The greatest number of items whose sizes are listed one by one.
  public var explicitItems = ContentLimits.explicitItems
  /// The greatest number of items, listed or not.
  public var items = ContentLimits.items
  /// The greatest `numberOfColumns`.
  public var columns = ContentLimits.columns
  /// The greatest number of styles in `segments` or `leadingSegments`.
  public var segments = ContentLimits.segments
  /// The greatest memory of the snapshot, in bytes.
  public var bytes = 1 << 30
  /// The greatest length of the step that two trees make, in bytes.
  public var stepBytes = 64 << 20
  /// The greatest memory for decoding and applying lists of steps or keys, including the document, in bytes.
  public var listBytes = Int.max

  /// The defaults of docs/rules.md#snapshot-limits.
  public init() {}
}
