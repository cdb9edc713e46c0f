import HTTPServer
import JSONText
import LayoutCore
import LayoutNaming
import LayoutStore
import LayoutWire

/// Writing documents: what the store does before a request is answered, and the answer to the outcome
/// (docs/rules.md#documents).
extension Service {
  /// The needs of a request that puts or deletes a document.
  func needToWrite(_ work: Work) throws(Problem) -> Need {
    if store == nil { throw .withoutDocuments }
    if work.body != nil {
      return work.got.put == nil ? .body : .put(try work.request.documentCondition())
    }
    let condition = try work.request.documentCondition()
    guard condition != .absent else {
      throw Problem(.badRequest, detail: "If-None-Match asks that there is nothing to delete.")
    }
    return .write(
      .document(
        DocumentWrite(
          name: work.question.documentName, condition: condition, layout: nil,
          by: work.head.key?.name), nil))
  }

  /// Decodes the new state of a document. O(bytes)
  func readPut(
    _ body: Body, _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) {
    var meter = allowance.decodingMeter
    let added = AddedContent()
    let (naming, limits) = (naming.counting(added), limits.decoding)
    let read = try read(body, &work, allowance) { (bytes) throws(DecodingStop) in
      try DocumentBody.read(
        bytes, hasSlack: true, depthMax: self.limits.maximumDepth, limits: limits, naming: naming,
        meter: &meter)
    }
    switch read {
    case .layout(let text):
      guard let id = Digest(hexadecimal: Array(text.utf8).span) else {
        throw .problem(PathAdvice.badID(text))
      }
      work.got.posted = .put(id, text: nil, [])
    case .snapshot(let snapshot, let warnings, let text):
      let made = NamedSnapshot(
        snapshot, adding: added.byteCount, unless: { allowance.isLate() })
      guard let named = made else { throw .problem(.tooLate) }
      work.got.posted = .put(named.id, text: text, warnings)
      work.got.named = cache.snapshot(named.id) ?? named
      work.question.trace.warnings = warnings
    }
  }

  /// The write for a document that is put.
  func put(
    _ condition: DocumentWrite.Condition, _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) -> StoreWrite {
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
        row: row?.layout, replaces: loads.isDamaged(put.layout), by: work.head.key?.name), row?.row)
  }

  /// The write for steps on a document; nil if they change nothing, or were applied before.
  func changeWrite(
    _ work: inout Work, _ answer: Answer, _ allowance: inout Allowance
  ) throws(Interruption) -> StoreWrite? {
    guard let posted = work.got.postedChange, !posted.saysNothing, let change = work.got.change,
      let head = posted.head, case .state(let state?, _)? = work.got.documents,
      state.outcome(ofKeyWith: head.stepsDigest) == nil
    else { return nil }
    let steps = head.steps
    guard work.client.reserveRoom(forBodyOf: answer.body.count) else { throw .problem(.noRoom) }
    if let problem = cache.problemOfRoom(for: change.result) { throw .problem(problem) }
    let text = Array("{\"steps\":".utf8) + steps + [UInt8(ascii: "}")]
    let row = try rowOfSteps(text, change, &work, &allowance)
    return .change(
      DocumentChange(
        name: work.question.documentName, revision: state.head.revision, key: head.key,
        stepsDigest: head.stepsDigest,
        steps: steps.count > limits.recordedStepsBytes ? nil : StoredBody(steps),
        parent: change.parent.id, row: row.layout, replaces: loads.isDamaged(row.layout.id),
        by: work.head.key?.name),
      row.row, answer)
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
    case .notMet(let head): return .refused(.preconditionFailed(head, work.request))
    case .layoutAbsent:
      let isKnown =
        work.got.put.map { cache.snapshot($0.layout) != nil || work.got.named != nil } ?? false
      return isKnown && !work.got.isKeptWhole ? .toBeKeptWhole : .refused(Problem(.layoutNotFound))
    case .tooMany:
      return .refused(
        Problem(
          .storeFull, detail: "There are as many documents as there may be. Delete others first.",
          limit: .documents))
    }
  }

  /// The answer to steps that were applied to a document, or not.
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

  /// The warnings for a document: those of the snapshot, and that the document exists only until the process ends.
  private func documentWarnings(_ work: Work) -> [SnapshotWarning] {
    let warnings = work.got.warnings
    if keepsLayouts { return warnings }
    let most = SnapshotWarning.countMax - 1
    return warnings.prefix(most) + [
      SnapshotWarning(
        pointer: "", .notStored, "the document lives as long as the process: there is no store")
    ]
  }
}
