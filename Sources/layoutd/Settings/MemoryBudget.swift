import HTTPServer
import LayoutService
import LayoutWire
import Logging

/// The greatest memory that the program may use, by purpose.
struct MemoryBudget: Sendable {
  /// The memory of the program itself after some work: its code, its threads, free memory that the allocator keeps, and
  /// answers that are being written.
  static let programBytes = 64 << 20
  /// The memory of a connection besides its head: of the library, the allocator and the server.
  private static let connectionBytes = 4 << 10

  /// One purpose of memory.
  struct Purpose: Sendable {
    /// The setting that limits it, or a few words if there is none.
    let name: String
    let bytes: Int
  }

  private(set) var purposes: [Purpose]
  let limit: MemoryLimit
  /// The settings whose automatic values are too small for pages in browsers, as sentences; usually empty.
  let shortages: [String]

  /// The least that pages in browsers need: a snapshot of some 20 000 items, and six connections for each of 40 browsers.
  private static let bodyBytesMin = 1 << 20
  private static let connectionsMin = 256

  /// The sum of all purposes.
  var bytes: Int {
    purposes.reduce(0) { sum, purpose in
      let (bytes, isTooMuch) = sum.addingReportingOverflow(purpose.bytes)
      return isTooMuch ? .max : bytes
    }
  }

  /// Whether all purposes together may use more than the limit.
  var exceedsLimit: Bool { bytes > limit.bytes }

  /// The greatest memory that a configuration allows.
  init(_ configuration: Configuration) {
    let (server, limits) = (configuration.server, configuration.limits)
    // A body larger than `working-bytes` is processed alone.
    let (largestBody, isTooMuch) = server.bodyBytesMax.multipliedReportingOverflow(
      by: ServiceLimits.workingBytesPerBodyByte)
    let connections = server.connectionsMax * Self.connectionBytes(server)
    purposes = [
      Purpose(name: "the program itself", bytes: Self.programBytes),
      Purpose(name: "snapshot-bytes", bytes: limits.snapshotBytes),
      Purpose(name: "memo-bytes", bytes: limits.memoBytes),
      Purpose(name: "max-bodies-in-flight", bytes: server.bodiesInFlightBytesMax),
      Purpose(name: "max-answers-in-flight", bytes: server.answersInFlightBytesMax),
      Purpose(
        name: "working-bytes",
        bytes: isTooMuch ? .max : max(limits.workingBytes, largestBody)),
      Purpose(name: "max-connections", bytes: connections),
    ]
    let store = configuration.store
    purposes.append(
      Purpose(
        name: store.location == .memory ? "store-bytes" : "store-queue-bytes",
        bytes: store.memoryBytes))
    limit = configuration.memoryLimit
    shortages = [
      configuration.memory.body == nil && server.bodyBytesMax < Self.bodyBytesMin
        ? "max-body is \(Quantity.text(bytes: server.bodyBytesMax)); a feed of 20000 items takes 1MiB"
        : nil,
      configuration.memory.connections == nil && server.connectionsMax < Self.connectionsMin
        ? "max-connections is \(server.connectionsMax); 40 browsers open 6 each" : nil,
    ].compactMap { $0 }
  }

  /// The memory of a connection after its first request, in bytes.
  static func connectionBytes(_ server: ServerConfiguration) -> Int {
    2 * max(server.headBytesMax, 16 << 10) + connectionBytes
  }

  /// The purposes and their sum as lines.
  func listing() -> String {
    let width = purposes.map(\.name.count).max() ?? 0
    func line(_ name: String, _ text: String) -> String {
      "  \(name)\(String(repeating: " ", count: max(0, width - name.count)))  \(text)\n"
    }
    return "memory at most\n"
      + purposes.map { line($0.name, Quantity.roundText(bytes: $0.bytes)) }.joined()
      + line("together", "\(Quantity.roundText(bytes: bytes)) of \(limitText)")
      + shortages.map { "little memory: \($0)\n" }.joined()
  }

  /// The limit and its origin.
  var limitText: String {
    limit.source == .unknown
      ? limit.description : "\(Quantity.roundText(bytes: limit.bytes)) (\(limit))"
  }
}

