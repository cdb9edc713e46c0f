import Dispatch
import LayoutCore
import Synchronization

/// Tells who follows documents which of them other processes have changed: at once where the server's notices come, and
/// else by looking every two seconds. Nothing is lost with a notice.
final class Notices: Sendable {
  private let connect: @Sendable () throws(PostgreSQLFailure) -> PostgreSQLConnection
  private let changed: @Sendable (DocumentName) -> Void
  private let queue = DispatchQueue(label: "layoutd.store.notices")
  private let isClosed = Atomic(false)
  private let listens = Atomic(false)
  private let documents = Atomic(0)
  private let known = Mutex(KnownRevisions())

  /// The documents whose changes have been told, with the revision.
  private struct KnownRevisions {
    var revisions: [DocumentName: Int] = [:]

    /// More are forgotten, and may be told twice.
    static let countMax = 10_000

    mutating func note(_ name: DocumentName, _ revision: Int) -> Bool {
      guard revisions[name] != revision else { return false }
      if revisions.count >= KnownRevisions.countMax { revisions = [:] }
      revisions[name] = revision
      return true
    }
  }

  static let channel = "layoutd"
  private static let pollPause = Duration.seconds(2)
  /// So often it is looked whether it is to end.
  private static let slice = Duration.milliseconds(500)
  private static let connectPause = Duration.seconds(1)

  /// - Parameters:
  ///   - connect: makes a connection; it is tried again where it fails.
  ///   - changed: takes a document that may have changed.
  init(
    connect: @escaping @Sendable () throws(PostgreSQLFailure) -> PostgreSQLConnection,
    changed: @escaping @Sendable (DocumentName) -> Void
  ) {
    self.connect = connect
    self.changed = changed
    queue.async { self.listen() }
  }

  /// Tells of a change unless it was the last one told of this document; nil stands for one that may have been made.
  ///
  /// A notice that arrives after a later change is told again: the follower reads the document and finds nothing new.
  func tell(_ name: DocumentName, _ revision: Int?) {
    if let revision, !known.withLock({ $0.note(name, revision) }) { return }
    changed(name)
  }

  /// Whether the server's notices come.
  var isListening: Bool { listens.load(ordering: .relaxed) }

  /// How many documents there were at the last look.
  var documentCount: Int { documents.load(ordering: .relaxed) }

  /// Ends it, within a moment.
  func close() { isClosed.store(true, ordering: .relaxed) }

  private func listen() {
    // Where the next look begins; nil before the first one, which tells of nothing: nobody has asked yet.
    var next: Int?
    while !isClosed.load(ordering: .relaxed) {
      do throws(PostgreSQLFailure) {
        let connection = try connect()
        connection.deadline = .now + Notices.pollPause
        try connection.run("listen \(Notices.channel)")
        listens.store(true, ordering: .relaxed)
        while !isClosed.load(ordering: .relaxed) {
          try look(connection, from: &next)
          try wait(connection, until: .now + Notices.pollPause)
        }
      } catch {
        listens.store(false, ordering: .relaxed)
        rest()
      }
    }
    listens.store(false, ordering: .relaxed)
  }

  /// Waits before it connects again.
  private func rest() {
    _ = DispatchSemaphore(value: 0).wait(
      timeout: .now() + Notices.connectPause / .seconds(1))
  }

  /// Finds the documents that have changed since the last look.
  private func look(
    _ connection: PostgreSQLConnection, from next: inout Int?
  ) throws(PostgreSQLFailure) {
    connection.deadline = .now + Notices.pollPause
    let found = try connection.changed(since: next ?? Int.max)
    if let last = next, found.next < last {
      // Another server, which lacks what the one before had: all that is known is no longer so.
      known.withLock { $0.revisions = [:] }
      next = 0
      return try look(connection, from: &next)
    }
    documents.store(found.documents, ordering: .relaxed)
    next = found.next
    for (name, revision) in found.names { tell(name, revision) }
  }

  /// Takes notices.
  private func wait(
    _ connection: PostgreSQLConnection, until end: ContinuousClock.Instant
  ) throws(PostgreSQLFailure) {
    while !isClosed.load(ordering: .relaxed), .now < end {
      guard let text = try connection.nextNotice(until: min(end, .now + Notices.slice)) else {
        continue
      }
      for word in text.split(separator: " ") {
        let parts = word.split(separator: ":")
        guard parts.count == 2, let name = DocumentName(String(parts[0])),
          let revision = Int(parts[1])
        else { continue }
        tell(name, revision)
      }
    }
  }
}

/// Collects what a process has changed, and sends it to the others once it is safe.
final class Notifier: Sendable {
  private let queue = DispatchQueue(label: "layoutd.store.notifier")
  private let state = Mutex(State())
  private let send: @Sendable (String, @escaping @Sendable () -> Void) -> Void

  private struct State {
    var revisions: [DocumentName: Int] = [:]
    var isSending = false
  }

  /// What waits longer is found by looking.
  private static let namesMax = 50
  /// So long names are collected, in seconds.
  private static let pause = 0.02
  /// The server takes 8,000.
  private static let bytesMax = 7900

  /// - Parameter send: sends a payload, and then calls what it is given.
  init(send: @escaping @Sendable (String, @escaping @Sendable () -> Void) -> Void) {
    self.send = send
  }

  /// Has others be told of a change that is safe.
  func note(_ name: DocumentName, _ revision: Int) {
    let begins = state.withLock { state in
      if state.revisions[name] == nil, state.revisions.count >= Notifier.namesMax { return false }
      state.revisions[name] = max(revision, state.revisions[name] ?? 0)
      defer { state.isSending = true }
      return !state.isSending
    }
    if begins { sendLater() }
  }

  private func sendLater() {
    queue.asyncAfter(deadline: .now() + Notifier.pause) {
      let names = self.state.withLock { state in
        defer { state.revisions = [:] }
        if state.revisions.isEmpty { state.isSending = false }
        return state.revisions
      }
      guard !names.isEmpty else { return }
      var payload = ""
      for (name, revision) in names {
        let word = "\(name.text):\(revision) "
        if payload.utf8.count + word.utf8.count <= Notifier.bytesMax { payload += word }
      }
      self.send(payload) { self.sendLater() }
    }
  }
}
