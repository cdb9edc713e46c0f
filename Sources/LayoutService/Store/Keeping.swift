import Dispatch
import HTTPServer
import JSONText
import LayoutCore
import LayoutNaming
import LayoutStore
import LayoutWire

/// The write that the store must complete before a request is answered: only durable writes are acknowledged
/// (docs/rules.md#store).
enum StoreWrite: Sendable {
  case keep(NewRow, Answer)
  case forget(Digest, Answer)
  /// With the row of the document's new layout, if one is written. The answer depends on the outcome.
  case document(DocumentWrite, StoredRow?)
  case change(DocumentChange, StoredRow, Answer)

  fileprivate var operation: StoreOperation {
    switch self {
    case .keep: .keep
    case .forget: .forget
    case .document: .write
    case .change: .change
    }
  }
}

/// A row to be written, and its description.
struct NewRow: Sendable {
  let layout: StoredLayout
  let row: StoredRow
}

/// The outcome of a request's write.
enum Written: Sendable {
  /// It was done. Includes the layout's row, and whether that was not stored before.
  case done(Answer, row: StoredRow?, isNew: Bool)
  case refused(Problem)
  /// The store lacks the parent of the steps, or a layout in memory. The whole snapshot must be stored instead.
  case toBeKeptWhole
}

/// The row in the store of a snapshot that was posted.
struct KeptRow: Sendable {
  let row: StoredRow
  /// Whether it was not stored before.
  let isNew: Bool
  /// The number of removals from the cache when it was written.
  let removals: Int
}

extension Service {
  /// The write that the store must complete before this answer; nil if there is none, or if it is known to have been
  /// done.
  func storeWrite(
    _ work: inout Work, _ answer: Answer, _ allowance: inout Allowance
  ) throws(Interruption) -> StoreWrite? {
    switch Call.all[work.head.call].answering {
    case .forgets: return store == nil ? nil : work.question.target.id.map { .forget($0, answer) }
    case .changesDocument: return try changeWrite(&work, answer, &allowance)
    default: break
    }
    guard keepsLayouts, work.question.isPosted, let named = work.got.named else { return nil }
    if isSurelyKept(named) { return nil }
    guard work.client.reserveRoom(forBodyOf: answer.body.count) else { throw .problem(.noRoom) }
    if let problem = cache.problemOfRoom(for: named) { throw .problem(problem) }
    guard let change = work.got.change else {
      if work.got.isTextKept {
        return .keep(newRow(of: named, try storedBody(work, allowance)), answer)
      }
      // Nothing of a source is kept but its sections, and no addition without an effect.
      guard let text = try text(of: named, &work, &allowance) else {
        throw .problem(.tooLongToKeep(limits.keptTextBytes))
      }
      return .keep(newRow(of: named, StoredBody(text)), answer)
    }
    return .keep(
      try rowOfSteps(work.got.postedChange?.keptBody, change, &work, &allowance), answer)
  }

  /// Whether the store certainly has the layout: its row was used today, and no other process deletes rows. Rows are
  /// collected only after a day without use.
  func isSurelyKept(_ named: NamedSnapshot) -> Bool {
    store?.isShared == false && cache.row(of: named.id)?.used == .today
  }

  /// The bytes of a body that the store keeps: all of them, or those of `range`.
  func storedBody(
    _ work: Work, _ allowance: Allowance, range: Range<Int>? = nil
  ) throws(Interruption) -> StoredBody {
    guard let body = work.body else { preconditionFailure("what is posted has a body") }
    return try withBytes(of: body, allowance) { (bytes) throws(DecodingStop) in
      if let range { StoredBody(bytes.extracting(range)) } else { StoredBody(bytes) }
    }
  }

  /// The row of a snapshot: its text, or steps on another row.
  ///
  /// - Parameter rules: The version of the rules by which the row can be read; nil for that of the snapshot.
  func newRow(
    of named: NamedSnapshot, _ body: StoredBody, on parent: (id: Digest, row: StoredRow)? = nil,
    rules: UInt8? = nil
  ) -> NewRow {
    let row = StoredRow(
      used: .today, depth: parent.map { $0.row.depth + 1 } ?? 0,
      baseBytes: parent?.row.baseBytes ?? body.byteCount,
      stepsBytes: parent.map { $0.row.stepsBytes + body.byteCount } ?? 0,
      rules: rules ?? named.snapshot.rulesVersion)
    return NewRow(
      layout: StoredLayout(
        id: named.id, parent: parent?.id, depth: row.depth, rules: Int(row.rules), used: row.used,
        body: body),
      row: row)
  }

  /// The row of the result of steps: the steps, or the text of the result if the chain would get long, or says additions
  /// that the result does not. If the text is too long to be decoded again, the steps are stored nevertheless: additions
  /// raise the version of the row, and longer chains are allowed.
  ///
  /// - Parameter text: The steps as they are stored; nil for the body as it is.
  func rowOfSteps(
    _ text: [UInt8]?, _ change: Change, _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) -> NewRow {
    let byteCount = text?.count ?? work.body?.byteCount ?? 0
    let (parent, named) = (change.parent.id, change.result)
    // A row must not be derived from itself, and the replacement of a damaged row must be a whole snapshot.
    let isDerived = !work.got.isKeptWhole && parent != named.id && !loads.isDamaged(named.id)
    let row = isDerived ? cache.row(of: parent) : nil
    let saysAdditions = work.got.postedChange?.saysAdditions == true
    let rules = max(
      named.snapshot.rulesVersion, row?.rules ?? 0, saysAdditions ? rulesVersion : 0)
    let isShort = row?.takesSteps(byteCount) == true
    if !isShort || rules > named.snapshot.rulesVersion {
      if let whole = try self.text(of: named, &work, &allowance) {
        return newRow(of: named, StoredBody(whole))
      }
      if !isShort, row?.takesSteps(byteCount, besideTextOf: limits.keptTextBytes) != true {
        throw .problem(.tooLongToKeep(limits.keptTextBytes))
      }
    }
    let steps = if let text { StoredBody(text) } else { try storedBody(work, allowance) }
    return newRow(of: named, steps, on: row.map { (parent, $0) }, rules: rules)
  }

