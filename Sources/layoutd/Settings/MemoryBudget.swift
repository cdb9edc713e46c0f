import HTTPServer
import LayoutService
import LayoutWire
import Logging

/// What memory the program may take at most, by what it is for.
struct MemoryBudget: Sendable {
  /// What the program takes by itself once it has worked: its code, its threads, what the allocator keeps, answers that
  /// are being written.
  static let programBytes = 64 << 20
  /// What a connection takes beside its head's room: of the library's, the allocator's and the server's own.
  private static let connectionBytes = 4 << 10

  /// One thing that takes memory.
  struct Part: Sendable {
    /// The setting that bounds it; for what none does, a few words.
    let name: String
    let bytes: Int
  }

  let parts: [Part]
  let limit: MemoryLimit

  /// The sum of all parts.
  var bytes: Int {
    parts.reduce(0) { sum, part in
      let (bytes, isTooMuch) = sum.addingReportingOverflow(part.bytes)
      return isTooMuch ? .max : bytes
    }
  }

  /// Whether the parts together may take more than there is.
  var exceedsLimit: Bool { bytes > limit.bytes }

  /// What a configuration allows.
  init(_ configuration: Configuration) {
    let (server, limits) = (configuration.server, configuration.limits)
    // A body that is larger than the memory for working is worked on alone.
    let (largestBody, isTooMuch) = server.bodyBytesMax.multipliedReportingOverflow(
      by: ServiceLimits.workingBytesPerBodyByte)
    let connections = server.connectionsMax * Self.connectionBytes(server)
    parts = [
      Part(name: "the program itself", bytes: Self.programBytes),
      Part(name: "snapshot-bytes", bytes: limits.snapshotBytes),
      Part(name: "memo-bytes", bytes: limits.memoBytes),
      Part(name: "max-bodies-in-flight", bytes: server.bodiesInFlightBytesMax),
      Part(name: "max-answers-in-flight", bytes: server.answersInFlightBytesMax),
      Part(
        name: "working-bytes",
        bytes: isTooMuch ? .max : max(limits.workingBytes, largestBody)),
      Part(name: "max-connections", bytes: connections),
    ]
    limit = configuration.memoryLimit
  }

  /// What a connection takes that has been used.
  static func connectionBytes(_ server: ServerConfiguration) -> Int {
    2 * max(server.headBytesMax, 16 << 10) + connectionBytes
  }

  /// The parts and their sum as lines.
  func listing() -> String {
    let width = parts.map(\.name.count).max() ?? 0
    func line(_ name: String, _ text: String) -> String {
      "  \(name)\(String(repeating: " ", count: max(0, width - name.count)))  \(text)\n"
    }
    return "memory at most\n"
      + parts.map { line($0.name, Quantity.roundText(bytes: $0.bytes)) }.joined()
      + line("together", "\(Quantity.roundText(bytes: bytes)) of \(limitText)")
  }

  /// The limit, and where it comes from.
  var limitText: String {
    limit.source == .unknown
      ? limit.description : "\(Quantity.roundText(bytes: limit.bytes)) (\(limit))"
  }
}

extension MemoryBudget {
  /// Says in one line what the parts add up to, as a warning where that is more than there is.
  func log(to logger: Logger) {
    var metadata: Logger.Metadata = [
      "atMost": "\(Quantity.roundText(bytes: bytes))", "limit": "\(limitText)",
    ]
    for part in parts { metadata[part.name] = "\(Quantity.roundText(bytes: part.bytes))" }
    if exceedsLimit {
      logger.warning("memory may not be enough for these settings", metadata: metadata)
    } else {
      logger.info("memory", metadata: metadata)
    }
  }

  /// What to do where the parts exceed the limit.
  var excessText: String {
    """
    the settings add up to \(Quantity.roundText(bytes: bytes)) of memory, and there are \(limitText): give more, or leave \
    to the program (auto) what was set by hand
    """
  }
}

extension Configuration {
  /// What memory it allows.
  var memoryBudget: MemoryBudget { MemoryBudget(self) }

  /// What may be said of memory, or left to the program.
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
  }

  /// What the sixteenths of are shared out, where a limit is so low that nothing would be left.
  private static let leastShared = 16 << 20
  /// How much of the limit is kept from all shares: for the kernel's part of connections, and what nobody counts.
  private static let partKept = 16
  /// What reading a section and laying it out takes at most, however short it is written.
  private static let sectionBytes = 768

  /// Gives every budget that is left to the program its share of the memory there is; on a large machine that is the
  /// greatest value of each, with which it was made.
  mutating func shareMemory(_ found: MemoryLimit) {
    let most = Configuration()
    memoryLimit = memory.limit.map { MemoryLimit(bytes: $0, source: .setting) } ?? found
    let bytes = memoryLimit.bytes
    let shared = max(
      Self.leastShared, bytes - bytes / Self.partKept - MemoryBudget.programBytes)
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
