import Dispatch
import HTTPServer
import LayoutCore
import LayoutNaming
import LayoutWire

/// Gets what a call needs before it runs: from memory, from the store, by parsing, from the memo, by preparing, or by
/// waiting for the request that does so. Nothing else suspends a request or moves it to a compute thread.
extension Service {
  /// Answers a request on a thread of one kind, or moves it to a compute thread when the allowance is used up.
  func run(_ work: inout Work, on thread: Allowance.Thread) {
    do throws(Interruption) {
      if let problem = withdrawal(work) { throw .problem(problem) }
      if work.isSuspended {
        if work.client.isAbandoned { throw .problem(.abandoned) }
        if work.isLate { throw .problem(.tooLate) }
      }
      var allowance = Allowance(on: thread, until: work.deadline)
      allowance.listBytes = work.listBytes(on: thread)
      let answer = try answer(&work, &allowance)
      if let write = try storeWrite(&work, answer, &allowance) {
        suspend(&work)
        return self.write(write, work)
      }
      try finish(work, answer)
    } catch {
      switch error {
      case .problem(let problem):
        refuse(work, problem)
      case .tooHeavy:
        suspend(&work)
        queue(work)
      case .lacksMemory(let bytes):
        guard work.reserve(listBytes: bytes, limits) else {
          return refuse(work, .listsTooLarge(limits.listBytesMax))
        }
        suspend(&work)
        queue(work)
      case .underWay(let key):
        suspend(&work)
        let isWaiting = memo.wait(for: key) { [work] result in
          var work = work
          // The request that computed it may have had less time left than this one.
          if case .failure(.stepsUsedUp) = result {} else { work.awaited = result }
          self.resume(work)
        }
        if !isWaiting { resume(work) }
      case .notInMemory(let id):
        suspend(&work)
        load(id, for: work)
      case .documents(let reading):
        suspend(&work)
        read(reading, for: work)
      case .awaitsRecord(let name, let revision):
        suspend(&work)
        wait(forRecordOf: name, after: revision, work)
      case .writes(let write):
        suspend(&work)
        self.write(write, work)
      case .follows(let revision):
        if let response = response(work, toConditionsOn: nil) { return send(response, work) }
        suspend(&work)
        openStream(after: revision, work)
      }
    }
  }

  /// Lets the network thread go on without an answer.
  private func suspend(_ work: inout Work) {
    if !work.isSuspended { work.client.suspend() }
    work.isSuspended = true
  }

  /// Keeps in memory what was posted, counts, and answers.
  func finish(_ work: Work, _ answer: Answer, row: KeptRow? = nil) throws(Interruption) {
    var answer = answer
    try keep(&answer, work, row)
    answer.near = near(work)
    for warning in work.question.trace.warnings { metrics.warned(warning.code) }
    if work.question.trace.isSpecialOnly { metrics.specialOnlyAnswered() }
    send(finished(work, answer), work)
  }

