import ContentHash
import Dispatch
import HTTPServer
import JSONText
import LayoutCore
import LayoutStore
import LayoutWire

/// A write to the store that a request waits for (docs/rules.md#store).
enum StoreWrite: Sendable {
  case keep(NewRow, Answer)
  case forget(Digest)
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

/// The outcome of a request's write.
private enum Written: Sendable {
  /// It was done. Includes the layout's row, and whether that was not stored before.
  case done(Answer, row: StoredRow?, isNew: Bool)
  /// The call answers to it. Includes the layout's row.
  case outcome(CallInputs.DocumentOutcome, row: StoredRow?)
  /// The store lacks the parent of the steps, or a layout in memory. The whole snapshot must be stored instead.
  case toBeKeptWhole
}

extension Service {
  /// The write that a call needs; its answer if there is nothing to write, or it is known to have been written.
  func storeWrite(
    _ write: NeededWrite, _ work: inout Work, _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> Progress {
    switch write {
    case .keep(let answer):
      guard let named = work.got.named, !isSurelyKept(named) else { return .answer(answer) }
      try checkRoom(for: named, answer, work)
      return .wait(.store(.keep(try row(of: named, &work, &allowance), answer)))
    case .forget(let id):
      if work.question.hasCondition {
        let isThere = work.got.named != nil
        try checkConditions(work, isThere: isThere)
      }
      forget(id)
      return hasDocuments ? .wait(.store(.forget(id))) : .answer(Answer(status: .noContent))
    case .put(let condition):
      return .wait(.store(try put(condition, &work, &allowance)))
    case .delete(let condition):
      let name = work.question.documentName
      let write = DocumentWrite(name: name, condition: condition, layout: nil, by: work.key?.name)
      return .wait(.store(.document(write, nil)))
    case .change(let answer):
      return .wait(.store(try change(answer, &work, &allowance)))
    }
  }

  /// Refuses a request for whose answer or snapshot there is no room, before the store does anything.
  private func checkRoom(
    for named: IdentifiedSnapshot, _ answer: Answer, _ work: borrowing Work
  ) throws(RequestInterrupted) {
    guard work.client.reserveRoom(forBodyOf: answer.body.count) else { throw .problem(.noRoom) }
    if let problem = cache.problemOfRoom(for: named) { throw .problem(problem) }
  }

  /// The row of a posted snapshot, or of the result of posted steps.
  private func row(
    of named: IdentifiedSnapshot, _ work: inout Work, _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> NewRow {
    if let change = work.got.change {
      return try rowOfSteps(work.got.postedChange?.keptBody, change, &work, &allowance)
    }
    if case .snapshot(_, _, _, isTextKept: false)? = work.got.posted {
      // Nothing of a source is kept but its sections, and no addition without an effect.
      guard let text = try text(of: named, &work, &allowance) else {
        throw .problem(.tooLongToKeep(limits.keptTextBytes))
      }
      return newRow(of: named, StoredBody(text))
    }
    return newRow(of: named, try storedBody(work, allowance))
  }

  /// The write for a document that is put.
  private func put(
    _ condition: DocumentWrite.Condition, _ work: inout Work, _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> StoreWrite {
    guard let put = work.got.put else { preconditionFailure("the body has been read") }
    // A layout that is given by its id is in the store, or in memory.
    let named = work.got.named ?? (work.got.isKeptWhole ? cache.snapshot(put.layout) : nil)
    var row: NewRow?
    if let named {
      if let problem = cache.problemOfRoom(for: named) { throw .problem(problem) }
      if work.got.isKeptWhole || loads.isDamaged(named.id) || !isSurelyKept(named) {
        // The text from the body, or written anew.
        let text: StoredBody
        if let range = put.text {
          text = try storedBody(work, allowance, range: range)
        } else if let written = try self.text(of: named, &work, &allowance) {
          text = StoredBody(written)
        } else {
          throw .problem(.tooLongToKeep(limits.keptTextBytes))
        }
        row = newRow(of: named, text)
      }
    }
    return .document(
      DocumentWrite(
        name: work.question.documentName, condition: condition, layout: put.layout,
        row: row?.layout, replaces: loads.isDamaged(put.layout), by: work.key?.name), row?.row)
  }

  /// The write for steps on a document.
  private func change(
    _ answer: Answer, _ work: inout Work, _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> StoreWrite {
    guard let change = work.got.change, let head = work.got.postedChange?.head,
      let state = work.got.documentState
    else { preconditionFailure("the steps have been applied") }
    try checkRoom(for: change.result, answer, work)
    let steps = head.steps
    let text = Array("{\"steps\":".utf8) + steps + [UInt8(ascii: "}")]
    let row = try rowOfSteps(text, change, &work, &allowance)
    return .change(
      DocumentChange(
        name: work.question.documentName, revision: state.head.revision, key: head.key,
        stepsDigest: head.stepsDigest,
        steps: steps.count > limits.recordedStepsBytes ? nil : StoredBody(steps),
        parent: change.parent.id, row: row.layout, replaces: loads.isDamaged(row.layout.id),
        by: work.key?.name),
      row.row, answer)
  }

  // MARK: Rows

  /// The bytes of a body that the store keeps: all of them, or those of `range`.
  func storedBody(
    _ work: borrowing Work, _ allowance: Allowance, range: Range<Int>? = nil
  ) throws(RequestInterrupted) -> StoredBody {
    guard let body = work.body else { preconditionFailure("what is posted has a body") }
    return try withBytes(of: body, allowance) { (bytes) throws(DecodingInterrupted) in
      if let range { StoredBody(bytes.extracting(range)) } else { StoredBody(bytes) }
    }
  }

  /// The row of the result of steps: the steps, or the text of the result if the chain would get long, or says additions
  /// that the result does not. If the text is too long to be decoded again, the steps are stored nevertheless: additions
  /// raise the version of the row, and longer chains are allowed.
  ///
  /// - Parameter text: The steps as they are stored; nil for the body as it is.
  func rowOfSteps(
    _ text: [UInt8]?, _ change: Change, _ work: inout Work, _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> NewRow {
    let byteCount = text?.count ?? work.body?.byteCount ?? 0
    let (parent, named) = (change.parent.id, change.result)
    // A row must not be derived from itself, and the replacement of a damaged row must be a whole snapshot.
    let isDerived = !work.got.isKeptWhole && parent != named.id && !loads.isDamaged(named.id)
    let row = isDerived ? cache.row(of: parent) : nil
    let rules = max(
      named.snapshot.rulesVersion, row?.rules ?? 0, work.got.postedChange?.textVersion ?? 0)
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
    of named: IdentifiedSnapshot, _ work: inout Work, _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> [UInt8]? {
    let most = limits.keptTextBytes
    let room =
      switch allowance.thread {
      case .network: min(most, Allowance.bytesAtOnce)
      case .compute: work.reservedTextBytes > 0 ? most : min(most, Allowance.textBytesUnreserved)
      }
    if let text = try text(of: named, bytesMax: room, &allowance) { return text }
    if room == most { return nil }
    if allowance.thread == .compute { work.reservedTextBytes = most }
    throw .tooHeavy
  }

  // MARK: Writing

  /// Starts a write to the store, and answers the request afterwards. The request must be suspended.
  func write(_ write: StoreWrite, _ work: consuming Work) {
    guard let store else { preconditionFailure("there is a store to write to") }
    let start = ContinuousClock.now
    let deadline = min(work.deadline, start + limits.storeTimeout)
    let removals = cache.removals
    let (put, isKeptWhole) = (work.got.put?.layout, work.got.isKeptWhole)
    let isInMemory = work.got.named != nil
    let kept = KeptWork(work)
    @Sendable func done(_ result: Result<Written, StoreError>) {
      var work = kept.take()
      let duration = ContinuousClock.now - start
      work.trace.timing.add(duration, to: .store)
      metrics.storeWaited(write.operation, duration)
      switch result {
      case .success(.done(let answer, let row, let isNew)):
        finishWritten(
          work, answer, row.map { KeptRow(row: $0, isNew: isNew, removals: removals) })
      case .success(.outcome(let outcome, let row)):
        work.got.written = outcome
        answerWritten(work, row.map { KeptRow(row: $0, isNew: false, removals: removals) })
      case .success(.toBeKeptWhole):
        work.got.isKeptWhole = true
        resume(work)
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
    case .forget(let id):
      // It may have been loaded again meanwhile.
      let ended = { @Sendable in self.forget(id) }
      store.forget(id, until: deadline, ended: ended) { result in
        done(result.map { .done(Answer(status: .noContent), row: nil, isNew: false) })
      }
    case .document(let write, let row):
      store.write(write, until: deadline) { result in
        done(
          result.map { outcome in
            var known: StoredRow?
            switch outcome {
            case .done(_, let kept):
              if write.replaces, row != nil, let put { self.loads.noteWhole(put) }
              known = row.flatMap { row in kept.map { row.known($0) } }
            case .layoutAbsent:
              let isKnown = isInMemory || put.map { self.cache.snapshot($0) != nil } ?? false
              if isKnown, !isKeptWhole { return .toBeKeptWhole }
            case .deleted, .notMet, .tooMany: break
            }
            return .outcome(.write(outcome, isDurable: self.keepsLayouts), row: known)
          })
      }
    case .change(let change, let row, let answer):
      store.change(change, until: deadline) { result in
        done(
          result.map { outcome in
            switch outcome {
            case .applied(_, let kept):
              if change.replaces { self.loads.noteWhole(change.row.id) }
              return .done(answer, row: row.known(kept), isNew: false)
            case .parentAbsent: return .toBeKeptWhole
            case .repeated, .keyReused, .conflict, .absent:
              return .outcome(.change(outcome), row: nil)
            }
          })
      }
    }
  }

  /// Answers a request after its write is durable.
  private func finishWritten(_ work: consuming Work, _ answer: Answer, _ row: KeptRow?) {
    if answer.body.count <= Allowance.bytesAtOnce {
      return finish(work, answer, row: row, isWritten: true)
    }
    // Not on the store's thread, which has other calls to complete.
    let kept = KeptWork(work)
    DispatchQueue.global(qos: .utility).async {
      self.finish(kept.take(), answer, row: row, isWritten: true)
    }
  }

  /// Answers a request whose call answers to the outcome of the write. Such an answer is short.
  private func answerWritten(_ work: consuming Work, _ row: KeptRow?) {
    var allowance = Allowance(on: .network, until: work.deadline)
    do throws(RequestInterrupted) {
      guard case .answer(let answer) = try next(&work, &allowance) else {
        preconditionFailure("the call has everything")
      }
      finish(work, answer, row: row, isWritten: true)
    } catch {
      guard case .problem(let problem) = error else { preconditionFailure("the answer is short") }
      refuse(work, problem)
    }
  }
}
