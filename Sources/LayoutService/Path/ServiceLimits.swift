import LayoutCore
import LayoutStore
public import LayoutWire

/// The limits of the service (docs/rules.md#limits); each is a setting.
public struct ServiceLimits: Sendable {
  /// The limits of a snapshot.
  public var snapshot = SnapshotLimits()
  /// How many elements one answer may have, and the greatest `limit`.
  public var maximumElements = 10_000
  /// How long the text of a snapshot that is asked for may be, in bytes; no setting.
  public var snapshotTextBytes = 64 << 20
  /// How deep containers of a body may be nested.
  public var maximumDepth = 16
  /// The memory for prepared layouts, in bytes.
  public var memoBytes = 512 << 20
  /// How many prepared layouts, each at a width of its own, one snapshot may have in the memo.
  public var memoWidths = 16
  /// The memory for snapshots, in bytes.
  public var snapshotBytes = 1 << 30
  /// The memory that compute threads may take together while they read bodies and lay snapshots out, in bytes. A job
  /// that needs more waits; one that alone needs more than all of it runs alone.
  public var workingBytes = 2 * 64 * workingBytesPerBodyByte << 20
  /// How long a body may be, in bytes; the server keeps longer ones out.
  public var bodyBytes = 64 << 20
  /// How many threads compute what would hold up a network thread.
  public var computeThreads = 2
  /// How many requests may wait for one of them.
  public var computeQueueLength = 64
  /// How long a request may take to be computed, its waiting included, in seconds.
  public var computeTimeout = Duration.seconds(10)

  /// How long a call of the store may take, its waiting included.
  public var storeTimeout = Duration.seconds(2)
  /// Longer steps are not kept in a document's log, which then has a `replace`, in bytes; no setting.
  public var recordedStepsBytes = 10 << 20
  /// How many requests may follow documents at a time.
  public var watchers = 1000
  /// The time between two heartbeats of a stream of events; no setting.
  public var heartbeat = Duration.seconds(15)
  /// For how many days layouts are kept that are not used; nil keeps all.
  public var storeRetentionDays: Int? = 30

  /// The limits of a snapshot that was kept: it has been within the limits that were in force then.
  var stored: SnapshotLimits {
    var limits = decoding
    (limits.sections, limits.explicitItems) = (.max / 4, .max / 4)
    (limits.columns, limits.segments) = (.max / 4, .max / 4)
    return limits
  }

  /// The limits of a snapshot that is decoded.
  var decoding: SnapshotLimits {
    var limits = snapshot
    limits.bytes = snapshotBytes
    return limits
  }

  /// The most memory for reading a body and laying it out, for each of its bytes: the document takes up to 14, the
  /// snapshot as much again if numbers are short.
  public static let workingBytesPerBodyByte = 20

  /// The most memory for reading lists of steps or keys and applying them, in bytes: what large requests have together.
  var listBytesMax: Int {
    max(workingBytes, bodyBytes * ServiceLimits.workingBytesPerBodyByte)
      + Allowance.listBytesBeside
  }

  /// How long the text of a snapshot may be that is kept, in bytes: reading it takes no more than a body may, or all that
  /// large requests have together.
  var keptTextBytes: Int {
    let bytes = max(bodyBytes, workingBytes / ServiceLimits.workingBytesPerBodyByte)
    return min(StoredBody.byteCountMax, bytes)
  }

  /// The memory for an operation of a plan with its part of the answer, at most.
  private static let bytesPerPlanOperation = 128

  /// How many operations a plan may have: it takes no more memory than there is to work with.
  var planOperationsMax: Int {
    min(ListPlan.operationsMax, workingBytes / ServiceLimits.bytesPerPlanOperation)
  }

  /// The most memory of a plan, in bytes.
  var planBytes: Int { planOperationsMax * ServiceLimits.bytesPerPlanOperation }

  /// The defaults of docs/rules.md#limits.
  public init() {}
}
