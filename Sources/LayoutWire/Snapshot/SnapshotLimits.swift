internal import LayoutCore

/// How much a snapshot may ask for (docs/rules.md#snapshot-limits); beyond it the snapshot is refused.
public struct SnapshotLimits: Hashable, Sendable {
  public var sections = ContentLimits.sections
  /// Items whose sizes are listed one by one.
  public var explicitItems = ContentLimits.explicitItems
  /// Items, listed or not.
  public var items = ContentLimits.items
  /// The greatest `numberOfColumns`.
  public var columns = ContentLimits.columns
  /// How many styles `segments`, or `leadingSegments`, may name.
  public var segments = ContentLimits.segments
  /// The most memory of the snapshot, in bytes.
  public var bytes = 1 << 30
  /// The most memory for reading lists of steps or of keys and applying them, with the document, in bytes.
  public var listBytes = Int.max

  /// The defaults of docs/rules.md#snapshot-limits.
  public init() {}
}
