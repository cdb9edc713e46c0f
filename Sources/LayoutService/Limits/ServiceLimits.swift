import LayoutCore
import LayoutStore
public import LayoutWire

/// The limits of the service (docs/rules.md#limits, docs/rules.md#memory-limits), most of which are settings.
public struct ServiceLimits: Sendable {
  /// The limits of a snapshot.
  public var snapshot = SnapshotLimits()
  /// The greatest number of elements in an answer, and the greatest `limit`.
  public var maximumElements = 10_000
  /// The greatest length of a snapshot's text in an answer, in bytes; not a setting.
  public var snapshotTextBytes = 64 << 20
  /// The greatest depth of nested containers in a body.
  public var maximumDepth = 16
  /// The memory for prepared layouts, in bytes.
  public var memoBytes = 512 << 20
  /// The greatest number of prepared layouts, each at another width, that the memo has of one snapshot.
  public var memoWidths = 16
  /// The memory for snapshots, in bytes.
  public var snapshotBytes = 1 << 30
  /// The memory that compute threads may take together while they decode bodies and lay out snapshots, in bytes. A job
  /// that needs more than is left waits; one that needs more than all of it runs alone.
  public var workingBytes = 2 * 64 * workingBytesPerBodyByte << 20
  /// The greatest length of a body, in bytes; the server refuses longer ones.
  public var bodyBytes = 64 << 20
  /// The number of threads for work that would block a network thread.
  public var computeThreads = 2
  /// The greatest number of requests that wait for one of them.
  public var computeQueueLength = 64
  /// The greatest time for computing an answer, including waiting.
  public var computeTimeout = Duration.seconds(10)

  /// The greatest time for a call of the store, including waiting.
  public var storeTimeout = Duration.seconds(2)
  /// The greatest length of steps that a document's log stores, in bytes; for longer ones it has a `replace`. Not a
  /// setting.
  public var recordedStepsBytes = 10 << 20
  /// The greatest number of requests that follow documents at a time.
  public var watchers = 1000
  /// The number of days for which unused layouts are stored; nil stores all forever.
  public var storeRetentionDays: Int? = 30

  /// The limits for decoding a stored snapshot, which was within the limits at its time.
  var stored: SnapshotLimits {
    var limits = decoding
    (limits.sections, limits.explicitItems) = (.max / 4, .max / 4)
    (limits.columns, limits.segments) = (.max / 4, .max / 4)
    return limits
  }

  /// The limits for decoding a snapshot.
  var decoding: SnapshotLimits {
    var limits = snapshot
    (limits.bytes, limits.stepBytes) = (snapshotBytes, bodyBytes)
    return limits
  }

  /// The most memory for decoding a body and laying it out, for each of its bytes: the document takes up to 14, the
  /// snapshot as much again if numbers are short.
  public static let workingBytesPerBodyByte = 20

  /// The greatest memory for decoding and applying lists of steps or keys, in bytes: the memory of all large requests
  /// together.
  var listBytesMax: Int {
    max(workingBytes, bodyBytes * ServiceLimits.workingBytesPerBodyByte)
      + Allowance.listBytesBeside
  }

  /// The greatest length of the text of a stored snapshot, in bytes: decoding it takes no more memory than decoding a
  /// body may, or than all large requests may together.
  var keptTextBytes: Int {
    let bytes = max(bodyBytes, workingBytes / ServiceLimits.workingBytesPerBodyByte)
    return min(StoredBody.byteCountMax, bytes)
  }

  /// The most memory for an operation of a plan and its part of the answer.
  private static let bytesPerPlanOperation = 128

  /// The greatest number of operations in a plan: it takes no more memory than large requests may.
  var planOperationsMax: Int {
    min(ListPlan.operationsMax, workingBytes / ServiceLimits.bytesPerPlanOperation)
  }

  /// The most memory of a plan, in bytes.
  var planBytes: Int { planOperationsMax * ServiceLimits.bytesPerPlanOperation }

  /// The defaults of docs/rules.md#limits.
  public init() {}
}
