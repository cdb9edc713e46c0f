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
        after.map { .log(name, after: $0, limit: Watchers.recordsMax) } ?? .head(name))
    case .head(let head)?:
      guard let head else { throw .problem(Problem(.documentNotFound)) }
      throw .follows(after: head.revision)
    case .log(.page(let page))?:
      guard let after, !page.isDeleted else { throw .problem(Problem(.documentNotFound)) }
      if page.lacks(recordsAfter: after) { throw .problem(.historyGone(page)) }
      throw .follows(after: after)
    case .log, .state, .heads, .noState:
      throw .problem(Problem(.documentNotFound))
    }
  }

  /// Opens a stream of what comes behind a revision.
  func openStream(after revision: Int, _ work: Work) {
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
      to: &head, origin: origins.isEmpty ? nil : work.request.header(.origin))
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
    let page: LogPage? = if case .log(.page(let page))? = work.read { page } else { nil }
    events.begin(stream, with: page, since: work.notices)
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
  /// How long steps may be that are sent to a client that has yet to take others, in bytes.
  private static let bytesBesideUnsent = 16 << 10

  init(_ name: DocumentName, after revision: Int, _ watchers: Watchers) {
    self.name = name
    self.watchers = watchers
    state = Mutex(State(after: revision))
  }

  /// Tells the client how to come back, and of the records that there are, and has the table tell of what comes.
  ///
  /// - Parameter notices: What they were before that was read.
  func begin(_ stream: AnswerStream, with page: LogPage?, since notices: Int) {
    let isOpen = state.withLock { state in
      if !state.hasEnded { state.stream = stream }
      return !state.hasEnded
    }
    guard isOpen, stream.send(EventTexts.beginning) else { return stream.end() }
    // Where there is no room for all of them, or there are more than were read, the table has them read again.
    let isWhole =
      page.map { page in
        send(page.records, EventTexts(), to: stream)
          && page.revision == page.records.last?.revision ?? page.revision
      } ?? true
    join(since: isWhole ? notices : nil)
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

  private func join(since notices: Int? = nil) {
    let number = watchers.newNumber()
    let after = state.withLock { state in
      state.number = number
      return state.after
    }
    watchers.follow(name, after: after, since: notices, as: number) { self.take($0) }
    // It may have ended before it was in the table.
    if state.withLock({ $0.hasEnded }) { watchers.remove(number, of: name) }
  }

  /// Sends what there is to tell. On the table's thread.
  private func take(_ news: Watchers.News) {
    guard let stream = state.withLock({ $0.stream }) else { return }
    switch news {
    case .draining, .timeOver, .clientGone: end(stream)
    case .heartbeat(let revision): _ = stream.send(EventTexts.heartbeat(revision))
    case .log(.page(let page), let texts):
      if page.records.isEmpty { return send(last: EventTexts.gone(page), to: stream) }
      // Nothing long is written for a client that has yet to take what was sent before.
      let isShort = page.byteCounts.written <= EventStream.bytesBesideUnsent
      if stream.hasUnsent && !isShort || !send(page.records, texts, to: stream) { return leave() }
      // Nothing comes behind it.
      if page.records.last?.kind == .delete { end(stream) }
    case .log(.absent, _): end(stream)
    }
  }

  /// Sends events, or the first one alone where there is no room for all. False where that is not the last one, or
  /// nothing is sent.
  private func send(_ records: [LogRecord], _ texts: EventTexts, to stream: AnswerStream) -> Bool {
    guard let first = records.first, let last = records.last else { return true }
    if stream.send(texts.piece(records)) {
      state.withLock { $0.after = last.revision }
      return true
    }
    if stream.hasUnsent { return false }
    // What is too long for the room that there is leads the client to the layout.
    let isSent = stream.send(EventTexts.piece(first.asReplacement))
    if isSent { state.withLock { $0.after = first.revision } }
    return isSent && first.revision == last.revision
  }

  /// Sends an event behind which the stream ends, once there is room for it.
  private func send(last piece: AnswerPiece, to stream: AnswerStream) {
    if stream.send(piece) { return end(stream) }
    EventStream.later { [self] in
      if !state.withLock({ $0.hasEnded }) { send(last: piece, to: stream) }
    }
  }

  /// Leaves the table, until the client has taken what was sent.
  private func leave() {
    guard let number = state.withLock({ $0.number.take() }) else { return }
    watchers.remove(number, of: name)
    comeBack()
  }

  private func comeBack() {
    EventStream.later { [self] in
      guard let stream = state.withLock({ $0.stream }) else { return }
      if stream.hasUnsent { comeBack() } else { join() }
    }
  }

  private static func later(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + pause, execute: work)
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

  /// What a stream begins with: how long a client is to wait before it comes again, in milliseconds.
  static let beginning = AnswerPiece(Array("retry: 3000\n\n".utf8))

  /// The events of records, which are all of one read from some revision on.
  func piece(_ records: [LogRecord]) -> AnswerPiece {
    let first = records.first?.revision ?? 0
    if let piece = pieces.withLock({ $0[first] }) { return piece }
    let piece = AnswerPiece(EventTexts.events(records))
    pieces.withLock { $0[first] = piece }
    return piece
  }

  /// The event of one record.
  static func piece(_ record: LogRecord) -> AnswerPiece { AnswerPiece(events([record])) }

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
      guard let text = header(.lastEventID), !text.isEmpty else { return nil }
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
