public import LayoutCore

/// The name of a document: 1 to 128 of `A-Z a-z 0-9 . _ ~ -`, the first a letter or a digit.
public struct DocumentName: Hashable, Comparable, Sendable {
  public let text: String

  /// Parses a name; nil if it is not valid.
  public init?(_ text: String) {
    func isLetterOrDigit(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    let bytes = text.utf8
    guard (1...128).contains(bytes.count), let first = bytes.first, isLetterOrDigit(first),
      bytes.allSatisfy({ isLetterOrDigit($0) || "._~-".utf8.contains($0) })
    else { return nil }
    self.text = text
  }

  public static func < (left: DocumentName, right: DocumentName) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

/// The current state of a document.
public struct DocumentHead: Hashable, Sendable {
  public let name: DocumentName
  /// The number of its changes.
  public let revision: Int
  public let layout: ContentDigest
  /// The time of its last change, in milliseconds since 1970-01-01.
  public let time: Int

  public init(name: DocumentName, revision: Int, layout: ContentDigest, time: Int) {
    (self.name, self.revision, self.layout, self.time) = (name, revision, layout, time)
  }
}

/// The documents among some consecutive ones whose layouts were named by earlier rules, in the order of their names.
public struct OutdatedHeads: Sendable {
  public let heads: [DocumentHead]
  /// The last document examined; nil if there were none.
  public let last: DocumentName?

  /// Selects from the examined heads. Each is given with the rules of its layout.
  init(_ found: [(head: DocumentHead, rules: Int)], before rules: Int) {
    heads = found.filter { $0.rules < rules }.map(\.head)
    last = found.last?.head.name
  }
}

/// A record of a document's log.
public struct LogRecord: Sendable {
  /// The kind of a write.
  public enum Kind: Int, Sendable, CaseIterable {
    /// The document was created, or got another layout.
    case replace
    /// Steps were applied to the document.
    case change
    /// The document was deleted.
    case delete
  }

  public let revision: Int
  public let kind: Kind
  /// Nil for `delete`.
  public let layout: ContentDigest?
  /// The previous layout, for `change`.
  public let parent: ContentDigest?
  /// The steps as JSON, for `change`.
  public let steps: StoredBody?
  /// The time of the write, in milliseconds since 1970-01-01.
  public let time: Int
  /// The name of the writer's key; nil if there was none, or if the name was not stored.
  public var by: String?

  /// A record of the same write without steps: a `change` becomes a `replace`.
  public var asReplacement: LogRecord {
    LogRecord(
      revision: revision, kind: kind == .delete ? .delete : .replace, layout: layout, parent: nil,
      steps: nil, time: time, by: by)
  }
}

/// Records of a log, in order.
public struct LogPage: Sendable {
  /// The approximate limit of the steps in one answer, in bytes.
  public static let bytesMax = 16 << 20

  public private(set) var records: [LogRecord]
  /// The revision of the newest record.
  public let revision: Int
  /// The revision of the oldest record.
  public let oldest: Int
  /// Whether the document was deleted recently. The newest record is its deletion then.
  public let isDeleted: Bool
  /// Counts the bytes of the steps in the store's memory limit until it is released.
  private var held: HeldPart?

  public init(records: [LogRecord], revision: Int, oldest: Int, isDeleted: Bool = false) {
    (self.records, self.revision, self.oldest) = (records, revision, oldest)
    self.isDeleted = isDeleted
  }

  /// A copy whose bytes are counted by `part`.
  func held(by part: HeldPart) -> LogPage {
    var page = self
    page.held = part
    return page
  }

  /// A copy with other records of the same log.
  public func with(_ records: [LogRecord]) -> LogPage {
    var page = self
    page.records = records
    return page
  }

  /// The bytes of the steps in all records: as stored, and as JSON.
  public var byteCounts: (kept: Int, written: Int) {
    records.reduce(into: (0, 0)) { counts, record in
      counts.0 += record.steps?.kept.count ?? 0
      counts.1 += record.steps?.byteCount ?? 0
    }
  }
}

/// The result of reading a log.
public enum LogAnswer: Sendable {
  case page(LogPage)
  /// There is no such document, and none was deleted recently.
  case absent
}

/// A write of a document without steps.
public struct DocumentWrite: Sendable {
  /// A condition for a write.
  public enum Condition: Sendable, Hashable {
    /// The document does not exist.
    case absent
    /// The document exists.
    case present
    /// The document has this revision.
    case revision(Int)
  }

  public let name: DocumentName
  public let condition: Condition
  /// The document's new layout; nil deletes the document.
  public let layout: ContentDigest?
  /// The layout's row if it may not be stored yet.
  public let row: StoredLayout?
  /// Whether the row replaces a damaged one.
  public let replaces: Bool
  /// Whether the earlier records are deleted, because they are of no use any more.
  public let beginsLog: Bool
  /// The name of the writer's key; nil if there is none.
  public let by: String?

  public init(
    name: DocumentName, condition: Condition, layout: ContentDigest?, row: StoredLayout? = nil,
    replaces: Bool = false, beginsLog: Bool = false, by: String? = nil
  ) {
    self.by = by
    (self.name, self.condition, self.layout, self.row) = (name, condition, layout, row)
    (self.replaces, self.beginsLog) = (replaces, beginsLog)
  }
}

/// The outcome of a write.
public enum WriteOutcome: Sendable {
  /// The write was done. Includes the outcome for the row if there was one. A deletion has the revision of its `delete`
  /// record.
  case done(DocumentHead, KeepOutcome?)
  case deleted(revision: Int)
  /// The condition is not met. Includes the document's head if the document exists.
  case notMet(DocumentHead?)
  /// The document's new layout is not stored.
  case layoutAbsent
  /// The store has the greatest number of documents.
  case tooMany

  /// The revision made by the write; nil if nothing was written.
  var revision: Int? {
    switch self {
    case .done(let head, _): head.revision
    case .deleted(let revision): revision
    case .notMet, .layoutAbsent, .tooMany: nil
    }
  }

  /// The error to count in metrics if there was no room.
  var refusal: StoreError? { if case .tooMany = self { .full } else { nil } }

  /// The change of the number of documents.
  func countChange(of write: DocumentWrite) -> Int {
    switch self {
    case .done: write.condition == .absent ? 1 : 0
    case .deleted: -1
    case .notMet, .layoutAbsent, .tooMany: 0
    }
  }
}

/// A change of a document by steps.
public struct DocumentChange: Sendable {
  public let name: DocumentName
  /// The revision that the steps are based on.
  public let revision: Int
  /// The idempotency key: a retry has the same key.
  public let key: String?
  /// The digest of the steps as a JSON value. It differs if a key is reused for other steps.
  public let stepsDigest: ContentDigest
  /// The steps as JSON; nil if they are too long for the log, which then gets a `replace` record.
  public let steps: StoredBody?
  public let parent: ContentDigest
  /// The layout after the steps.
  public let row: StoredLayout
  /// Whether the row replaces a damaged one.
  public let replaces: Bool
  /// The name of the writer's API key; nil if there is none.
  public let by: String?

  public init(
    name: DocumentName, revision: Int, key: String?, stepsDigest: ContentDigest,
    steps: StoredBody?, parent: ContentDigest, row: StoredLayout, replaces: Bool = false,
    by: String? = nil
  ) {
    self.by = by
    self.replaces = replaces
    self.name = name
    self.revision = revision
    self.key = key
    self.stepsDigest = stepsDigest
    self.steps = steps
    self.parent = parent
    self.row = row
  }
}

/// The outcome of a change.
public enum ChangeOutcome: Sendable {
  /// The change was applied. Includes the outcome for the row.
  case applied(DocumentHead, KeepOutcome)
  /// The log already has this record with the same key and steps.
  case repeated(revision: Int, layout: ContentDigest)
  /// The log has a record with the same key and other steps.
  case keyReused
  /// The document has another revision.
  case conflict(DocumentHead)
  /// There is no such document.
  case absent
  /// The layout that the row is derived from is not stored. Nothing was written.
  case parentAbsent

  /// The revision made by the change; nil if nothing was written.
  var revision: Int? { if case .applied(let head, _) = self { head.revision } else { nil } }
}

/// The state of a document that decides about a change.
public struct DocumentState: Sendable {
  public typealias Record = (revision: Int, layout: ContentDigest, stepsDigest: ContentDigest)

  public let head: DocumentHead
  /// The record with the change's key; nil if the log has none.
  public let record: Record?
}

/// Limits of documents and logs, and the version of the rules.
public struct DocumentLimits: Sendable {
  /// The current versions of the rules. Documents ignore layouts of other versions.
  public var rules = Int(rulesVersions.lowerBound)...Int(rulesVersions.upperBound)
  /// The version that a store records: no layout of an earlier one is current. Programs whose latest versions differ
  /// share a store if these are equal.
  var recordedRules: Int { rules.lowerBound }
  /// The time for which the log of a deleted document is stored for its followers.
  static let deletionsKept = Duration.seconds(3600)
  /// The same time if the file or the memory is full, since new writes matter more.
  var deletionsKeptWhenFull = Duration.seconds(5)
  /// Approximate limits of one deletion of old logs: records, and bytes of their steps.
  static let forgottenRecords = 1000
  static let forgottenBytes = 64 << 20

  public var documentsMax = 100_000
  /// Limits of a log: the number of records, and the bytes of their steps. The newest record is always stored.
  public var recordsMax = 1000
  public var recordBytesMax = 64 << 20
  /// The number of documents with signatures that one deletion of stray ones looks at.
  var signedNamesMax = 10_000

  public init() {}
}
