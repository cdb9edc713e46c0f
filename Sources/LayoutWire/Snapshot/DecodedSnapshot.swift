public import LayoutCore

/// A snapshot from JSON.
public struct DecodedSnapshot: Sendable {
  public let snapshot: Snapshot
  public let warnings: [SnapshotWarning]
  /// What the answer says of the source from which the sections were made; nil if they were listed.
  public let source: ResolvedSource?
}
