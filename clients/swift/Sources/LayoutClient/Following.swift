internal import Foundation

/// An event of a document.
public enum DocumentEvent: Hashable, Sendable {
  /// A write. Each is reported once and in order; a deletion is the last event.
  case record(DocumentRecord)
  /// The log does not contain the records any more, so the document was read again.
  case reset(DocumentHead)
}

/// The events of a document. They end after its deletion.
///
/// Records arrive as server-sent events if the transport can stream. Otherwise, or if a stream cannot be opened, they
/// are polled. Temporary failures are retried with growing pauses; other failures are thrown. Nothing is requested
/// before the next event is, so a slow caller holds up nothing.
public struct DocumentEvents: AsyncSequence, Sendable {
  public typealias Element = DocumentEvent

  let document: DocumentHandle
  let revision: Int?

  /// Begins to follow the document.
  public func makeAsyncIterator() -> Iterator { Iterator(document, revision) }

  /// Iterates over the events.
  public struct Iterator: AsyncIteratorProtocol {
    /// The time for which a poll waits for records, and the time left for the rest of the request.
    private static let waitSeconds = 25.0
    private static let spareSeconds = 5.0
    /// If opening a stream takes longer, a proxy is holding it back.
    private static let openSeconds = 8.0
    /// The service sends something every 15 seconds. After three times as long without data, the connection is lost.
    private static let silenceSeconds = 45.0
    /// The time for which polls replace a stream before a stream is tried again.
    private static let pollingSeconds = 300.0

    private let document: DocumentHandle
    private var revision: Int?
    private var waiting: ArraySlice<DocumentRecord> = []
    private var stream: (pieces: Pieces, reader: EventReader, hasBegun: Bool)?
    private var pollsUntil = -Double.infinity
    /// The first pause before another attempt.
    private var retrySeconds = 3.0
    /// The number of consecutive attempts without a result.
    private var failures = 0
    private var resets = 0
    private var hasEnded = false

    private typealias Pieces = AsyncThrowingStream<Data, any Error>.Iterator

    /// A stream cannot be opened, or nothing arrives through it.
    private struct NoStream: Error {}
    /// The stream has ended, for example because a replica stopped.
    private struct StreamEnded: Error {}

    init(_ document: DocumentHandle, _ revision: Int?) {
      self.document = document
      self.revision = revision
    }

    /// The next event; nil after the last one.
    public mutating func next() async throws -> DocumentEvent? {
      while !hasEnded {
        try Task.checkCancellation()
        do {
          guard let revision else { return try await reset() }
          if let record = waiting.popFirst() {
            if let event = take(record, after: revision) { return event }
          } else if stream != nil {
            try await readStream()
          } else if document.sender.surroundings.now() < pollsUntil {
            try await poll(after: revision)
          } else {
            try await openStream(after: revision)
          }
        } catch let problem as Problem {
          try await recover(from: problem)
        } catch {
          if Task.isCancelled { throw CancellationError() }
          guard document.sender.mayPass(error) else { throw error }
          let hadStream = stream != nil
          stream = nil
          if error is NoStream || (error is TimedOut && !hadStream) {
            pollInstead()
          } else {
            try await pause(atLeast: 0)
          }
        }
      }
      return nil
    }

    private mutating func take(_ record: DocumentRecord, after revision: Int) -> DocumentEvent? {
      if record.revision <= revision { return nil }
      if record.revision > revision + 1, record.kind != .delete {
        // The missing records arrive when the log is read again from here.
        (waiting, stream) = ([], nil)
        return nil
      }
      self.revision = record.revision
      (failures, resets) = (0, 0)
      hasEnded = record.kind == .delete
      if hasEnded { stream = nil }
      return .record(record)
    }

    // MARK: A stream

    private mutating func pollInstead() {
      pollsUntil = document.sender.surroundings.now() + Iterator.pollingSeconds
    }

    private mutating func openStream(after revision: Int) async throws {
      let headers = ["Accept": "text/event-stream", "Last-Event-ID": "\(revision)"]
      let pieces = try await document.sender.pieces(
        document.path + "/events", headers: headers, near: document.near,
        openSeconds: Iterator.openSeconds, silenceSeconds: Iterator.silenceSeconds)
      if let pieces {
        stream = (pieces.makeAsyncIterator(), EventReader(), false)
      } else {
        // The transport cannot stream.
        pollsUntil = .infinity
      }
    }

    private mutating func readStream() async throws {
      guard let piece = try await stream?.pieces.next() else {
        throw stream?.hasBegun == true ? StreamEnded() as any Error : NoStream()
      }
      let events = try stream?.reader.read(piece) ?? []
      retrySeconds = stream?.reader.retrySeconds ?? retrySeconds
      stream?.hasBegun = true
      for event in events {
        switch event.name {
        case "heartbeat": failures = 0
        case "gone": throw Problem.historyGone
        case "change", "replace", "delete":
          waiting.append(try JSONDecoder().decode(DocumentRecord.self, from: event.data))
        default: break
        }
      }
    }

    // MARK: Polls

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
      // A poll that did not wait, or was ended early, is repeated after a pause.
      if brings || now() - begun > wait / 2 { failures = 0 } else { try await pause(atLeast: 0) }
    }

    // MARK: What goes wrong

    /// Reads the document again, and follows it from there.
    private mutating func reset() async throws -> DocumentEvent {
      if resets > 0 { try await pause(atLeast: 0) }
      let head = try await document.get()
      resets += 1
      revision = head.revision
      waiting = []
      return .reset(head)
    }

    private mutating func recover(from problem: Problem) async throws {
      let isPolling = document.sender.surroundings.now() < pollsUntil
      stream = nil
      if problem.name == "history-gone" {
        revision = nil
      } else if problem.status == 429, !isPolling {
        // The service has no room for a stream, but may have some for a poll.
        pollInstead()
      } else if problem.isPassing {
        try await pause(atLeast: problem.retryAfterSeconds ?? 0)
      } else {
        throw problem
      }
    }

    /// Pauses for a random time, which grows with each attempt without a result.
    private mutating func pause(atLeast least: Double) async throws {
      failures += 1
      let (options, surroundings) = (document.sender.options, document.sender.surroundings)
      let most = Swift.max(retrySeconds, options.maximumPauseSeconds)
      let whole = Swift.min(most, retrySeconds * Double(1 << Swift.min(failures - 1, 30)))
      try await surroundings.sleep(least + whole * (0.5 + surroundings.random() / 2))
    }
  }
}

extension DocumentHandle {
  /// Follows the document: every record after a revision. Without a revision, the document is read first and reported
  /// as `reset`.
  ///
  /// Throws the problem `document-not-found` if the document was deleted and its log is gone.
  public func events(after revision: Int? = nil) -> DocumentEvents {
    DocumentEvents(document: self, revision: revision)
  }
}
