internal import Foundation
public import LayoutTypes

/// What has happened to a document that is followed.
public enum DocumentEvent: Hashable, Sendable {
  /// A write, each once and in order; a deletion is the last event.
  case record(DocumentRecord)
  /// The log does not have what came: the document was read anew.
  case reset(DocumentHead)
}

/// The events of a document; they end behind its deletion.
///
/// Records come as server-sent events where the transport can stream, else, and where no stream can be had, by polls
/// that wait for records. What fails in passing is tried again, with pauses that grow. It throws what cannot pass.
/// Nothing is asked for before the next event is, so who is slow holds nothing up.
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
    /// Who waits longer for a stream has something between that holds it back.
    private static let openSeconds = 8.0
    /// The service sends something every 15 seconds: who hears nothing for three times as long has lost the connection.
    private static let silenceSeconds = 45.0
    /// How long polls take the place of a stream before one is tried again.
    private static let pollingSeconds = 300.0

    private let document: DocumentHandle
    private var revision: Int?
    private var waiting: ArraySlice<DocumentRecord> = []
    private var stream: (pieces: Pieces, reader: EventReader, hasBegun: Bool)?
    private var pollsUntil = -Double.infinity
    /// The pause before the next attempt, the first time.
    private var retrySeconds = 3.0
    /// Attempts that have brought nothing, one after the other.
    private var failures = 0
    private var resets = 0
    private var hasEnded = false

    private typealias Pieces = AsyncThrowingStream<Data, any Error>.Iterator

    /// No stream can be had, or nothing comes through it.
    private struct NoStream: Error {}
    /// The stream has ended, as it does when a replica goes.
    private struct StreamEnded: Error {}

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
        // What is missing comes when the log is read again from here.
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
        // The transport has none.
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
      // A poll that does not wait, or is sent home early, comes again after a pause.
      if brings || now() - begun > wait / 2 { failures = 0 } else { try await pause(atLeast: 0) }
    }

    // MARK: What goes wrong

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
      let isPolling = document.sender.surroundings.now() < pollsUntil
      stream = nil
      if problem.name == "history-gone" {
        revision = nil
      } else if problem.status == 429, !isPolling {
        // There is no room for a stream; a poll may have some.
        pollInstead()
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
      let most = Swift.max(retrySeconds, options.maximumPauseSeconds)
      let whole = Swift.min(most, retrySeconds * Double(1 << Swift.min(failures - 1, 30)))
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
