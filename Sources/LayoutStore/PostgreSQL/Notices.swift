import Dispatch
import LayoutCore
import Synchronization

/// Notifies the follower of documents that other processes have changed: at once by the server's notices, else by
/// looking every two seconds. A lost notice loses no change. Where the changed documents are not known, such as on a
/// new connection, it notifies of all.
final class Notices: Sendable {
  private let connect: @Sendable () throws(PostgreSQLFailure) -> PostgreSQLConnection
  private let changed: @Sendable (DocumentName?) -> Void
  private let failed: @Sendable (PostgreSQLFailure) -> Void
  private let queue = DispatchQueue(label: "layoutd.store.notices")
  private let isClosed = Atomic(false)
  private let listens = Atomic(false)
  private let documents = Atomic(0)
  private let known = Mutex(KnownRevisions())
  private let lastLook = Mutex(ContinuousClock.now)

  /// The last notified revision of each document.
  private struct KnownRevisions {
    var revisions: [DocumentName: Int] = [:]

    /// The list is cleared beyond this size. A document may then be notified twice.
    static let countMax = 10_000

    mutating func note(_ name: DocumentName, _ revision: Int) -> Bool {
      guard revisions[name] != revision else { return false }
      if revisions.count >= KnownRevisions.countMax { revisions = [:] }
      revisions[name] = revision
      return true
    }
  }

  static let channel = "layoutd"
  /// SQLSTATE read_only_sql_transaction.
  static let readOnlyCode = "25006"
  private static let pollPause = Duration.seconds(2)
  /// The interval at which the thread checks whether it is closed.
  private static let slice = Duration.milliseconds(500)
  private static let connectPause = Duration.seconds(1)
  /// The age of the last look from which on a failure is not a short one.
  private static let longAge = Duration.seconds(10)

  /// - Parameters:
  ///   - connect: Makes a connection. Called again after a failure.
  ///   - changed: Receives a document that may have changed, or nil if any may have.
  ///   - failed: Receives failures that last, and that the server accepts no writes.
  init(
    connect: @escaping @Sendable () throws(PostgreSQLFailure) -> PostgreSQLConnection,
    changed: @escaping @Sendable (DocumentName?) -> Void,
    failed: @escaping @Sendable (PostgreSQLFailure) -> Void
  ) {
    self.connect = connect
    self.changed = changed
    self.failed = failed
    queue.async { self.listen() }
  }

  /// Notifies of a change unless this revision was the last one notified. A nil revision means that a change may have
  /// been made.
  ///
  /// A late notice is notified again after a newer change. The follower then reads the document and finds nothing new.
  func tell(_ name: DocumentName, _ revision: Int?) {
    if let revision, !known.withLock({ $0.note(name, revision) }) { return }
    changed(name)
  }

  /// Whether this connection receives the server's notifications (LISTEN).
  var isListening: Bool { listens.load(ordering: .relaxed) }

  /// The time since the last look.
  var lookAge: Duration { .now - lastLook.withLock { $0 } }

  /// The number of documents at the last look.
  var documentCount: Int { documents.load(ordering: .relaxed) }

  /// Ends the thread soon.
  func close() { isClosed.store(true, ordering: .relaxed) }

  private func listen() {
    while !isClosed.load(ordering: .relaxed) {
      do throws(PostgreSQLFailure) {
        let connection = try connect()
        connection.deadline = .now + Notices.pollPause
        try connection.run("listen \(Notices.channel)")
        listens.store(true, ordering: .relaxed)
        var place: LogPlace?
        while !isClosed.load(ordering: .relaxed) {
          let acceptsWrites = try look(connection, from: &place)
          try wait(connection, until: .now + Notices.pollPause)
          // Others may write elsewhere by now.
          if !acceptsWrites {
            throw PostgreSQLFailure(
              kind: .refused, code: Notices.readOnlyCode, message: "the server is read-only")
          }
        }
      } catch {
        listens.store(false, ordering: .relaxed)
        if lookAge > Notices.longAge || error.code == Notices.readOnlyCode { failed(error) }
        rest()
      }
    }
    listens.store(false, ordering: .relaxed)
  }

  /// Pauses before the next attempt to connect.
  private func rest() {
    _ = DispatchSemaphore(value: 0).wait(
      timeout: .now() + Notices.connectPause / .seconds(1))
  }

  /// Looks for documents that have changed since the last look of this connection. Returns whether the server accepts
  /// writes.
  private func look(
    _ connection: PostgreSQLConnection, from place: inout LogPlace?
  ) throws(PostgreSQLFailure) -> Bool {
    let start = ContinuousClock.now
    connection.deadline = start + Notices.pollPause
    // Also if the first look fails: notices have been lost, and the server may have lost what it told of.
    var isAnyChanged = place == nil
    defer {
      if isAnyChanged {
        known.withLock { $0.revisions = [:] }
        changed(nil)
      }
    }
    let found = try connection.changed(since: place)
    place = found.place
    documents.store(found.documents, ordering: .relaxed)
    lastLook.withLock { $0 = start }
    isAnyChanged = found.names == nil
    for (name, revision) in found.names ?? [] { tell(name, revision) }
    return !found.isReadOnly
  }

  /// Receives notices until `end`.
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

/// Collects the changes of this process, and sends them to other processes once they are durable.
final class Notifier: Sendable {
  private let queue = DispatchQueue(label: "layoutd.store.notifier")
  private let state = Mutex(State())
  private let send: @Sendable (String, @escaping @Sendable () -> Void) -> Void

  private struct State {
    var revisions: [DocumentName: Int] = [:]
    var isSending = false
  }

  /// The greatest number of collected names. Other processes find further changes by polling.
  private static let namesMax = 50
  /// The time for which names are collected, in seconds.
  private static let pause = 0.02
  /// The limit of a payload, in bytes. The server accepts less than 8,000.
  private static let bytesMax = 7900

  /// - Parameter send: Sends a payload and then calls its second argument.
  init(send: @escaping @Sendable (String, @escaping @Sendable () -> Void) -> Void) {
    self.send = send
  }

  /// Adds a durable change to those that are sent to other processes.
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