  /// The lineage of what a post, a change or a document's answer tells of.
  private func near(_ work: Work) -> UInt64? {
    if work.question.isPosted, let named = work.named {
      return cache.snapshot(named.id)?.near ?? named.near
    }
    if let layout = work.put?.layout ?? work.read?.headLayout {
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

  /// Obtains what the call needs, and has it answer.
  func answer(_ work: inout Work, _ allowance: inout Allowance) throws(Interruption) -> Answer {
    if let problem = work.parameterProblem, !Call.all[work.call].mayBeRepeated {
      throw .problem(problem)
    }
    switch Call.all[work.call].answering {
    case .nothing(let answer):
      return try answer(work.question.target, operations)
    case .forgets:
      if let id = work.question.target.id {
        try checkConditions(work, onLayout: id)
        forget(id)
      }
      return Answer(status: .noContent)
    case .body(let answer):
      guard let body = work.body else { preconditionFailure("a call with a body is posted") }
      try allowance.read(bytes: body.byteCount)
      var meter = allowance.decodingMeter
      var limits = limits
      limits.snapshot.listBytes = allowance.listBytes
      return try reading(allowance) { () throws(DecodingStop) in
        try work.question.trace.timing.measure(.apply) { () throws(DecodingStop) in
          try body.withBytes { (bytes) throws(DecodingStop) in try answer(bytes, limits, &meter) }
        }
      }
    case .documents(let reading, let answer):
      guard let read = work.read else { throw .documents(try reading(work.question)) }
      return try answer(&work.question, work.request, read)
    case .putsDocument: throw .writes(try put(&work, &allowance))
    case .deletesDocument: throw .writes(try deletion(work))
    case .followsDocument: return try follow(work)
    case .changesDocument: return try changeDocument(&work, &allowance)
    case .change(let check, let answer):
      let change = try change(&work, check: check, &allowance)
      return try answer(&work.question, change, &allowance)
    case .layouts(let check, let answer):
      let named = try snapshot(&work, &allowance)
      try check(work.question, named)
      let containerWidth = try work.question.requiredWidth(of: named.snapshot)
      let from = try layoutFrom(named, containerWidth: containerWidth, &work, &allowance)
      let layout = try layout(of: named, containerWidth: containerWidth, &work, &allowance)
      return try answer(&work.question, named, layout, from, &allowance)
    case .preview(let check, let answer):
      let named = try snapshot(&work, &allowance)
      try check(work.question, named)
      let preview = try preview(of: named, &work, &allowance)
      return try answer(&work.question, named, preview, &allowance)
    case .snapshot(let check, let answer):
      let named = try snapshot(&work, &allowance)
      try check(work.question, named)
      try addScreens(of: named, &work, &allowance)
      let containerWidth = try work.question.containerWidth(of: named.snapshot)
      let layout = try containerWidth.map { (containerWidth) throws(Interruption) in
        try self.layout(of: named, containerWidth: containerWidth, &work, &allowance)
      }
      return try answer(&work.question, named, layout, &allowance)
    case .layout(let check, let answer):
      let named = try snapshot(&work, &allowance)
      try check(work.question, named)
      let containerWidth = try work.question.requiredWidth(of: named.snapshot)
      let layout = try layout(of: named, containerWidth: containerWidth, &work, &allowance)
      return try answer(&work.question, named, layout, &allowance)
    }
  }

  /// Computes the first screens that are asked for by `widths` or `heights`, one after the other.
  ///
  /// What is ready stays ready when the request goes on elsewhere, and only one layout is held at a time.
  private func addScreens(
    of named: NamedSnapshot, _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) {
    guard work.question.parameters.drawing == nil,
      let containerWidths = try work.question.containerWidths(of: named.snapshot)
    else { return }
    guard allowance.mayPrepare(named.snapshot, widths: containerWidths.count) else {
      throw .tooHeavy
    }
    for containerWidth in containerWidths.dropFirst(work.question.screens.json.count) {
      let layout = try layout(of: named, containerWidth: containerWidth, &work, &allowance)
      try work.question.add(screenOf: named, layout, &allowance)
      work.awaited = nil
    }
  }

  /// Forgets a layout in memory.
  func forget(_ id: Digest) {
    memo.forget([id] + cache.remove(id))
  }

  /// Keeps a snapshot that was posted in memory. Nothing is kept before all that can fail has been done.
  private func keep(
    _ answer: inout Answer, _ work: Work, _ row: KeptRow?
  ) throws(Interruption) {
    guard work.question.isPosted, let named = work.named else { return }
    guard work.client.hasRoom(forBodyOf: answer.body.count) else { throw .problem(.noRoom) }
    let insertion: SnapshotInsertion
    do throws(SnapshotTooLarge) {
      // What there is to warn of is read from the body, so such a body is read again when it comes again.
      let bodyTag = work.question.readingWarnings.isEmpty ? work.bodyTag : nil
      insertion = try cache.insert(
        named, readFrom: bodyTag, row: row.map { ($0.row, $0.removals) })
    } catch {
      throw .problem(Problem(error))
    }
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

  // MARK: The snapshot

  /// The snapshot that is posted, or that the path names.
  private func snapshot(
    _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) -> NamedSnapshot {
    if let named = work.named { return named }
    guard let body = work.body else {
      guard let id = work.question.target.id, let named = try known(id, work) else {
        throw .problem(Problem(.layoutNotFound))
      }
      work.named = named
      return named
    }
    try allowance.read(bytes: body.byteCount)
    let (named, tag, warnings) = try reading(allowance) { () throws(DecodingStop) in
      try work.question.trace.timing.measure(.parse) { () throws(DecodingStop) in
        try body.withBytes { (bytes) throws(DecodingStop) in try read(bytes, &allowance) }
      }
    }
    (work.named, work.bodyTag, work.question.readingWarnings) = (named, tag, warnings)
    return named
  }

  /// Reads a body: what stops that stops the request here, or for good.
  func reading<Value>(
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
  private func read(
    _ bytes: RawSpan, _ allowance: inout Allowance
  ) throws(DecodingStop) -> (NamedSnapshot, BodyTag?, [SnapshotWarning]) {
    let tag = bodyTags.tag(of: bytes)
    if let tag, let known = cache.snapshot(readFrom: tag) { return (known, tag, []) }
    var meter = allowance.decodingMeter
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

  /// The layout of a snapshot at a width, in points.
  func layout(
    of named: NamedSnapshot, containerWidth: Double, _ work: inout Work,
    _ allowance: inout Allowance
  ) throws(Interruption) -> Layout {
    if let awaited = work.awaited {
      work.question.trace.wasPrepared = false
      return try layout(of: awaited, containerWidth)
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
      throw .underWay(key)
    case .tooHeavy:
      throw .tooHeavy
    case .unprepared(let earlier):
      work.question.trace.wasPrepared = false
      work.question.trace.wasDerived = earlier != nil
      let thread = allowance.thread
      var meter = allowance.layoutMeter
      let result = work.question.trace.timing.measure(.prepare) {
        () -> Result<Layout, LayoutStop> in
        do throws(LayoutStop) {
          return .success(
            try memo.prepare(key, of: named, from: earlier, on: thread, meter: &meter))
        } catch {
          return .failure(error)
        }
      }
      if case .failure(.stepsUsedUp) = result {
        work.question.trace.wasPrepared = nil
        work.question.trace.wasDerived = false
        throw allowance.stepsUsedUp
      }
      work.awaited = result
      if !work.question.isPosted { dropStray(work) }
      return try layout(of: result, containerWidth)
    }
  }

  /// The layout that `from` names, by default of the same snapshot, at `fromWidth` or `previousWidth`, by default the
  /// width of `fromBounds` or `previous`, else that of the other layout.
  private func layoutFrom(
    _ named: NamedSnapshot, containerWidth: Double, _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) -> Layout {
    if let layout = work.layoutFrom { return layout }
    let parameters = work.question.parameters
    var from = named
    if let id = parameters.from.flatMap({ Digest(hexadecimal: $0) }) {
      guard let known = try known(id, work) else {
        let detail = "Post the snapshot that from names again; it then has the same id."
        throw .problem(Problem(.layoutNotFound, detail: detail))
      }
      from = known
    }
    let boundsWidth = (parameters.fromBounds ?? parameters.previous).map {
      from.snapshot.isHorizontal ? $0.height : $0.width
    }
    let width =
      parameters.fromWidth ?? parameters.previousWidth ?? boundsWidth ?? containerWidth
    let layout = try layout(of: from, containerWidth: width, &work, &allowance)
    work.layoutFrom = layout
    work.awaited = nil
    work.question.trace.wasPrepared = nil
    return layout
  }

  /// Forgets the layouts of a snapshot that is not kept: its request failed, or it was deleted meanwhile.
  private func dropStray(_ work: Work) {
    guard work.question.trace.wasPrepared == false, let id = work.named?.id,
      cache.snapshot(id) == nil
    else { return }
    memo.forget([id])
  }

  private func layout(
    of result: Result<Layout, LayoutStop>, _ containerWidth: Double
  ) throws(Interruption) -> Layout {
    switch result {
    case .success(let layout): return layout
    case .failure(.stepsUsedUp): throw .problem(.tooLate)
    case .failure(.layout(let error)):
      throw .problem(Problem(error, containerWidth: containerWidth))
    }
  }
}
