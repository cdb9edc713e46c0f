import Dispatch
import HTTPServer
import JSONText
import LayoutCore
import LayoutStore
import LayoutWire

/// What a request has the store do before it is answered: nothing is acknowledged that is not durable
/// (docs/rules.md#store).
enum StoreWrite: Sendable {
  case keep(StoredLayout, StoredRow)
  case forget(Digest)

  fileprivate var operation: StoreOperation {
    switch self {
    case .keep: .keep
    case .forget: .forget
    }
  }
}

/// A row that the store has for a snapshot that was posted.
struct KeptRow: Sendable {
  let row: StoredRow
  /// Whether it was not there before.
  let isNew: Bool
  /// How often snapshots had been removed when it was written.
  let removals: Int
}

extension Service {
  /// What the store has to do before this answer; nil where nothing, since it is known to have been done.
  func storeWrite(
    _ work: Work, _ answer: Answer, _ allowance: inout Allowance
  ) throws(Interruption) -> StoreWrite? {
    guard let store else { return nil }
    if case .forgets = Call.all[work.call].answering {
      return work.question.target.id.map { .forget($0) }
    }
    guard work.question.isPosted, let named = work.named else { return nil }
    let today = Day.today
    // A row that was used today is there, where nobody else deletes: nothing is collected before it has not been used for
    // a day.
    if !store.isShared, let row = cache.row(of: named.id), row.used == today { return nil }
    guard work.client.hasRoom(forBodyOf: answer.body.count) else { throw .problem(.noRoom) }
    do throws(SnapshotTooLarge) {
      try cache.checkRoom(for: named)
    } catch {
      throw .problem(Problem(error))
    }
    return try write(of: named, work, on: today, &allowance)
  }

  /// The row of a snapshot: the body as it was posted, or, where steps would make a long chain, the whole result.
  private func write(
    of named: NamedSnapshot, _ work: Work, on today: Day, _ allowance: inout Allowance
  ) throws(Interruption) -> StoreWrite {
    guard let body = work.body else { preconditionFailure("what is posted has a body") }
    func row(_ body: StoredBody, on parent: (id: Digest, row: StoredRow)? = nil) -> StoreWrite {
      let row = StoredRow(
        used: today, depth: parent.map { $0.row.depth + 1 } ?? 0,
        baseBytes: parent?.row.baseBytes ?? body.byteCount,
        stepsBytes: parent.map { $0.row.stepsBytes + body.byteCount } ?? 0)
      return .keep(
        StoredLayout(
          id: named.id, parent: parent?.id, depth: row.depth, rules: Int(rulesVersion), used: today,
          body: body),
        row)
    }
    func posted() throws(Interruption) -> StoredBody {
      try reading(allowance) { () throws(DecodingStop) in
        try body.withBytes { (bytes) throws(DecodingStop) in StoredBody(bytes) }
      }
    }
    guard let change = work.change else { return row(try posted()) }
    // A row is not derived from itself, and one that takes the place of a damaged one stands alone.
    if !work.isKeptWhole, change.parent.id != named.id, !loads.isDamaged(named.id),
      let parent = cache.row(of: change.parent.id), parent.takesSteps(body.byteCount)
    {
      return row(try posted(), on: (change.parent.id, parent))
    }
    return row(StoredBody(try text(of: named, &allowance)))
  }

  /// The text of a snapshot that steps have made. O(sections + runs)
  func text(
    of named: NamedSnapshot, _ allowance: inout Allowance
  ) throws(Interruption) -> [UInt8] {
    var encoder = SnapshotEncoder(
      named.snapshot, bytesMax: StoredBody.byteCountMax,
      explicitItemsMax: limits.snapshot.explicitItems)
    var writer = JSONWriter(capacity: 256)
    let isWhole = try allowance.walk { (meter) throws(WalkStop) in
      try encoder.write(to: &writer, meter: &meter)
    }
    guard isWhole else {
      throw .problem(
        Problem(
          .tooLarge,
          detail: "The snapshot is longer than the \(StoredBody.byteCountMax) bytes that are kept.")
      )
    }
    return writer.bytes
  }

