import Dispatch
import HTTPServer
import JSONText
import LayoutStore
import LayoutWire
import Synchronization

/// Streams of a document's events (docs/rules.md#events).
extension Service {
  /// Finds where a stream begins, and begins it: what comes next is no answer, but an interruption.
  func follow(_ work: Work) throws(Interruption) -> Answer {
    let name = work.question.documentName
    let after = try work.request.lastEventID ?? work.question.parameters.after
    switch work.read {
    case nil:
      throw .documents(
        after.map { .log(name, after: $0, limit: Service.eventsRead) } ?? .head(name))
    case .head(let head)?:
      guard let head else { throw .problem(Problem(.documentNotFound)) }
      throw .follows(
        LogPage(records: [], revision: head.revision, oldest: head.revision), after: head.revision)
    case .log(.page(let page))?:
      guard let after, !page.lacks(recordsAfter: after) else { throw .problem(.historyGone(page)) }
      throw .follows(page, after: page.records.last?.revision ?? after)
    case .log, .state, .heads:
      throw .problem(Problem(.documentNotFound))
    }
  }

  /// How many records a stream begins with at most; the others follow.
  private static let eventsRead = 1000

  /// Opens a stream that begins with records, and goes on behind a revision.
  func openStream(_ page: LogPage, after revision: Int, _ work: Work) {
    guard watchers.takePlace() else {
      return refuse(work, .tooManyWatchers(watchers.countMax))
    }
    let events = EventStream(work.question.documentName, after: revision, watchers)
    let opened = ContinuousClock.now
    var head = Response(
      status: 200,
      headers: [
        ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"),
        ("X-Accel-Buffering", "no"),
      ])
    addStandingHeaders(
      to: &head, origin: origins.isEmpty ? nil : work.request.header("Origin"))
    let stream = work.client.stream(head) { sentBytes in
      events.hasEnded()
      self.watchers.leavePlace()
      var work = work
      work.question.trace.waited = .now - opened
      self.notice(work, status: 200, bytes: sentBytes)
    }
    guard let stream else {
      watchers.leavePlace()
      return refuse(work, .abandoned)
    }
    events.begin(stream, EventTexts.beginning(page.records))
  }
}

/// A stream of a document's events to one client.
final class EventStream: Sendable {
  private struct State {
    var stream: AnswerStream?
    /// Up to which revision the client has been sent records.
    var after: Int
    /// What it is in the table of watchers; nil while it is not there.
    var number: Int?
    var hasEnded = false
  }

  private let name: DocumentName
  private let watchers: Watchers
  private let state: Mutex<State>
  /// A client that has yet to take much is sent more after this pause.
  private static let pause = DispatchTimeInterval.milliseconds(100)

  init(_ name: DocumentName, after revision: Int, _ watchers: Watchers) {
    self.name = name
    self.watchers = watchers
    state = Mutex(State(after: revision))
  }

  /// Sends the first piece, and has the table tell of what comes next.
  func begin(_ stream: AnswerStream, _ piece: AnswerPiece) {
    let isOpen = state.withLock { state in
      if !state.hasEnded { state.stream = stream }
      return !state.hasEnded
    }
    guard isOpen, stream.send(piece) else { return stream.end() }
    join()
  }

  /// The client has gone, or everything has been sent.
  func hasEnded() {
    let number = state.withLock { state in
      state.hasEnded = true
      state.stream = nil
      return state.number.take()
    }
    if let number { watchers.remove(number, of: name) }
  }

  private func join() {
    let number = watchers.newNumber()
    let after = state.withLock { state in
      state.number = number
      return state.after
    }
    watchers.follow(name, after: after, as: number) { self.take($0) }
    // It may have ended before it was in the table.
    if state.withLock({ $0.hasEnded }) { watchers.remove(number, of: name) }
  }

