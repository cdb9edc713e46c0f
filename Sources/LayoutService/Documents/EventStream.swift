import Dispatch
import HTTPServer
import JSONText
import LayoutStore
import LayoutWire
import Synchronization

/// A stream of a document's events to one client.
///
/// It writes a text only after reserving room for it. If the client has not yet received what was sent, or other
/// answers take up all the room, the stream pauses, and nothing is read for it until that has changed.
final class EventStream: Sendable {
  private struct State {
    var stream: AnswerStream?
    /// The last revision that the client has been sent.
    var after: Int
    /// The number of reserved bytes that it has waited for.
    var grantedBytes: Int?
    var hasEnded = false
  }

  private let name: DocumentName
  private let key: APIKey?
  private let watchers: Subscribers
  /// Its number in the table of watchers.
  private let number: Int
  private let state: Mutex<State>
  /// The greatest length of a text that is sent while the client has not yet received others, in bytes.
  private static let bytesBesideUnsent = 16 << 10

  init(_ name: DocumentName, after revision: Int, key: APIKey?, _ watchers: Subscribers) {
    self.name = name
    self.key = key
    self.watchers = watchers
    number = watchers.newNumber()
    state = Mutex(State(after: revision))
  }

  /// Sends the time after which the client may reconnect, and makes the table pass on existing and later records.
  ///
  /// - Parameter notices: The value of `Subscribers.notices` before the page was read.
  func begin(_ stream: AnswerStream, with page: LogPage?, since notices: Int) {
    let after: Int? = state.withLock { state in
      if !state.hasEnded { state.stream = stream }
      return state.hasEnded ? nil : state.after
    }
    guard let after, stream.send(EventTexts.beginning) else { return stream.end() }
    watchers.follow(
      name, after: after, with: page, since: notices, as: number, key: key,
      hasGone: { self.state.withLock { $0.hasEnded } }, take)
  }

  /// Called when the client has closed the connection, or everything has been sent.
  func hasEnded() {
    state.withLock { state in
      state.hasEnded = true
      state.stream = nil
    }
    watchers.remove(number, of: name)
  }

  /// Continues after a pause.
  func resume() { watchers.resume(number, of: name) }

  /// Sends news, on the table's thread.
  private func take(_ news: Subscribers.News) -> Subscribers.Taken {
    let (stream, after, granted) = state.withLock { ($0.stream, $0.after, $0.grantedBytes) }
    guard let stream else { return .all }
    switch news {
    case .draining, .timeOver, .clientGone: return end(stream)
    case .withdrawn:
      stream.cut()
      return end(stream)
    case .heartbeat(let revision):
      _ = stream.send(EventTexts.heartbeat(revision))
      return .upTo(after)
    case .log(.absent, _): return end(stream)
    case .log(.page(let page), _) where page.records.isEmpty:
      if stream.send(EventTexts.gone(page)) { return end(stream) }
      return pause(untilTaken: stream, after)
    case .log(.page(let page), let texts):
      let records = EventTexts.next(
        of: page.records, bytesMax: granted ?? Subscribers.recordBytesMax)
      return send(records, texts, to: stream, after)
    }
  }

  /// Sends records, if there is room for their text.
  private func send(
    _ next: ArraySlice<LogRecord>, _ texts: EventTexts, to stream: AnswerStream, _ after: Int
  ) -> Subscribers.Taken {
    var records = next
    // A long text is not written for a client that has not yet received what was sent before.
    let isShort = EventTexts.byteCountMax(records) <= EventStream.bytesBesideUnsent
    if !isShort && stream.hasUnsent { return pause(untilTaken: stream, after) }
    var room = stream.reserve(EventTexts.byteCountMax(records))
    if room == .tooLong, records.count > 1 {
      records = records.prefix(1)
      room = stream.reserve(EventTexts.byteCountMax(records))
    }
    state.withLock { $0.grantedBytes = nil }
    let piece: AnswerPiece
    switch room {
    case .reserved: piece = texts.piece(records)
    // Instead of steps that are too long for all the room, the client gets the new layout's id.
    case .tooLong: piece = EventTexts.piece(records[records.startIndex].asReplacement)
    case .untaken: return pause(untilTaken: stream, after)
    case .none: return pause(untilRoomFor: EventTexts.byteCountMax(records), after)
    case .over: return .all
    }
    guard let last = records.last, stream.send(piece) else {
      return pause(untilTaken: stream, after)
    }
    state.withLock { $0.after = last.revision }
    // Nothing comes after it.
    if last.kind == .delete { return end(stream) }
    return isShort ? .upTo(last.revision) : pause(untilTaken: stream, last.revision)
  }

