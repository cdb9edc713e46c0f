import ContentHash
import HTTPServer
import LayoutCore
import LayoutWire

/// The path of a request: its call states what it needs, and the loop gets it, until the call answers. Nothing else
/// suspends a request or moves it to a compute thread.
extension Service {
  /// What a request waits for.
  indirect enum Wait: Sendable {
    case snapshot(Digest)
    case documents(DocumentReading)
    case record(after: Int)
    case stream(after: Int)
    case store(StoreWrite)
    /// The layout that another request computes.
    case layout(LayoutKey)
    case computeThread
  }

  /// What getting a need leads to.
  enum Progress: Sendable {
    case next
    indirect case answer(Answer)
    case wait(Wait)
  }

  /// Answers a request on a kind of thread, or suspends it until what it needs is there.
  func run(_ work: consuming Work, on thread: Allowance.Thread) {
    if let wait = answer(&work, on: thread) { begin(wait, work) }
  }

  /// Answers a request, or suspends it. Returns what it then waits for.
  func answer(_ work: inout Work, on thread: Allowance.Thread) -> Wait? {
    let wait: Wait?
    do throws(RequestInterrupted) {
      if let problem = withdrawal(&work) ?? abandonment(work) { throw .problem(problem) }
      var allowance = Allowance(on: thread, until: work.deadline)
      allowance.listBytes = work.listBytes(on: thread)
      wait = try answer(&work, &allowance)
    } catch {
      wait = self.wait(&work, after: error)
    }
    if wait != nil { work.suspend() }
    return wait
  }