  /// Sends what there is to tell. On the table's thread.
  private func take(_ news: Watchers.News) {
    guard let stream = state.withLock({ $0.stream }) else { return }
    switch news {
    case .over: end(stream)
    case .heartbeat(let revision): _ = stream.send(EventTexts.heartbeat(revision))
    case .log(.page(let page), let texts):
      guard let last = page.records.last?.revision else {
        _ = stream.send(EventTexts.gone(page))
        return end(stream)
      }
      if stream.send(texts.piece(page.records)) {
        state.withLock { $0.after = last }
      } else {
        // Either it has ended, or the client has yet to take what was sent before.
        tryLater()
      }
    case .log(.deleted(let record), let texts):
      _ = stream.send(texts.piece([record]))
      end(stream)
    case .log(.absent, _): end(stream)
    }
  }

  private func tryLater() {
    guard let number = state.withLock({ $0.number.take() }) else { return }
    watchers.remove(number, of: name)
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + EventStream.pause) {
      if !self.state.withLock({ $0.hasEnded }) { self.join() }
    }
  }

  private func end(_ stream: AnswerStream) {
    state.withLock { $0.stream = nil }
    stream.end()
  }
}

/// The texts of events (the HTML standard, server-sent events), each made once for all who get it.
final class EventTexts: Sendable {
  /// By the revision of their first record.
  private let pieces = Mutex<[Int: AnswerPiece]>([:])

  /// How long a client is to wait before it comes again, in milliseconds.
  private static let retry: StaticString = "retry: 3000\n\n"

  /// The events of records, which are all of one read from some revision on.
  func piece(_ records: [LogRecord]) -> AnswerPiece {
    let first = records.first?.revision ?? 0
    if let piece = pieces.withLock({ $0[first] }) { return piece }
    let piece = AnswerPiece(EventTexts.events(records))
    pieces.withLock { $0[first] = piece }
    return piece
  }

  /// What a stream begins with.
  static func beginning(_ records: [LogRecord]) -> AnswerPiece {
    var bytes: [UInt8] = []
    appendLiteral(retry, to: &bytes)
    return AnswerPiece(bytes + events(records))
  }

  static func heartbeat(_ revision: Int) -> AnswerPiece {
    AnswerPiece(Array("event: heartbeat\ndata: {\"revision\":\(revision)}\n\n".utf8))
  }

  /// The log has no longer what comes next.
  static func gone(_ page: LogPage) -> AnswerPiece {
    AnswerPiece(
      Array(
        "event: gone\ndata: {\"oldest\":\(page.oldest),\"revision\":\(page.revision)}\n\n".utf8))
  }

  /// JSON has no line breaks outside of its strings' escapes, so a record is one line.
  private static func events(_ records: [LogRecord]) -> [UInt8] {
    var writer = JSONWriter(capacity: 256 * records.count)
    for record in records {
      let start = writer.bytes.count
      if !writer.event(record) {
        // Its steps are damaged: the client reads the layout instead.
        writer.bytes.removeSubrange(start...)
        _ = writer.event(record.asReplacement)
      }
    }
    return writer.bytes
  }
}

extension JSONWriter {
  /// Writes the event of a record; false where its steps are damaged.
  fileprivate mutating func event(_ record: LogRecord) -> Bool {
    literal("id: ")
    integer(record.revision)
    literal("\nevent: ")
    characters(record.kind.name)
    literal("\ndata: ")
    let isWhole = self.record(record)
    literal("\n\n")
    return isWhole
  }
}

extension Request {
  /// The revision that an earlier stream came to; nil where there was none.
  fileprivate var lastEventID: Int? {
    get throws(Interruption) {
      guard let text = header("Last-Event-ID"), !text.isEmpty else { return nil }
      guard let number = Int(text), (0...1 << 53).contains(number),
        text.utf8.allSatisfy({ (48...57).contains($0) })
      else {
        throw .problem(
          Problem(.badRequest, detail: "Last-Event-ID must be the id of an event: a revision."))
      }
      return number
    }
  }
}
