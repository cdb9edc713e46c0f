import HTTPServer
import JSONText
import LayoutCore
import LayoutNaming
import LayoutStore
import LayoutWire

/// Writing documents: what the store does before a request is answered, and the answer to what became of it
/// (docs/rules.md#documents).
extension Service {
  /// What the store does for a document that is put.
  func put(
    _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) -> StoreWrite {
    if store == nil { throw .problem(.withoutDocuments) }
    if work.put == nil { try readPut(&work, &allowance) }
    guard let put = work.put else { preconditionFailure("the body has been read") }
    let condition = try condition(work)
    // A layout that is named is in the store, or in memory.
    let named = work.named ?? (work.isKeptWhole ? cache.snapshot(put.layout) : nil)
    var row: NewRow?
    if let named {
      try checkRoom(for: named)
      if work.isKeptWhole || loads.isDamaged(named.id) || !isSurelyKept(named) {
        row = newRow(of: named, try text(of: put, named, &work, &allowance))
      }
    }
    return .document(
      DocumentWrite(
        name: work.question.documentName, condition: condition, layout: put.layout,
        row: row?.layout, replaces: loads.isDamaged(put.layout)), row?.row)
  }

  /// Reads what a document is put to.
  private func readPut(_ work: inout Work, _ allowance: inout Allowance) throws(Interruption) {
    guard let body = work.body else { preconditionFailure("what is put has a body") }
    try allowance.read(bytes: body.byteCount)
    var meter = allowance.decodingMeter
    let added = AddedContent()
    let (naming, limits) = (naming.counting(added), limits.decoding)
    let read = try work.question.trace.timing.measure(.parse) { () throws(Interruption) in
      try reading(allowance) { () throws(DecodingStop) in
        try body.withBytes { (bytes) throws(DecodingStop) in
          try DocumentBody.read(
            bytes, hasSlack: true, depthMax: self.limits.maximumDepth, limits: limits,
            naming: naming, meter: &meter)
        }
      }
    }
    switch read {
    case .layout(let text):
      guard let id = Digest(hexadecimal: Array(text.utf8).span) else {
        throw .problem(PathAdvice.badID(text))
      }
      work.put = Work.Put(layout: id, text: nil)
    case .snapshot(let snapshot, let warnings, let text):
      guard var named = NamedSnapshot(snapshot, unless: { allowance.isLate() })
      else { throw .problem(.tooLate) }
      named.addedContentBytes = added.byteCount
      work.put = Work.Put(layout: named.id, text: text)
      work.named = cache.snapshot(named.id) ?? named
      work.question.readingWarnings = warnings
      work.question.trace.warnings = warnings
    }
  }

  /// What the store does for a document that is deleted.
  func deletion(_ work: Work) throws(Interruption) -> StoreWrite {
    if store == nil { throw .problem(.withoutDocuments) }
    let condition = try condition(work)
    guard condition != .absent else {
      throw .problem(
        Problem(.badRequest, detail: "If-None-Match asks that there is nothing to delete."))
    }
    return .document(
      DocumentWrite(name: work.question.documentName, condition: condition, layout: nil), nil)
  }

  /// What the store does for steps on a document; nil where they change nothing, or were applied before.
  func changeWrite(
    _ work: inout Work, _ answer: Answer, _ allowance: inout Allowance
  ) throws(Interruption) -> StoreWrite? {
    guard let change = work.change, !work.changesNothing, case .state(let state?)? = work.read,
      let head = work.changeHead
    else { return nil }
    let steps = head.steps
    guard work.client.reserveRoom(forBodyOf: answer.body.count) else { throw .problem(.noRoom) }
    try checkRoom(for: change.result)
    let posted = Array("{\"steps\":".utf8) + steps + [UInt8(ascii: "}")]
    let row = try rowOfSteps(posted.count, &work, &allowance) { _ in StoredBody(posted) }
    return .change(
      DocumentChange(
        name: work.question.documentName, revision: state.head.revision, key: head.key,
        stepsDigest: head.stepsDigest,
        steps: steps.count > limits.recordedStepsBytes ? nil : StoredBody(steps),
        parent: change.parent.id, row: row.layout, replaces: loads.isDamaged(row.layout.id)),
      row.row, answer)
  }

  private func condition(_ work: Work) throws(Interruption) -> DocumentWrite.Condition {
    do throws(Problem) {
      return try work.request.documentCondition()
    } catch {
      throw .problem(error)
    }
  }

  /// The snapshot as it was put, or written anew.
  private func text(
    of put: Work.Put, _ named: NamedSnapshot, _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) -> StoredBody {
    guard let range = put.text, let body = work.body else {
      guard let text = try text(of: named, &work, &allowance) else {
        throw .problem(.tooLongToKeep(limits.keptTextBytes))
      }
      return StoredBody(text)
    }
    try allowance.read(bytes: body.byteCount)
    return try reading(allowance) { () throws(DecodingStop) in
      try body.withBytes { (bytes) throws(DecodingStop) in StoredBody(bytes.extracting(range)) }
    }
  }

  // MARK: Outcomes

  /// The answer to a document that was written.
  func answer(
    to outcome: WriteOutcome, of write: DocumentWrite, _ work: Work, _ row: StoredRow?
  ) -> Written {
    switch outcome {
    case .done(let head, let kept):
      if write.replaces, row != nil, let layout = write.layout { loads.noteWhole(layout) }
      let isNew = write.condition == .absent
      var writer = JSONWriter(capacity: 256)
      writer.document(head, documentWarnings(work))
      let answer = Answer(
        status: isNew ? .created : .ok, body: writer.bytes,
        location: isNew ? "/v1/documents/\(head.name.text)" : nil, revision: head.revision)
      return .done(answer, row: row.flatMap { row in kept.map { row.known($0) } }, isNew: false)
    case .deleted: return .done(Answer(status: .noContent), row: nil, isNew: false)
    case .notMet(let head): return .refused(.preconditionFailed(head))
    case .layoutAbsent:
      let isKnown = work.put.map { cache.snapshot($0.layout) != nil || work.named != nil } ?? false
      return isKnown && !work.isKeptWhole ? .toBeKeptWhole : .refused(Problem(.layoutNotFound))
    case .tooMany:
      return .refused(
        Problem(
          .storeFull, detail: "There are as many documents as there may be. Delete others first.",
          limit: .documents))
    }
  }

  /// The answer to steps that were applied to a document, or were not.
  func answer(
    to outcome: ChangeOutcome, of change: DocumentChange, _ answer: Answer, _ row: StoredRow
  ) -> Written {
    do throws(Problem) {
      if let repeated = try outcome.answer() { return .done(repeated, row: nil, isNew: false) }
    } catch {
      return .refused(error)
    }
    guard case .applied(_, let kept) = outcome else { return .toBeKeptWhole }
    if change.replaces { loads.noteWhole(change.row.id) }
    return .done(answer, row: row.known(kept), isNew: false)
  }

  /// What there is to warn of: the snapshot that was put, and that nothing outlives the process.
  private func documentWarnings(_ work: Work) -> [SnapshotWarning] {
    let warnings = work.question.readingWarnings.map(\.inDocument)
    if keepsLayouts { return warnings }
    let most = SnapshotWarning.countMax - 1
    return warnings.prefix(most) + [
      SnapshotWarning(
        pointer: "", .notStored, "the document lives as long as the process: there is no store")
    ]
  }
}

extension SnapshotWarning {
  /// With a pointer into the body of a document.
  fileprivate var inDocument: SnapshotWarning {
    SnapshotWarning(pointer: "/snapshot" + pointer, code, detail)
  }
}
