import ContentHash
import Dispatch
import HTTPServer
import LayoutCore
import LayoutStore
import LayoutWire

/// What suspended requests wait for, and how they continue.
extension Service {
  /// Makes a suspended request wait.
  func begin(_ wait: Wait, _ work: consuming Work) {
    switch wait {
    case .snapshot(let id): load(id, for: work)
    case .documents(let reading): read(reading, for: work)
    case .record(let revision): self.wait(forRecordAfter: revision, work)
    case .stream(let revision): openStream(after: revision, work)
    case .store(let write): self.write(write, work)
    case .layout(let key): self.wait(for: key, work)
    case .computeThread: queue(work)
    }
  }

  /// Continues a suspended request that has got what it waited for. Its work is limited as on a network thread; if it
  /// is more, the request waits for a compute thread.
  func resume(_ work: consuming Work) {
    let kept = KeptWork(work)
    DispatchQueue.global().async { self.run(kept.take(), on: .network) }
  }

  /// Makes a suspended request wait for the layout that another one computes.
  func wait(for key: LayoutKey, _ work: consuming Work) {
    let kept = KeptWork(work)
    let isWaiting = memo.wait(for: key) { result in
      var work = kept.take()
      // The request that computed it may have had less time left than this one.
      if case .failure(LayoutInterrupted.budgetExceeded) = result {
      } else {
        work.got.awaited = result
      }
      self.resume(work)
    }
    if !isWaiting { resume(kept.take()) }
  }

  /// Makes a suspended request wait for a snapshot from the store.
  private func load(_ id: Digest, for work: consuming Work) {
    let (start, deadline) = (ContinuousClock.now, work.deadline)
    let kept = KeptWork(work)
    loadSnapshot(id, until: deadline) { result, isFirst in
      var work = kept.take()
      work.trace.timing.add(.now - start, to: .store)
      switch result {
      case .success(let named):
        work.note(named, of: id)
        self.resume(work)
      case .failure(let problem)
      where !isFirst && !work.isLate && [.storeTimeout, .computeTimeout].contains(problem.limit):
        // The first request may have had less time.
        self.resume(work)
      case .failure(let problem):
        self.refuse(work, problem)
      }
    }
  }

  /// Requests data about documents from the store for a suspended request.
  private func read(_ reading: DocumentReading, for work: consuming Work) {
    guard let store else { return refuse(work, .withoutDocuments) }
    let start = ContinuousClock.now
    let deadline = min(work.deadline, start + limits.storeTimeout)
    let notices = watchers.notices
    let key = work.key
    let kept = KeptWork(work)
    @Sendable func goOn(_ result: Result<DocumentsRead, StoreError>) {
      var work = kept.take()
      let duration = ContinuousClock.now - start
      work.trace.timing.add(duration, to: .store)
      metrics.storeWaited(reading.operation, duration)
      let read: DocumentsRead
      switch result {
      case .success(let known): read = known
      case .failure(let error):
        // If a document to be changed cannot be read, and there is time left, the form of the change is checked first.
        guard case .state = reading, work.got.documents == nil, !work.isLate else {
          return refuse(work, Problem(error))
        }
        read = .noState(Problem(error))
      }
      let isLong = read.isLong
      work.got.documents = (read, notices)
      if isLong { return queue(work) }
      // The store's thread has other work to do. Only a short answer is made on it.
      if work.body != nil { return resume(work) }
      run(work, on: .network)
    }
    switch reading {
    case .head(let name):
      store.document(name, until: deadline) { goOn($0.map { .head($0) }) }
    case .state(let name, let key):
      store.state(of: name, key: key, until: deadline) { goOn($0.map { .state($0, key: key) }) }
    case .heads(let prefix, let name, let limit):
      let prefixes = key?.prefixes(within: prefix, after: name) ?? [prefix]
      store.documents(prefixes: prefixes, after: name, limit: limit, until: deadline) {
        goOn($0.map { .heads($0) })
      }
    case .log(let name, let revision, let limit, let bytesMax):
      store.records(
        of: name, after: revision, limit: limit, bytesMax: bytesMax, until: deadline
      ) {
        goOn($0.map { .log($0, hasWaited: false) })
      }
    }
  }

  /// Makes a suspended request wait for a record after a revision of its document's log.
  private func wait(forRecordAfter revision: Int, _ work: consuming Work) {
    let start = ContinuousClock.now
    guard watchers.takePlace() else {
      return refuse(work, .tooManyWatchers(watchers.countMax))
    }
    let (client, key, name) = (work.client, work.key, work.question.documentName)
    let (notices, seconds) = (work.got.documents?.notices ?? 0, work.question.parameters.wait ?? 0)
    let kept = KeptWork(work)
    @Sendable func goOn(_ news: Subscribers.News) {
      var work = kept.take()
      switch (news, work.got.documents?.read) {
      case (.clientGone, _): return refuse(work, .abandoned)
      // The request is checked against the present keys again.
      case (.withdrawn, _): break
      case (.log(let answer, _), _), (_, .log(let answer, _)?):
        work.got.documents = (.log(answer, hasWaited: true), notices)
      default: break
      }
      work.trace.waited = .now - start
      work.deadline = .now + limits.computeTimeout
      // The table's thread has other work to do.
      if work.got.documents?.read.isLong == true { queue(work) } else { resume(work) }
    }
    watchers.wait(
      name, after: revision, since: notices, atMost: .seconds(seconds), key: key,
      hasGone: { client.isAbandoned }, goOn)
  }

  /// Answers a request with a stream of a document's events after a revision (docs/rules.md#events).
  private func openStream(after revision: Int, _ work: consuming Work) {
    if let response = response(work, toConditionsOn: nil) { return send(response, work) }
    guard watchers.takePlace() else {
      return refuse(work, .tooManyWatchers(watchers.countMax))
    }
    let events = EventStream(work.question.documentName, after: revision, key: work.key, watchers)
    let opened = ContinuousClock.now
    var head = Response(
      status: AnswerStatus.ok.rawValue,
      headers: [
        ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"),
        ("X-Accel-Buffering", "no"),
      ])
    head.closesConnection = endsFollowing
    addStandingHeaders(
      to: &head, origin: origins.isEmpty ? nil : work.question.request.header(.origin))
    let documents = work.got.documents
    let page: LogPage? = if case .log(.page(let page), _)? = documents?.read { page } else { nil }
    // The stream may be open for days, so it does not hold what its request has got.
    work.got = CallInputs()
    let client = work.client
    let kept = KeptWork(work)
    let stream = client.stream(head, whenTaken: events.resume) { sentBytes in
      events.hasEnded()
      self.watchers.leavePlace()
      var work = kept.take()
      work.trace.waited = .now - opened
      self.notice(work, status: AnswerStatus.ok.rawValue, bytes: sentBytes)
    }
    guard let stream else {
      watchers.leavePlace()
      return refuse(kept.take(), client.isAbandoned ? .abandoned : .noRoom)
    }
    events.begin(stream, with: page, since: documents?.notices ?? 0)
  }
}
