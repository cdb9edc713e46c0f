public import LayoutCore

/// The name of a document: 1 to 128 of `A-Z a-z 0-9 . _ ~ -`, the first a letter or a digit.
public struct DocumentName: Hashable, Comparable, Sendable {
  public let text: String

  /// Reads a name; nil for anything else.
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

/// What a document stands for now.
public struct DocumentHead: Hashable, Sendable {
  public let name: DocumentName
  /// How often it has changed.
  public let revision: Int
  public let layout: ContentDigest
  /// When it last changed, in milliseconds since 1970-01-01.
  public let time: Int

  public init(name: DocumentName, revision: Int, layout: ContentDigest, time: Int) {
    (self.name, self.revision, self.layout, self.time) = (name, revision, layout, time)
  }
}

/// Documents in the order of their names, as far as the layouts that they stand for are named by earlier rules.
public struct OutdatedHeads: Sendable {
  public let heads: [DocumentHead]
  /// The last document that was looked at; nil where there are no more.
  public let last: DocumentName?

  /// Takes the heads that were looked at, each with the rules of its layout.
  init(_ found: [(head: DocumentHead, rules: Int)], before rules: Int) {
    heads = found.filter { $0.rules < rules }.map(\.head)
    last = found.last?.head.name
  }
}

/// A record of a document's log.
public struct LogRecord: Sendable {
  /// What a write was.
  public enum Kind: Int, Sendable, CaseIterable {
    /// Another layout took the place of the one before, if there was one.
    case replace
    /// Steps were applied.
    case change
    /// The document was deleted.
    case delete
  }

  public let revision: Int
  public let kind: Kind
  /// Nil for `delete`.
  public let layout: ContentDigest?
  /// The layout before, for `change`.
  public let parent: ContentDigest?
  /// The steps as JSON, for `change`.
  public let steps: StoredBody?
  /// When it was written, in milliseconds since 1970-01-01.
  public let time: Int

  /// A record of the same write that tells the layout alone, where there is one.
  public var asReplacement: LogRecord {
    LogRecord(
      revision: revision, kind: kind == .delete ? .delete : .replace, layout: layout, parent: nil,
      steps: nil, time: time)
  }
}

/// Records of a log, in order.
public struct LogPage: Sendable {
  /// About how many bytes of steps one answer has.
  public static let bytesMax = 16 << 20

  public private(set) var records: [LogRecord]
  /// The revision of the newest record.
  public let revision: Int
  /// The revision of the oldest record.
  public let oldest: Int
  /// Whether the document has been deleted a short while ago: the newest record says so.
  public let isDeleted: Bool
  /// What counts the bytes of the steps as held by the store, until it is let go of.
  private var held: HeldPart?

  public init(records: [LogRecord], revision: Int, oldest: Int, isDeleted: Bool = false) {
    (self.records, self.revision, self.oldest) = (records, revision, oldest)
    self.isDeleted = isDeleted
  }

  /// The same, held by a part.
  func held(by part: HeldPart) -> LogPage {
    var page = self
    page.held = part
    return page
  }

  /// The same log with some of the records.
  public func with(_ records: [LogRecord]) -> LogPage {
    var page = self
    page.records = records
    return page
  }

  /// How many bytes the steps of the records take as they are kept, and as they are written.
  public var byteCounts: (kept: Int, written: Int) {
    records.reduce(into: (0, 0)) { counts, record in
      counts.0 += record.steps?.kept.count ?? 0
      counts.1 += record.steps?.byteCount ?? 0
    }
  }
}

/// What a log answers.
public enum LogAnswer: Sendable {
  case page(LogPage)
  /// There is no such document, nor was there one a short while ago.
  case absent
}

/// A write of a document without steps.
public struct DocumentWrite: Sendable {
  /// What has to be true before.
  public enum Condition: Sendable, Hashable {
    /// There is no document of the name.
    case absent
    /// There is one.
    case present
    /// It has this revision.
    case revision(Int)
  }

  public let name: DocumentName
  public let condition: Condition
  /// The layout that it stands for from now on; nil deletes it.
  public let layout: ContentDigest?
  /// The layout's row, where it may not be there.
  public let row: StoredLayout?
  /// Whether the row takes the place of a damaged one.
  public let replaces: Bool
  /// Whether the records before it go, as where nobody can do anything with them.
  public let beginsLog: Bool

