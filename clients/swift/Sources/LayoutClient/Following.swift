public import LayoutTypes

/// What has happened to a document that is followed.
public enum DocumentEvent: Hashable, Sendable {
  /// A write, each once and in order; a deletion is the last event.
  case record(DocumentRecord)
  /// The log does not have what came: the document was read anew.
  case reset(DocumentHead)
}

/// The events of a document, by polls that wait for records; it ends behind the deletion of the document.
///
/// What fails in passing is tried again, with pauses that grow. It throws what cannot pass. Nothing is asked for before
/// the next event is, so who is slow holds nothing up.
public struct DocumentEvents: AsyncSequence, Sendable {
  public typealias Element = DocumentEvent

  let document: DocumentHandle
  let revision: Int?

  /// Begins to follow.
  public func makeAsyncIterator() -> Iterator { Iterator(document, revision) }

  /// Takes the events one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    /// How long a poll waits for records, and what is left of the time for a request beside it.
    private static let waitSeconds = 25.0
    private static let spareSeconds = 5.0
    /// The pause before the next attempt, the first time.
    private static let retrySeconds = 3.0

    private let document: DocumentHandle
    private var revision: Int?
    private var waiting: ArraySlice<DocumentRecord> = []
    /// Attempts that have brought nothing, one after the other.
    private var failures = 0
    private var resets = 0
    private var hasEnded = false

    init(_ document: DocumentHandle, _ revision: Int?) {
      self.document = document
      self.revision = revision
    }

    /// The next event; nil behind the last one.
    public mutating func next() async throws -> DocumentEvent? {
      while !hasEnded {
        try Task.checkCancellation()
        do {
          guard let revision else { return try await reset() }
          if let record = waiting.popFirst() {
            if let event = take(record, after: revision) { return event }
          } else {
            try await poll(after: revision)
          }
        } catch let problem as Problem {
          try await recover(from: problem)
        } catch {
          guard document.sender.mayPass(error), !Task.isCancelled else { throw error }
          try await pause(atLeast: 0)
        }
      }
      return nil
    }

    private mutating func take(_ record: DocumentRecord, after revision: Int) -> DocumentEvent? {
      if record.revision <= revision { return nil }
      if record.revision > revision + 1, record.kind != .delete {
        // What is missing comes when the log is read again from here.
        waiting = []
        return nil
      }
      self.revision = record.revision
      (failures, resets) = (0, 0)
      hasEnded = record.kind == .delete
      return .record(record)
    }

    private mutating func poll(after revision: Int) async throws {
      let (options, now) = (document.sender.options, document.sender.surroundings.now)
      let wait = Swift.max(
        0,
        Swift.min(
          Iterator.waitSeconds, options.timeoutSeconds.rounded(.down) - Iterator.spareSeconds))
      let begun = now()
      let log = try await document.log(after: revision, waitSeconds: Int(wait))
      waiting = log.changes[...]
      let brings = log.changes.contains { $0.revision > revision }
      // A poll that does not wait, or is sent home early, comes again after a pause.
      if brings || now() - begun > wait / 2 { failures = 0 } else { try await pause(atLeast: 0) }
    }

    /// Reads the document anew, and follows from there.
    private mutating func reset() async throws -> DocumentEvent {
      if resets > 0 { try await pause(atLeast: 0) }
      let head = try await document.get()
      resets += 1
      revision = head.revision
      waiting = []
      return .reset(head)
    }

    private mutating func recover(from problem: Problem) async throws {
      if problem.name == "history-gone" {
        revision = nil
      } else if problem.isPassing || problem.status == 429 {
        try await pause(atLeast: problem.retryAfterSeconds ?? 0)
      } else {
        throw problem
      }
    }

    /// Not at the same time as everybody else, longer each time that nothing comes.
    private mutating func pause(atLeast least: Double) async throws {
      failures += 1
      let (options, surroundings) = (document.sender.options, document.sender.surroundings)
      let most = Swift.max(Iterator.retrySeconds, options.maximumPauseSeconds)
      let whole = Swift.min(most, Iterator.retrySeconds * Double(1 << Swift.min(failures - 1, 30)))
      try await surroundings.sleep(Swift.max(least, whole * (0.5 + surroundings.random() / 2)))
    }
  }
}

extension DocumentHandle {
  /// Follows it from a revision on: every record behind it. Without one the document is read first, and told as
  /// `reset`.
  ///
  /// A document that is deleted, and gone with its log, is the problem `document-not-found`.
  public func events(after revision: Int? = nil) -> DocumentEvents {
    DocumentEvents(document: self, revision: revision)
  }
}
