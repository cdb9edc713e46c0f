import Dispatch
import HTTPServer
import LayoutCore
import LayoutNaming
import LayoutWire

/// The path of a request: its call states what it needs, and the loop gets it, until the call answers. Nothing else
/// suspends a request or moves it to a compute thread.
extension Service {
  /// Answers a request on a kind of thread, or suspends it until what it needs is there.
  func run(_ work: inout Work, on thread: Allowance.Thread) {
    if let problem = withdrawal(&work) ?? abandonment(work) { return refuse(work, problem) }
    var allowance = Allowance(on: thread, until: work.deadline)
    allowance.listBytes = work.listBytes(on: thread)
    do {
      guard let answer = try answer(&work, &allowance) else { return }
      if let write = try storeWrite(&work, answer, &allowance) {
        suspend(&work)
        return self.write(write, work)
      }
      do throws(Problem) {
        try finish(work, answer)
      } catch {
        refuse(work, error)
      }
    } catch {
      switch error {
      case .problem(let problem): return refuse(work, problem)
      case .tooHeavy: break
      case .lacksMemory(let bytes):
        guard work.reserve(listBytes: bytes, limits) else {
          return refuse(work, .listsTooLarge(limits.listBytesMax))
        }
      }
      suspend(&work)
      queue(work)
    }
  }

  /// The answer of the call, after getting what it needs, one need after the other; nil if the request waits for one.
  func answer(_ work: inout Work, _ allowance: inout Allowance) throws(Interruption) -> Answer? {
    do {
      while true {
        switch try next(&work, &allowance) {
        case .answer(let answer): return answer
        case .needs(let need): if try !get(need, &work, &allowance) { return nil }
        }
      }
    } catch {
      // A change of a document that is refused may have been applied earlier.
      guard case .problem = error,
        let reading = work.got.unsoughtKey(of: work.question.target.document)
      else { throw error }
      return try get(.documents(reading), &work, &allowance) ? answer(&work, &allowance) : nil
    }
  }

  /// Gets what a call needs; false if the request waits for it, or is answered by it.
  private func get(
    _ need: Need, _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) -> Bool {
    if let documents = try work.whenHidden?.documents(for: need) {
      work.got.documents = documents
      return true
    }
    switch need {
    case .snapshot(let id):
      let named = cache.snapshot(id)
      if named != nil || store == nil {
        work.note(named, of: id)
        return true
      }
      suspend(&work)
      load(id, for: work)
    case .body:
      try readBody(&work, &allowance)
      return true
    case .steps(let parent):
      try applySteps(to: parent, &work, &allowance)
      return true
    case .earlierLayout(let named, let containerWidth):
      work.got.earlierLayout = try layout(of: named, containerWidth, &work, &allowance)
      return work.got.earlierLayout != nil
    case .layout(let containerWidth):
      // The answer is only about this layout.
      if work.got.earlierLayout != nil { work.question.trace.forgetLayout() }
      guard let named = work.got.named else { preconditionFailure("it is got first") }
      work.got.layout = try layout(of: named, containerWidth, &work, &allowance)
      return work.got.layout != nil
    case .screens(let containerWidths, let named):
      return try addScreens(containerWidths, of: named, &work, &allowance)
    case .preview(let named):
      work.got.layout = try preview(of: named, &work, &allowance)?.layout
      return work.got.layout != nil
    case .documents(let reading):
      suspend(&work)
      read(reading, for: work)
    case .record(let revision):
      suspend(&work)
      wait(forRecordAfter: revision, work)
    case .put(let condition):
      let write = try put(condition, &work, &allowance)
      suspend(&work)
      self.write(write, work)
    case .write(let write):
      suspend(&work)
      self.write(write, work)
    case .stream(let revision):
      if let response = response(work, toConditionsOn: nil) {
        send(response, work)
        return false
      }
      suspend(&work)
      openStream(after: revision, work)
    }
    return false
  }

  /// Lets the network thread continue without an answer.
  private func suspend(_ work: inout Work) {
    if !work.isSuspended { work.client.suspend() }
    work.isSuspended = true
  }

  /// Stores a posted snapshot in memory, updates the metrics, and answers.
  func finish(
    _ work: Work, _ answer: consuming Answer, row: KeptRow? = nil
  ) throws(Problem) {
    if work.question.isPosted { try keep(&answer, work, row) }
    answer.near = near(work)
    for warning in work.question.trace.warnings { metrics.warned(warning.code) }
    if work.question.trace.isSpecialOnly { metrics.specialOnlyAnswered() }
    send(finished(work, answer), work)
  }