  /// Gets what the call needs, one need after the other, until it answers or has to wait.
  func answer(
    _ work: inout Work, _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> Wait? {
    do throws(RequestInterrupted) {
      while true {
        switch try next(&work, &allowance) {
        case .answer(let answer):
          finish(work, answer)
          return nil
        case .needs(let need):
          switch try get(need, &work, &allowance) {
          case .next: break
          case .answer(let answer):
            finish(work, answer)
            return nil
          case .wait(let wait): return wait
          }
        }
      }
    } catch {
      // A change of a document that is refused may have been applied earlier.
      guard case .problem = error,
        let reading = work.got.unsoughtKey(of: work.question.target.document)
      else { throw error }
      return .documents(reading)
    }
  }

  /// The next outcome of the call, given what it has got.
  func next(
    _ work: inout Work, _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> CallOutcome {
    if let problem = work.question.parameterProblem, !Call.all[work.call].mayBeRepeated {
      throw .problem(problem)
    }
    switch Call.allAnswering[work.call] {
    case .next(let next): return try next(work.question, work.got, &work.trace, &allowance)
    case .nothing(let answer):
      let (target, operations) = (work.question.target, operations)
      return try RequestInterrupted.checked { () throws(Problem) in
        .answer(try answer(target, operations))
      }
    case .body(let answer): return .answer(try self.answer(&work, &allowance, answer))
    }
  }

  /// Gets what a call needs.
  private func get(
    _ need: Need, _ work: inout Work, _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> Progress {
    if let documents = try work.whenHidden?.documents(for: need) {
      work.got.documents = (documents, 0)
      return .next
    }
    switch need {
    case .snapshot(let id):
      let named = cache.snapshot(id)
      if named == nil, hasDocuments { return .wait(.snapshot(id)) }
      work.note(named, of: id)
    case .body: try readSnapshot(&work, &allowance)
    case .documentBody: try readPut(&work, &allowance)
    case .steps(let parent): try applySteps(to: parent, &work, &allowance)
    case .earlierLayout(let named, let containerWidth):
      work.got.earlierLayout = try layout(of: named, containerWidth, &work, &allowance)
    case .layout(let containerWidth):
      // The answer is only about this layout.
      if work.got.earlierLayout != nil { work.trace.preparation = nil }
      guard let named = work.got.named else { preconditionFailure("it is got first") }
      work.got.layout = try layout(of: named, containerWidth, &work, &allowance)
    case .screens(let containerWidths, let named):
      try addScreens(containerWidths, of: named, &work, &allowance)
    case .preview(let named):
      work.got.layout = try preview(of: named, &work, &allowance).layout
    case .documents(let reading): return .wait(.documents(reading))
    case .record(let revision): return .wait(.record(after: revision))
    case .write(.keep(let answer)) where !keepsLayouts: return .answer(answer)
    case .write(let write): return try storeWrite(write, &work, &allowance)
    case .stream(let revision): return .wait(.stream(after: revision))
    }
    return .next
  }

  /// What a request that cannot be answered on its thread waits for; nil if it is refused.
  private func wait(_ work: inout Work, after reason: RequestInterrupted) -> Wait? {
    switch reason {
    case .problem(let problem): refuse(work, problem)
    case .tooHeavy: return .computeThread
    case .lacksMemory(let bytes):
      if work.reserve(listBytes: bytes, limits) { return .computeThread }
      refuse(work, .listsTooLarge(limits.listBytesMax))
    case .underWay(let id, let containerWidth):
      return .layout(LayoutKey(digest: id, containerWidth: containerWidth))
    }
    return nil
  }

  /// Makes a suspended request wait for a compute thread; refuses it if too many wait. It has had no effect yet: the
  /// work after a write is done without a compute thread.
  func queue(_ work: consuming Work) {
    let (client, deadline, memoryBytes) = (work.client, work.deadline, work.memoryBytes(limits))
    let kept = KeptWork(work)
    let job = ComputePool.Job(
      run: { self.run(kept.take(), on: .compute) },
      isVain: { client.isAbandoned || .now > deadline }, memoryBytes: memoryBytes)
    if !pool.submit(job) { refuse(kept.take(), .overloaded) }
  }

  // MARK: The end

  /// Stores a posted snapshot in memory, updates the metrics, and answers.
  ///
  /// - Parameter isWritten: Whether the store has done what the request asks for, which a refusal then says.
  func finish(
    _ work: borrowing Work, _ answer: consuming Answer, row: KeptRow? = nil, isWritten: Bool = false
  ) {
    do throws(Problem) {
      if work.question.isPosted { try keep(&answer, work, row) }
    } catch {
      return refuse(work, isWritten ? .unanswered(error.limit) : error)
    }
    if let details = answer.details {
      for warning in details.warnings { metrics.warned(warning.code) }
    }
    if Call.all[work.call].countsAsSpecial { metrics.specialOnlyAnswered() }
    send(finished(work, answer, near: near(work)), work, limit: answer.limit)
  }

  /// The lineage of the layout that the answer to a post, a change or a question about a document is about.
  private func near(_ work: borrowing Work) -> UInt64? {
    if work.question.isPosted, let named = work.got.named {
      return cache.snapshot(named.id)?.near ?? named.near
    }
    if let layout = work.got.put?.layout ?? work.got.documents?.read.headLayout {
      return cache.snapshot(layout)?.near ?? layout.prefix
    }
    return nil
  }

  /// Stores a posted snapshot in memory. This is done last, after everything that can fail.
  private func keep(
    _ answer: inout Answer, _ work: borrowing Work, _ row: KeptRow?
  ) throws(Problem) {
    guard let named = work.got.named else { return }
    guard work.client.hasRoom(forBodyOf: answer.body.count) else { throw .noRoom }
    let bodyTag: BodyTag? =
      if case .snapshot(let tag, _, _, _)? = work.got.posted { tag } else { nil }
    let insertion = try cache.insert(
      named, readFrom: bodyTag, row: row.map { ($0.row, $0.removals) })
    noteEvicted(insertion)
    guard work.question.target.document == nil else { return }
    if keepsLayouts ? row?.isNew == true : insertion.isNew {
      answer.status = .created
      var details = answer.details ?? Answer.Details()
      details.location = "/v1/layouts/\(named.id.hexadecimal)"
      answer.details = details
    }
  }

  /// Answers a request that fails, and releases everything it has made.
  func refuse(_ work: borrowing Work, _ problem: Problem, closes: Bool = false) {
    dropStray(work)
    // Everything that was made from the body has been freed.
    ProgramMemory.noteFreed(bytes: (work.body?.byteCount ?? 0) * SnapshotDecoder.bytesPerByteMax)
    var response = finished(work, problem: problem)
    response.closesConnection = closes
    send(response, work, limit: problem.limit, input: RefusedInput(problem))
  }

  /// Removes the layouts of a snapshot that is not stored, because its request failed or it was deleted meanwhile.
  func dropStray(_ work: borrowing Work) {
    guard let preparation = work.trace.preparation, preparation != .memo,
      let id = work.got.named?.id, cache.snapshot(id) == nil
    else { return }
    memo.forget([id])
  }
}

extension Problem {
  /// The write was done, but there was no room for the answer.
  fileprivate static func unanswered(_ limit: Limit?) -> Problem {
    Problem(
      .unavailable,
      detail: "There was no room for the answer. It has been done; send it again.",
      retryAfterSeconds: 1, limit: limit)
  }
}
