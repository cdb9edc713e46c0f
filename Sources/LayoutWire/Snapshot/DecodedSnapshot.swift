public import LayoutCore

/// A snapshot from JSON.
public struct DecodedSnapshot: Sendable {
  public let snapshot: Snapshot
  public let warnings: [SnapshotWarning]
  /// What the answer says of the source from which the sections were made; nil if they were listed.
  public let source: ResolvedSource?
  /// The first version of the rules that has all keys and words of the text, with an effect or without
  /// (docs/rules.md#additions).
  public let textVersion: UInt8

  /// Whether a store keeps the text, and not that of the snapshot. A text with a source is not kept, nor is one of a
  /// later version than its snapshot: all programs that know the snapshot's version can read what is kept.
  public var isTextKept: Bool {
    source == nil && textVersion <= snapshot.rulesVersion
  }
}

extension SnapshotDecoder {
  /// A snapshot that was decoded, with its warnings.
  func decoded(_ snapshot: Snapshot, _ warnings: [SnapshotWarning]) -> DecodedSnapshot {
    DecodedSnapshot(
      snapshot: snapshot, warnings: warnings, source: resolvedSource, textVersion: textVersion)
  }
}