  /// The lineage of the layout that the answer to a post, a change or a question about a document is about.
  private func near(_ work: Work) -> UInt64? {
    if work.question.isPosted, let named = work.got.named {
      return cache.snapshot(named.id)?.near ?? named.near
    }
    if let layout = work.got.put?.layout ?? work.got.documents?.headLayout {
      return cache.snapshot(layout)?.near ?? layout.prefix
    }
    return nil
  }

  /// Continues a suspended request that has got what it waited for. Its work is limited as on a network thread; if it
  /// is more, the request waits for a compute thread.
  func resume(_ work: Work) {
    DispatchQueue.global().async {
      var work = work
      self.run(&work, on: .network)
    }
  }

  /// Makes a suspended request wait for a compute thread; refuses it if too many wait. It has had no effect yet: the
  /// work after a write is done without a compute thread.
  func queue(_ work: Work) {
    let job = ComputePool.Job(
      run: {
        var work = work
        self.run(&work, on: .compute)
      },
      isVain: { work.client.isAbandoned || work.isLate }, memoryBytes: work.memoryBytes(limits))
    if !pool.submit(job) { refuse(work, .overloaded) }
  }

  /// Answers a request that fails, and releases everything it has made.
  func refuse(_ work: consuming Work, _ problem: Problem, closes: Bool = false) {
    dropStray(work)
    // Everything that was made from the body has been freed.
    ProgramMemory.noteFreed(bytes: (work.body?.byteCount ?? 0) * SnapshotDecoder.bytesPerByteMax)
    work.question.trace.refuse(for: problem)
    var response = finished(work, problem: problem)
    response.closesConnection = closes
    send(response, work)
  }

  /// The next outcome of the call, given what it has got.
  private func next(
    _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) -> CallOutcome {
    if let problem = work.head.parameterProblem, !Call.all[work.head.call].mayBeRepeated {
      throw .problem(problem)
    }
    switch Call.all[work.head.call].answering {
    case .nothing(let answer):
      return try Interruption.checked { () throws(Problem) in
        .answer(try answer(work.question.target, operations))
      }
    case .forgets:
      guard let id = work.question.target.id else { return .answer(Answer(status: .noContent)) }
      if work.head.hasCondition {
        if work.got.named == nil, work.got.snapshot(id) == nil { return .needs(.snapshot(id)) }
        try Interruption.checked { () throws(Problem) in
          try checkConditions(work, isThere: work.got.named != nil)
        }
      }
      forget(id)
      return .answer(Answer(status: .noContent))
    case .body(let answer):
      guard let body = work.body else { preconditionFailure("a call with a body is posted") }
      var meter = allowance.decodingMeter
      var limits = limits
      limits.snapshot.listBytes = allowance.listBytes
      let start = ContinuousClock.now
      let answered = try read(body, &work, allowance) { (bytes) throws(DecodingStop) in
        try answer(bytes, limits, &meter)
      }
      work.question.trace.timing.add(since: start, to: .apply)
      return .answer(answered)
    case .documents(let next):
      return try Interruption.checked { () throws(Problem) in
        try next(&work.question, work.request, work.got.documents)
      }
    case .putsDocument, .deletesDocument:
      return .needs(try Interruption.checked { () throws(Problem) in try needToWrite(work) })
    case .changesDocument:
      let need = try Interruption.checked { () throws(Problem) in
        try needOfDocumentChange(work)
      }
      if let need { return .needs(need) }
      return .answer(try answerDocumentChange(&work, &allowance))
    case .layout(let layouts, let check, let answer):
      let need = try Interruption.checked { () throws(Problem) in
        try self.need(layouts, check, work)
      }
      if let need { return .needs(need) }
      return .answer(try answer(&work.question, work.got, &allowance))
    }
  }

  /// The next need of a call for its answer about a layout; nil if it has everything.
  private func need(
    _ layouts: Call.Layouts, _ check: Call.QuestionCheck, _ work: Work
  ) throws(Problem) -> Need? {
    if work.got.layout != nil { return nil }
    guard let named = work.got.named else {
      if layouts == .change { return try needOfSteps(check, work) }
      if work.body != nil { return .body }
      guard let id = work.question.target.id, work.got.snapshot(id) == nil else {
        throw Problem(.layoutNotFound)
      }
      return .snapshot(id)
    }
    if layouts == .change { return try needOfLayouts(work) }
    try check(work.question, named)
    let snapshot = named.snapshot
    switch layouts {
    case .one, .change:
      return .layout(containerWidth: try work.question.requiredWidth(of: snapshot))
    case .asked:
      if work.question.parameters.drawing == nil,
        let containerWidths = try work.question.containerWidths(of: snapshot)
      {
        let left = containerWidths.count - work.got.screens.json.count
        return left > 0 ? .screens(containerWidths, of: named) : nil
      }
      return try work.question.containerWidth(of: snapshot).map { .layout(containerWidth: $0) }
    case .preview:
      _ = try work.question.requiredWidth(of: snapshot)
      return .preview(of: named)
    case .two:
      let containerWidth = try work.question.requiredWidth(of: snapshot)
      if work.got.earlierLayout != nil { return .layout(containerWidth: containerWidth) }
      return try needOfEarlierLayout(than: named, containerWidth: containerWidth, work)
    }
  }

