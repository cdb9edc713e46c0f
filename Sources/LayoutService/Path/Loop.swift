import Dispatch
import HTTPServer
import LayoutCore
import LayoutNaming
import LayoutWire

/// The path of a request: its call says what it needs, and the loop gets it, until the call answers. Nothing else suspends
/// a request or moves it to a compute thread.
extension Service {
  /// Answers a request on a thread of one kind, or has it wait for what it needs, and go on then.
  func run(_ work: inout Work, on thread: Allowance.Thread) {
    if let problem = withdrawal(work) ?? abandonment(work) { return refuse(work, problem) }
    var allowance = Allowance(on: thread, until: work.deadline)
    allowance.listBytes = work.listBytes(on: thread)
    do throws(Interruption) {
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

  /// The answer of the call, which is given what it needs, piece by piece; nil where the request waits for some of it.
  func answer(_ work: inout Work, _ allowance: inout Allowance) throws(Interruption) -> Answer? {
    do throws(Interruption) {
      while true {
        switch try next(&work, &allowance) {
        case .answer(let answer): return answer
        case .needs(let need): if try !get(need, &work, &allowance) { return nil }
        }
      }
    } catch {
      // A change of a document that is refused may have been applied before.
      guard case .problem = error,
        let reading = work.got.unsoughtKey(of: work.question.target.document)
      else { throw error }
      return try get(.documents(reading), &work, &allowance) ? answer(&work, &allowance) : nil
    }
  }

  /// Gets what a call needs; false where the request waits for it, or is answered with it.
  private func get(
    _ need: Need, _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) -> Bool {
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
    case .layout(let named, let containerWidth):
      // The answer speaks of this one alone.
      if work.got.earlierLayout != nil { work.question.trace.forgetLayout() }
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

  /// Lets the network thread go on without an answer.
  private func suspend(_ work: inout Work) {
    if !work.isSuspended { work.client.suspend() }
    work.isSuspended = true
  }

  /// Keeps in memory what was posted, counts, and answers.
  func finish(_ work: Work, _ answer: Answer, row: KeptRow? = nil) throws(Problem) {
    var answer = answer
    try keep(&answer, work, row)
    answer.near = near(work)
    for warning in work.question.trace.warnings { metrics.warned(warning.code) }
    if work.question.trace.isSpecialOnly { metrics.specialOnlyAnswered() }
    send(finished(work, answer), work)
  }

  /// The lineage of what a post, a change or a document's answer tells of.
  private func near(_ work: Work) -> UInt64? {
    if work.question.isPosted, let named = work.got.named {
      return cache.snapshot(named.id)?.near ?? named.near
    }
    if let layout = work.got.put?.layout ?? work.got.documents?.headLayout {
      return cache.snapshot(layout)?.near ?? layout.prefix
    }
    return nil
  }

  /// Goes on with a suspended request for which there is now what it has waited for: with small work beside the compute
  /// threads, as on a network thread. What is too much there waits for a compute thread.
  func resume(_ work: Work) {
    DispatchQueue.global().async {
      var work = work
      self.run(&work, on: .network)
    }
  }

  /// Has a suspended request wait for a compute thread, and refuses it where too many wait. None of it has had an
  /// effect yet: what comes after a write is done without a compute thread.
  func queue(_ work: Work) {
    let job = ComputePool.Job(
      run: {
        var work = work
        self.run(&work, on: .compute)
      },
      isVain: { work.client.isAbandoned || work.isLate }, memoryBytes: work.memoryBytes(limits))
    if !pool.submit(job) { refuse(work, .overloaded) }
  }

  /// Answers a request that fails; nothing of it stays.
  func refuse(_ work: consuming Work, _ problem: Problem, closes: Bool = false) {
    dropStray(work)
    // Everything made of the body has been freed.
    ProgramMemory.noteFreed(bytes: (work.body?.byteCount ?? 0) * SnapshotDecoder.bytesPerByteMax)
    work.question.trace.refuse(for: problem)
    var response = finished(work, problem: problem)
    response.closesConnection = closes
    send(response, work)
  }

  /// What the call does with what has been got.
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
      if work.request.hasCondition {
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
      let answered = try read(body, allowance) { (bytes) throws(DecodingStop) in
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

  /// What a call needs to answer about a layout; nil where it has all of it.
  private func need(
    _ layouts: Call.Layouts, _ check: Call.QuestionCheck, _ work: Work
  ) throws(Problem) -> Need? {
    guard let named = work.got.named else {
      if layouts == .change { return try needOfSteps(check, work) }
      if work.body != nil { return .body }
      guard let id = work.question.target.id, work.got.snapshot(id) == nil else {
        throw Problem(.layoutNotFound)
      }
      return .snapshot(id)
    }
    if work.got.layout != nil { return nil }
    if layouts == .change { return try needOfLayouts(work) }
    try check(work.question, named)
    let snapshot = named.snapshot
    switch layouts {
    case .one, .change:
      return .layout(named, containerWidth: try work.question.requiredWidth(of: snapshot))
    case .asked:
      if work.question.parameters.drawing == nil,
        let containerWidths = try work.question.containerWidths(of: snapshot)
      {
        let left = containerWidths.count - work.got.screens.json.count
        return left > 0 ? .screens(containerWidths, of: named) : nil
      }
      return try work.question.containerWidth(of: snapshot).map {
        .layout(named, containerWidth: $0)
      }
    case .preview:
      _ = try work.question.requiredWidth(of: snapshot)
      return .preview(of: named)
    case .two:
      let containerWidth = try work.question.requiredWidth(of: snapshot)
      if work.got.earlierLayout != nil { return .layout(named, containerWidth: containerWidth) }
      return try needOfEarlierLayout(than: named, containerWidth: containerWidth, work)
    }
  }

  /// What the layout needs that `from` names, by default of the same snapshot, at `fromWidth` or `previousWidth`, by
  /// default the width of `fromBounds` or `previous`, else that of the other layout.
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

  /// Computes the first screens that are asked for by `widths` or `heights`, one after the other; false where it has to
  /// wait for a layout.
  ///
  /// What is ready stays ready when the request goes on elsewhere, and only one layout is held at a time.
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

  /// Forgets a layout in memory.
  func forget(_ id: Digest) {
    memo.forget([id] + cache.remove(id))
  }

  /// Keeps a snapshot that was posted in memory. Nothing is kept before all that can fail has been done.
  private func keep(
    _ answer: inout Answer, _ work: Work, _ row: KeptRow?
  ) throws(Problem) {
    guard work.question.isPosted, let named = work.got.named else { return }
    guard work.client.hasRoom(forBodyOf: answer.body.count) else { throw .noRoom }
    let bodyTag: BodyTag? = if case .snapshot(let tag, _)? = work.got.posted { tag } else { nil }
    let insertion = try cache.insert(
      named, readFrom: bodyTag, row: row.map { ($0.row, $0.removals) })
    noteEvicted(insertion)
    guard work.question.target.document == nil else { return }
    if keepsLayouts ? row?.isNew == true : insertion.isNew {
      answer.status = .created
      answer.location = "/v1/layouts/\(named.id.hexadecimal)"
    }
  }

  /// Forgets the layouts of snapshots that made room.
  func noteEvicted(_ insertion: SnapshotInsertion) {
    memo.forget(insertion.evicted + insertion.evictedPreviews)
    metrics.snapshotsEvicted(insertion.evicted.count)
  }

  // MARK: The body

  /// Reads the body of a request: a snapshot, or what a document is put to. O(bytes)
  private func readBody(_ work: inout Work, _ allowance: inout Allowance) throws(Interruption) {
    guard let body = work.body else { preconditionFailure("what is posted has a body") }
    let start = ContinuousClock.now
    work.question.trace.bodyReads += 1
    if case .putsDocument = Call.all[work.head.call].answering {
      try readPut(body, &work, &allowance)
    } else {
      let (named, tag, warnings) = try read(body, allowance) { (bytes) throws(DecodingStop) in
        try snapshot(of: bytes, allowance)
      }
      work.got.named = named
      work.got.posted = .snapshot(warnings.isEmpty ? tag : nil, warnings)
    }
    work.question.trace.timing.add(since: start, to: .parse)
  }

  /// Reads a body: what stops that stops the request here, or for good.
  func read<Value>(
    _ body: Body, _ allowance: Allowance, _ read: (RawSpan) throws(DecodingStop) -> Value
  ) throws(Interruption) -> Value {
    guard allowance.mayRead(bytes: body.byteCount) else { throw .tooHeavy }
    return try decoding(allowance) { () throws(DecodingStop) in try body.withBytes(read) }
  }

  /// Runs a decoder: what stops it stops the request here, or for good.
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

  /// The snapshot that a body is, what the body is recognised by, and what there is to warn of. O(bytes)
  private func snapshot(
    of bytes: RawSpan, _ allowance: Allowance
  ) throws(DecodingStop) -> (NamedSnapshot, BodyTag?, [SnapshotWarning]) {
    let tag = bodyTags.tag(of: bytes)
    if let tag, let known = cache.snapshot(readFrom: tag) { return (known, tag, []) }
    var (allowance, meter) = (allowance, allowance.decodingMeter)
    let added = AddedContent()
    let read = try SnapshotDecoder.read(
      bytes, hasSlack: true, depthMax: limits.maximumDepth, limits: limits.decoding,
      naming: naming.counting(added), meter: &meter)
    guard var named = NamedSnapshot(read.snapshot, unless: { allowance.isLate() })
    else { throw .problem(.tooLate) }
    named.addedContentBytes = added.byteCount
    return (cache.snapshot(named.id) ?? named, tag, read.warnings)
  }

  // MARK: The layout

  /// The layout of a snapshot at a width, in points; nil where the request waits for another one that computes it.
  func layout(
    of named: NamedSnapshot, _ containerWidth: Double, _ work: inout Work,
    _ allowance: inout Allowance
  ) throws(Interruption) -> Layout? {
    if let awaited = work.got.awaited.take() {
      work.question.trace.wasPrepared = false
      switch awaited {
      case .success(let layout): return layout
      case .failure(let stop): throw .problem(Problem(stop, containerWidth: containerWidth))
      }
    }
    let key = LayoutKey(digest: named.id, containerWidth: containerWidth)
    let known = memo.layout(key, after: named.lineage) { [allowance] isDerived in
      allowance.mayPrepare(named.snapshot, isDerived: isDerived)
    }
    switch known {
    case .ready(let layout):
      if work.question.trace.wasPrepared == nil { work.question.trace.wasPrepared = true }
      return layout
    case .underWay:
      suspend(&work)
      let isWaiting = memo.wait(for: key) { [work] result in
        var work = work
        // The request that computed it may have had less time left than this one.
        if case .failure(.stepsUsedUp) = result {} else { work.got.awaited = result }
        self.resume(work)
      }
      if !isWaiting { resume(work) }
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
          throw .problem(Problem(error, containerWidth: containerWidth))
        }
        work.question.trace.forgetLayout()
        throw allowance.stepsUsedUp
      }
    }
  }

  /// Forgets the layouts of a snapshot that is not kept: its request failed, or it was deleted meanwhile.
  private func dropStray(_ work: Work) {
    guard work.question.trace.wasPrepared == false, let id = work.got.named?.id,
      cache.snapshot(id) == nil
    else { return }
    memo.forget([id])
  }
}