extension MemoryBudget {
  /// Logs the purposes and their sum as one line, a warning if the sum is above the limit.
  func log(to logger: Logger) {
    var metadata: Logger.Metadata = [
      "atMost": "\(Quantity.roundText(bytes: bytes))", "limit": "\(limitText)",
    ]
    for purpose in purposes {
      metadata[purpose.name] = "\(Quantity.roundText(bytes: purpose.bytes))"
    }
    if exceedsLimit {
      logger.warning("memory may not be enough for these settings", metadata: metadata)
    } else {
      logger.info("memory", metadata: metadata)
    }
    for shortage in shortages {
      logger.warning("little memory: \(shortage)")
    }
  }

  /// The advice for purposes that exceed the limit.
  var excessText: String {
    """
    the settings add up to \(Quantity.roundText(bytes: bytes)) of memory, and there are \(limitText): give more, or leave \
    to the program (auto) what was set by hand
    """
  }
}

extension Configuration {
  /// The memory that the configuration allows.
  var memoryBudget: MemoryBudget { MemoryBudget(self) }

  /// The given memory settings; nil for `auto`.
  struct MemoryRequest: Sendable {
    var limit: Int?
    var snapshots: Int?
    var memo: Int?
    var bodiesInFlight: Int?
    var answersInFlight: Int?
    var working: Int?
    var body: Int?
    var connections: Int?
    var sections: Int?
    var storeQueue: Int?
  }

  /// The least memory that is divided into shares, if the limit is so low that nothing would be left.
  private static let leastShared = 16 << 20
  /// The part of the limit that is not shared out: for the kernel's memory of connections, and for memory that is not
  /// counted.
  private static let partKept = 16
  /// The greatest memory for reading and laying out one section, even if its text is short.
  private static let sectionBytes = 768

  /// Gives every budget that is `auto` its share of the memory. On a large machine every share is the default, which is
  /// also the greatest value.
  mutating func shareMemory(_ found: MemoryLimit) {
    let most = Configuration()
    memoryLimit = memory.limit.map { MemoryLimit(bytes: $0, source: .setting) } ?? found
    let bytes = memoryLimit.bytes
    store.shareMemory(bytes, waitingBytes: memory.storeQueue)
    let shared = max(
      Self.leastShared,
      bytes - bytes / Self.partKept - MemoryBudget.programBytes - store.reservedBytes)
    func share(sixteenths: Int, atMost: Int) -> Int {
      let bytes = shared / 16 * sixteenths
      let unit = bytes >= 1 << 20 ? 1 << 20 : 1 << 10
      return min(atMost, bytes / unit * unit)
    }
    limits.snapshotBytes =
      memory.snapshots ?? share(sixteenths: 4, atMost: most.limits.snapshotBytes)
    limits.memoBytes = memory.memo ?? share(sixteenths: 2, atMost: most.limits.memoBytes)
    let wantedBody = memory.body ?? most.server.bodyBytesMax
    let perBodyByte = ServiceLimits.workingBytesPerBodyByte
    limits.workingBytes =
      memory.working
      ?? share(sixteenths: 5, atMost: limits.computeThreads * wantedBody * perBodyByte)
    server.bodyBytesMax =
      memory.body
      ?? min(wantedBody, max(64 << 10, limits.workingBytes / perBodyByte / 1_024 * 1_024))
    limits.bodyBytes = server.bodyBytesMax
    server.bodiesInFlightBytesMax =
      memory.bodiesInFlight
      ?? max(
        3 * server.bodyBytesMax,
        share(sixteenths: 2, atMost: most.server.bodiesInFlightBytesMax))
    server.answersInFlightBytesMax =
      memory.answersInFlight
      ?? share(sixteenths: 1, atMost: most.server.answersInFlightBytesMax)
    server.connectionsMax =
      memory.connections
      ?? min(
        most.server.connectionsMax,
        share(sixteenths: 2, atMost: .max) / MemoryBudget.connectionBytes(server))
    limits.snapshot.sections =
      memory.sections
      ?? min(
        most.limits.snapshot.sections,
        max(1, limits.workingBytes / limits.computeThreads / Self.sectionBytes))
  }
}
