public import LayoutCore

/// A snapshot from JSON.
public struct DecodedSnapshot: Sendable {
  public let snapshot: Snapshot
  public let warnings: [SnapshotWarning]
  /// What the answer says of the source from which the sections were made; nil if they were listed.
  public let source: ResolvedSource?
  /// Whether the text says an addition, with an effect or without (docs/rules.md#additions).
  public let usesVersion3: Bool

  /// Whether a store keeps the text, and not that of the snapshot. A text with a source is not kept, and one with
  /// additions only for a snapshot with additions: all programs that know the snapshot's version can then read it.
  public var isTextKept: Bool {
    source == nil && (!usesVersion3 || snapshot.rulesVersion == rulesVersion)
  }
}

extension SnapshotDecoder {
  /// A snapshot that was decoded, with its warnings.
  func decoded(_ snapshot: Snapshot, _ warnings: [SnapshotWarning]) -> DecodedSnapshot {
    DecodedSnapshot(
      snapshot: snapshot, warnings: warnings, source: resolvedSource, usesVersion3: usesVersion3)
  }
}
