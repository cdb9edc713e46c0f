public import LayoutWire

/// What the service allows (docs/rules.md#limits); each is a setting.
public struct ServiceLimits: Sendable {
  /// What a snapshot may have.
  public var snapshot = SnapshotLimits()
  /// How many elements one answer may have, and the greatest `limit`.
  public var maximumElements = 10_000
  /// How deep containers of a body may be nested.
  public var maximumDepth = 16
  /// What prepared layouts may hold, in bytes.
  public var memoBytes = 512 << 20
  /// How many prepared layouts, each at a width of its own, one snapshot may have in the memo.
  public var memoWidths = 16
  /// What snapshots may hold, in bytes.
  public var snapshotBytes = 1 << 30
  /// What compute threads may take together while they read bodies and lay snapshots out, in bytes. Who needs more waits,
  /// or, if that alone is too much, is worked on alone.
  public var workingBytes = 2 * 64 * workingBytesPerBodyByte << 20
  /// How many threads compute what would hold up a network thread.
  public var computeThreads = 2
  /// How many requests may wait for one of them.
  public var computeQueueLength = 64
  /// How long a request may take to be computed, its waiting included, in seconds.
  public var computeTimeout = Duration.seconds(10)

  /// What a body may make of a snapshot.
  var decoding: SnapshotLimits {
    var limits = snapshot
    limits.bytes = snapshotBytes
    return limits
  }

  /// What reading a body and laying it out takes at most for each of its bytes: as a document a byte takes up to 14, and
  /// what is made of it as much again where numbers are short.
  public static let workingBytesPerBodyByte = 20

  /// The defaults of docs/rules.md#limits.
  public init() {}
}