  /// The need of the layout that `from` names. It is of the same snapshot by default. Its width is `fromWidth`
  /// or `previousWidth`, by default the width of `fromBounds` or `previous`, else that of the other layout.
  private func needOfEarlierLayout(
    than named: NamedSnapshot, containerWidth: Double, _ work: Work
  ) throws(Problem) -> Need {
    let parameters = work.question.parameters
    var from = named
    if let id = parameters.from.flatMap({ Digest(hexadecimal: $0) }), id != named.id {
      guard let sought = work.got.snapshot(id) else { return .snapshot(id) }
      guard let sought else {
        let detail = "Post the snapshot that from names again; it then has the same id."
        throw Problem(.layoutNotFound, detail: detail)
      }
      from = sought
    }
    let boundsWidth = (parameters.fromBounds ?? parameters.previous).map {
      from.snapshot.isHorizontal ? $0.height : $0.width
    }
    let width =
      parameters.fromWidth ?? parameters.previousWidth ?? boundsWidth ?? containerWidth
    return .earlierLayout(from, containerWidth: width)
  }

  /// Computes the first screens at `widths` or `heights`, one after the other; false if the request waits for a layout.
  ///
  /// Finished screens are kept when the request continues elsewhere, and only one layout is in use at a time.
  private func addScreens(
    _ containerWidths: [Double], of named: NamedSnapshot, _ work: inout Work,
    _ allowance: inout Allowance
  ) throws(Interruption) -> Bool {
    guard allowance.mayPrepare(named.snapshot, widths: containerWidths.count) else {
      throw .tooHeavy
    }
    for containerWidth in containerWidths.dropFirst(work.got.screens.json.count) {
      if work.got.earlierLayout == nil {
        work.got.earlierLayout = try layout(of: named, containerWidth, &work, &allowance)
      }
      guard let layout = work.got.earlierLayout else { return false }
      try work.question.add(
        screenOf: named, layout, to: &work.got.screens, &allowance)
      work.got.earlierLayout = nil
    }
    return true
  }

  /// Removes a layout from memory.
  func forget(_ id: Digest) {
    memo.forget([id] + cache.remove(id))
  }