  /// The text of a snapshot made by steps; nil if it is longer than the limit of stored texts. O(sections + runs)
  ///
  /// A short text is written at once. A longer one is written only on a compute thread, with memory reserved for it, so
  /// the request starts again there.
  func text(
    of named: NamedSnapshot, _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) -> [UInt8]? {
    let most = limits.keptTextBytes
    let room =
      switch allowance.thread {
      case .network: min(most, Allowance.bytesAtOnce)
      case .compute: work.reserved.text > 0 ? most : min(most, Allowance.textBytesUnreserved)
      }
    if let text = try text(of: named, bytesMax: room, &allowance) { return text }
    if room == most { return nil }
    if allowance.thread == .compute { work.reserved.text = most }
    throw .tooHeavy
  }

  /// The text of a snapshot, with metrics that most sections share written only once; nil if it is longer than
  /// `bytesMax`. O(sections + runs)
  func text(
    of named: NamedSnapshot, bytesMax: Int, _ allowance: inout Allowance
  ) throws(Interruption) -> [UInt8]? {
    var encoder = SnapshotEncoder(
      named.snapshot, bytesMax: bytesMax, explicitItemsMax: limits.snapshot.explicitItems,
      form: .shared)
    var writer = JSONWriter(capacity: 256)
    let isWhole = try allowance.walk { (meter) throws(WalkStop) in
      try encoder.write(to: &writer, meter: &meter)
    }
    return isWhole ? writer.bytes : nil
  }

  /// Answers a request after its write is durable.
  private func finishWritten(_ work: Work, _ answer: Answer, _ row: KeptRow?) {
    do throws(Problem) {
      try finish(work, answer, row: row)
    } catch {
      // The failure happened after the write.
      refuse(
        work,
        Problem(
          .unavailable,
          detail: "There was no room for the answer. It has been done; send it again.",
          retryAfterSeconds: 1, limit: error.limit))
    }
  }

  /// Starts a write to the store, and answers the request afterwards. The request must be suspended.
  func write(_ write: StoreWrite, _ work: Work) {
    guard let store else { preconditionFailure("there is a store to write to") }
    let start = ContinuousClock.now
    let deadline = min(work.deadline, start + limits.storeTimeout)
    let removals = cache.removals
    @Sendable func done(_ result: Result<Written, StoreError>) {
      var work = work
      let duration = ContinuousClock.now - start
      work.question.trace.timing.add(duration, to: .store)
      metrics.storeWaited(write.operation, duration)
      switch result {
      case .success(.done(let answer, let row, let isNew)):
        let row = row.map { KeptRow(row: $0, isNew: isNew, removals: removals) }
        if answer.body.count <= Allowance.bytesAtOnce {
          return finishWritten(work, answer, row)
        }
        // Not on the store's thread, which has other calls to complete.
        DispatchQueue.global(qos: .utility).async { [work] in
          self.finishWritten(work, answer, row)
        }
      case .success(.toBeKeptWhole):
        work.got.isKeptWhole = true
        resume(work)
      case .success(.refused(let problem)): refuse(work, problem)
      case .failure(let error): refuse(work, Problem(error))
      }
    }
    switch write {
    case .keep(let new, let answer):
      let replaces = loads.isDamaged(new.layout.id)
      store.keep(new.layout, replaces: replaces, until: deadline) { result in
        done(
          result.map { outcome in
            // The parent was deleted or collected meanwhile.
            if outcome == .parentAbsent { return .toBeKeptWhole }
            if replaces { self.loads.noteWhole(new.layout.id) }
            return .done(answer, row: new.row.known(outcome), isNew: outcome == .new)
          })
      }
    case .forget(let id, let answer):
      // It may have been loaded again meanwhile.
      let ended = { @Sendable in self.forget(id) }
      store.forget(id, until: deadline, ended: ended) { result in
        done(result.map { .done(answer, row: nil, isNew: false) })
      }
    case .document(let write, let row):
      store.write(write, until: deadline) { result in
        done(result.map { self.answer(to: $0, of: write, work, row) })
      }
    case .change(let change, let row, let answer):
      store.change(change, until: deadline) { result in
        done(result.map { self.answer(to: $0, of: change, answer, row) })
      }
    }
  }
}

extension StoredRow {
  /// The description of the stored row, which may be another one than this.
  func known(_ outcome: KeepOutcome) -> StoredRow {
    guard case .known(let known) = outcome, known != depth || depth > 0 else { return self }
    // Only the depth of the stored chain is known, so nothing may be added to it.
    return StoredRow(
      used: used, depth: known == 0 ? 0 : StoredLayout.depthMax, baseBytes: baseBytes,
      stepsBytes: stepsBytes, rules: rules)
  }
}

extension Problem {
  /// The result of steps cannot be stored in a form that could be decoded again.
  static func tooLongToKeep(_ bytesMax: Int) -> Problem {
    Problem(
      .tooLarge,
      detail: """
        The resolved snapshot is longer than the \(bytesMax) bytes that are kept of one, so it could not be \
        read again. Nothing was done.
        """)
  }

  /// The problem for a store's error.
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