  /// Pauses until the client has received what was sent.
  private func pause(untilTaken stream: AnswerStream, _ after: Int) -> Subscribers.Taken {
    stream.tellWhenTaken() ? .pauses(upTo: after) : .upTo(after)
  }

  /// Pauses until there is room for this many bytes, and reserves them. The next text takes no more than that, even if
  /// the log has become longer: otherwise a stream might wait repeatedly.
  private func pause(untilRoomFor byteCount: Int, _ after: Int) -> Subscribers.Taken {
    watchers.room.wait { [self] in
      guard let stream = state.withLock({ $0.stream }) else { return true }
      let room = stream.reserve(byteCount)
      if room == .none { return false }
      if room == .reserved { state.withLock { $0.grantedBytes = byteCount } }
      resume()
      return true
    }
    return .pauses(upTo: after)
  }

  private func end(_ stream: AnswerStream) -> Subscribers.Taken {
    state.withLock { $0.stream = nil }
    stream.end()
    return .all
  }
}

/// The texts of events (the HTML standard, server-sent events). A text that several streams get one after the other is
/// written once, and kept only until the next one.
final class EventTexts: Sendable {
  private struct LastText {
    let revisions: ClosedRange<Int>
    let piece: AnswerPiece
  }

  private let last = Mutex<LastText?>(nil)

  /// The beginning of a stream: the time after which a client may reconnect, in milliseconds.
  static let beginning = AnswerPiece(Array("retry: 3000\n\n".utf8))

  /// The greatest length of an event without its steps, in bytes.
  private static let bytesBesideSteps = 480

  /// The greatest length of the text of records, in bytes.
  static func byteCountMax(_ records: ArraySlice<LogRecord>) -> Int {
    records.reduce(0) { $0 + bytesBesideSteps + ($1.steps?.byteCount ?? 0) }
  }

  /// The records that are sent together: the first one, and more if their texts fit into `bytesMax`.
  static func next(of records: [LogRecord], bytesMax: Int) -> ArraySlice<LogRecord> {
    var bytes = 0
    let next = records.prefix { record in
      bytes += bytesBesideSteps + (record.steps?.byteCount ?? 0)
      return bytes <= bytesMax
    }
    return next.isEmpty ? records.prefix(1) : next
  }

  /// The events of records.
  func piece(_ records: ArraySlice<LogRecord>) -> AnswerPiece {
    guard let (first, end) = records.first.flatMap({ first in records.last.map { (first, $0) } })
    else { return AnswerPiece([]) }
    let revisions = first.revision...end.revision
    return last.withLock { last in
      if let last, last.revisions == revisions { return last.piece }
      last = nil
      let piece = AnswerPiece(EventTexts.events(records))
      last = LastText(revisions: revisions, piece: piece)
      return piece
    }
  }

  /// The event of one record.
  static func piece(_ record: LogRecord) -> AnswerPiece { AnswerPiece(events([record])) }

  static func heartbeat(_ revision: Int) -> AnswerPiece {
    AnswerPiece(Array("event: heartbeat\ndata: {\"revision\":\(revision)}\n\n".utf8))
  }

  /// The event for a log that no longer has the next record.
  static func gone(_ page: LogPage) -> AnswerPiece {
    AnswerPiece(
      Array(
        "event: gone\ndata: {\"oldest\":\(page.oldest),\"revision\":\(page.revision)}\n\n".utf8))
  }

  /// JSON has line breaks only as escapes in strings, so a record is one line.
  private static func events(_ records: ArraySlice<LogRecord>) -> [UInt8] {
    var writer = JSONWriter(capacity: byteCountMax(records))
    for record in records {
      let start = writer.bytes.count
      if !writer.event(record) {
        // Its steps are damaged: the client gets the layout instead.
        writer.bytes.removeSubrange(start...)
        _ = writer.event(record.asReplacement)
      }
    }
    return writer.bytes
  }
}

extension JSONWriter {
  /// Writes the event of a record; false if its steps are damaged.
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