  /// Stores a posted snapshot in memory. This is done last, after everything that can fail.
  private func keep(
    _ answer: inout Answer, _ work: Work, _ row: KeptRow?
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
      answer.location = "/v1/layouts/\(named.id.hexadecimal)"
    }
  }

  /// Removes the layouts of snapshots that were evicted.
  func noteEvicted(_ insertion: SnapshotInsertion) {
    memo.forget(insertion.evicted + insertion.evictedPreviews)
    metrics.snapshotsEvicted(insertion.evicted.count)
  }

  // MARK: The body

  /// Decodes the body of a request: a snapshot, or the new state of a document. O(bytes)
  private func readBody(_ work: inout Work, _ allowance: inout Allowance) throws(Interruption) {
    guard let body = work.body else { preconditionFailure("what is posted has a body") }
    let start = ContinuousClock.now
    if case .putsDocument = Call.all[work.head.call].answering {
      try readPut(body, &work, &allowance)
    } else {
      (work.got.named, work.got.posted) = try read(body, &work, allowance) {
        (bytes) throws(DecodingStop) in try snapshot(of: bytes, allowance)
      }
    }
    work.question.trace.timing.add(since: start, to: .parse)
  }

  /// Decodes a body. If decoding stops, the request is interrupted or refused.
  func read<Value>(
    _ body: Body, _ work: inout Work, _ allowance: Allowance,
    _ read: (RawSpan) throws(DecodingStop) -> Value
  ) throws(Interruption) -> Value {
    try withBytes(of: body, allowance) { (bytes) throws(DecodingStop) in
      work.question.trace.bodyReads += 1
      return try read(bytes)
    }
  }

  /// Calls `use` with the bytes of a body. If `use` throws, the request is interrupted or refused.
  func withBytes<Value>(
    of body: Body, _ allowance: Allowance, _ use: (RawSpan) throws(DecodingStop) -> Value
  ) throws(Interruption) -> Value {
    guard allowance.mayRead(bytes: body.byteCount) else { throw .tooHeavy }
    return try decoding(allowance) { () throws(DecodingStop) in try body.withBytes(use) }
  }

  /// Runs a decoder. If it stops, the request is interrupted or refused.
  func decoding<Value>(
    _ allowance: Allowance, _ read: () throws(DecodingStop) -> Value
  ) throws(Interruption) -> Value {
    do throws(DecodingStop) {
      return try read()
    } catch {
      switch error {
      case .problem(let problem): throw .problem(problem)
      case .stepsUsedUp: throw allowance.stepsUsedUp
      case .memoryUsedUp(let bytes): throw .lacksMemory(bytes)
      }
    }
  }

  /// The snapshot in a body, and what else the body says. O(bytes)
  private func snapshot(
    of bytes: RawSpan, _ allowance: Allowance
  ) throws(DecodingStop) -> (NamedSnapshot, Got.BodyContent) {
    let tag = bodyTags.tag(of: bytes)
    if let tag, let known = cache.snapshot(readFrom: tag) {
      return (known, .snapshot(tag, [], nil, isTextKept: true))
    }
    var (allowance, meter) = (allowance, allowance.decodingMeter)
    let added = AddedContent()
    let read = try SnapshotDecoder.read(
      bytes, hasSlack: true, depthMax: limits.maximumDepth, limits: limits.decoding,
      naming: naming.counting(added), meter: &meter)
    let made = NamedSnapshot(
      read.snapshot, adding: added.byteCount, unless: { allowance.isLate() })
    guard let named = made else { throw .problem(.tooLate) }
    let isPlain = read.warnings.isEmpty && read.isTextKept
    return (
      cache.snapshot(named.id) ?? named,
      .snapshot(
        isPlain ? tag : nil, read.warnings, read.source, isTextKept: read.isTextKept)
    )
  }

  // MARK: The layout

  /// The layout of a snapshot at a width, in points; nil if the request waits for another one that is computing it.
  func layout(
    of named: NamedSnapshot, _ containerWidth: Double, _ work: inout Work,
    _ allowance: inout Allowance
  ) throws(Interruption) -> Layout? {
    let source = named.id == work.got.named?.id ? work.got.source : nil
    if let awaited = work.got.awaited.take() {
      work.question.trace.wasPrepared = false
      switch awaited {
      case .success(let layout): return layout
      case .failure(let stop):
        throw .problem(Problem(stop, containerWidth: containerWidth, of: source))
      }
    }
    let key = LayoutKey(digest: named.id, containerWidth: containerWidth)
    let known = memo.layout(key, after: named.lineage) { isDerived in
      allowance.mayPrepare(named.snapshot, isDerived: isDerived)
    }
    switch known {
    case .ready(let layout):
      if work.question.trace.wasPrepared == nil { work.question.trace.wasPrepared = true }
      return layout
    case .underWay:
      suspend(&work)
      wait(for: key, work)
      return nil
    case .tooHeavy:
      throw .tooHeavy
    case .unprepared(let earlier):
      var meter = allowance.layoutMeter
      let start = ContinuousClock.now
      defer { work.question.trace.timing.add(since: start, to: .prepare) }
      (work.question.trace.wasPrepared, work.question.trace.wasDerived) = (false, earlier != nil)
      defer { if !work.question.isPosted { dropStray(work) } }
      do throws(LayoutStop) {
        return try memo.prepare(
          key, of: named, from: earlier, on: allowance.thread, meter: &meter)
      } catch {
        guard case .stepsUsedUp = error else {
          throw .problem(Problem(error, containerWidth: containerWidth, of: source))
        }
        work.question.trace.forgetLayout()
        throw allowance.stepsUsedUp
      }
    }
  }

  /// Makes a suspended request wait for the layout that another one computes.
  @inline(never)
  private func wait(for key: LayoutKey, _ work: Work) {
    let isWaiting = memo.wait(for: key) { result in
      var work = work
      // The request that computed it may have had less time left than this one.
      if case .failure(.stepsUsedUp) = result {} else { work.got.awaited = result }
      self.resume(work)
    }
    if !isWaiting { resume(work) }
  }

  /// Removes the layouts of a snapshot that is not stored, because its request failed or it was deleted meanwhile.
  private func dropStray(_ work: Work) {
    guard work.question.trace.wasPrepared == false, let id = work.got.named?.id,
      cache.snapshot(id) == nil
    else { return }
    memo.forget([id])
  }
}