  public init(
    name: DocumentName, condition: Condition, layout: ContentDigest?, row: StoredLayout? = nil,
    replaces: Bool = false, beginsLog: Bool = false
  ) {
    (self.name, self.condition, self.layout, self.row) = (name, condition, layout, row)
    (self.replaces, self.beginsLog) = (replaces, beginsLog)
  }
}

/// What became of a write.
public enum WriteOutcome: Sendable {
  /// It is done, and this is what became of the row, where one was given; of a deleted document, the revision of its
  /// `delete` record.
  case done(DocumentHead, KeepOutcome?)
  case deleted(revision: Int)
  /// The condition is not met, and this is what there is.
  case notMet(DocumentHead?)
  /// The layout that it is to stand for is not there.
  case layoutAbsent
  /// There are as many documents as there may be.
  case tooMany

  /// The revision that the write has made; nil where nothing has been written.
  var revision: Int? {
    switch self {
    case .done(let head, _): head.revision
    case .deleted(let revision): revision
    case .notMet, .layoutAbsent, .tooMany: nil
    }
  }

  /// What it counts as where there was no room for it.
  var refusal: StoreError? { if case .tooMany = self { .full } else { nil } }

  /// By how many documents there are more.
  func countChange(of write: DocumentWrite) -> Int {
    switch self {
    case .done: write.condition == .absent ? 1 : 0
    case .deleted: -1
    case .notMet, .layoutAbsent, .tooMany: 0
    }
  }
}

/// Steps on a document.
public struct DocumentChange: Sendable {
  public let name: DocumentName
  /// The revision that the steps are meant for.
  public let revision: Int
  /// What the writer repeats with every retry.
  public let key: String?
  /// The digest of the steps as a JSON value, by which a retry is told from other steps.
  public let stepsDigest: ContentDigest
  /// The steps as JSON; nil where they are too long for the log, which then has a `replace`.
  public let steps: StoredBody?
  public let parent: ContentDigest
  /// The layout that they make.
  public let row: StoredLayout
  /// Whether the row takes the place of a damaged one.
  public let replaces: Bool

  public init(
    name: DocumentName, revision: Int, key: String?, stepsDigest: ContentDigest,
    steps: StoredBody?, parent: ContentDigest, row: StoredLayout, replaces: Bool = false
  ) {
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

/// What became of a change.
public enum ChangeOutcome: Sendable {
  /// It is done, and this is what became of the row.
  case applied(DocumentHead, KeepOutcome)
  /// The log has a record with its key: this one.
  case repeated(revision: Int, layout: ContentDigest)
  /// The log has a record with its key and other steps.
  case keyReused
  /// The document has another revision.
  case conflict(DocumentHead)
  /// There is no such document.
  case absent
  /// The layout that the row is derived from is not there; nothing was kept.
  case parentAbsent

  /// The revision that the change has made; nil where nothing has been written.
  var revision: Int? { if case .applied(let head, _) = self { head.revision } else { nil } }
}

/// What a change has to know of its document before it is applied.
public struct DocumentState: Sendable {
  public typealias Record = (revision: Int, layout: ContentDigest, stepsDigest: ContentDigest)

  public let head: DocumentHead
  /// The record with the change's key, if the log has one.
  public let record: Record?
}

/// How much a store keeps of documents, and by which rules their layouts are named.
public struct DocumentLimits: Sendable {
  /// The version of the rules: a layout of another one is not there for documents.
  public var rules = Int(rulesVersion)
  /// How long the log of a deleted document is kept, for those who follow it.
  static let deletionsKept = Duration.seconds(3600)
  /// How long it is kept in a file or in memory where there is no room for more: what is written now matters more.
  var deletionsKeptWhenFull = Duration.seconds(5)
  /// How many records, and bytes of their steps, are forgotten at a time, about.
  static let forgottenRecords = 1000
  static let forgottenBytes = 64 << 20

  public var documentsMax = 100_000
  /// The newest records of a log that are kept, and the bytes of their steps, of which one is kept in any case.
  public var recordsMax = 1000
  public var recordBytesMax = 64 << 20

  public init() {}
}