  /// A longer answer takes a while to be coded.
  private static let bytesAnsweredAtOnce = 64 << 10

  /// Answers a request whose write is durable.
  private func finishWritten(_ work: Work, _ answer: Answer, _ row: KeptRow?) {
    do throws(Interruption) {
      try finish(work, answer, row: row)
    } catch {
      guard case .problem(let problem) = error else { return refuse(work, .tooLate) }
      refuse(work, problem)
    }
  }

  /// Has the store do it, and then answers. The request is suspended.
  func write(_ write: StoreWrite, _ answer: Answer, _ work: Work) {
    guard let store else { preconditionFailure("there is a store to write to") }
    let start = ContinuousClock.now
    let deadline = min(work.deadline, start + limits.storeTimeout)
    let removals = cache.removals
    @Sendable func done(_ error: StoreError?, _ row: KeptRow? = nil) {
      var work = work
      let duration = ContinuousClock.now - start
      work.question.trace.timing.add(duration, to: .store)
      metrics.storeWaited(write.operation, duration)
      if let error { return refuse(work, Problem(error)) }
      if answer.body.count <= Service.bytesAnsweredAtOnce {
        return finishWritten(work, answer, row)
      }
      // The store's thread goes on with the answers of others.
      DispatchQueue.global(qos: .utility).async { [work] in self.finishWritten(work, answer, row) }
    }
    switch write {
    case .keep(let layout, let row):
      let replaces = loads.isDamaged(layout.id)
      store.keep(layout, replaces: replaces, until: deadline) { result in
        switch result {
        case .success(.parentAbsent):
          // It has been deleted or collected meanwhile, so the result is kept whole.
          var work = work
          work.isKeptWhole = true
          self.resume(work, goesOn: true)
        case .success(let outcome):
          if replaces { self.loads.noteWhole(layout.id) }
          let row = row.known(outcome)
          done(nil, KeptRow(row: row, isNew: outcome.isNew, removals: removals))
        case .failure(let error):
          done(error)
        }
      }
    case .forget(let id):
      // It may have been loaded again meanwhile.
      let ended = { @Sendable in self.forget(id) }
      store.forget(id, until: deadline, ended: ended) { result in
        switch result {
        case .success: done(nil)
        case .failure(let error): done(error)
        }
      }
    }
  }
}

extension KeepOutcome {
  fileprivate var isNew: Bool { if case .new = self { true } else { false } }
}

extension StoredRow {
  /// What is known of the row, where another one than this may have been there.
  fileprivate func known(_ outcome: KeepOutcome) -> StoredRow {
    guard case .known(let known) = outcome, known != depth || depth > 0 else { return self }
    // Of a chain only the depth is known, so nothing is added to it.
    return StoredRow(
      used: used, depth: known == 0 ? 0 : StoredLayout.depthMax, baseBytes: baseBytes,
      stepsBytes: stepsBytes)
  }
}

extension Problem {
  /// What a store failed with.
  init(_ error: StoreError) {
    switch error {
    case .full: self.init(.storeFull)
    case .unavailable: self.init(.storeUnavailable)
    case .overdue:
      self.init(
        .storeUnavailable,
        detail: "The store took longer than allowed. Nothing was done. Try again later.",
        limit: .storeTimeout)
    case .unknownOutcome:
      self.init(
        .storeUnavailable,
        detail: "The store did not say whether it was done. It may have been done; send it again.")
    case .damaged: self.init(.storedLayoutDamaged)
    case .busy:
      self.init(
        .storeUnavailable,
        detail: "Too much waits for the store. Nothing was done. Try again later.",
        limit: .storeQueue)
    }
  }
}
