import Dispatch
import HTTPServer
import LayoutNaming
import LayoutStore
import LayoutWire

/// A request to the store for data about documents.
enum DocumentReading: Hashable, Sendable {
  case head(DocumentName)
  /// Includes the record of its log that has this key.
  case state(DocumentName, key: String?)
  case heads(prefix: String, after: DocumentName?, limit: Int)
  case log(DocumentName, after: Int, limit: Int, bytesMax: Int = LogPage.bytesMax)

  /// What is read if there is no such document.
  var absence: DocumentsRead {
    switch self {
    case .head: .head(nil)
    case .state(_, let key): .state(nil, key: key)
    case .heads: .heads([])
    case .log: .log(.absent, hasWaited: false)
    }
  }

  fileprivate var operation: StoreOperation {
    switch self {
    case .head, .state: .document
    case .heads: .documents
    case .log: .records
    }
  }
}

/// Data about documents from the store.
indirect enum DocumentsRead: Sendable {
  case head(DocumentHead?)
  /// Includes the key that was looked for.
  case state(DocumentState?, key: String?)
  case heads([DocumentHead])
  /// Includes whether the request has waited for it.
  case log(LogAnswer, hasWaited: Bool)
  /// The document to be changed could not be read, for this reason.
  case noState(Problem)

  /// The layout of the document that was read.
  var headLayout: Digest? {
    switch self {
    case .head(let head): head?.layout
    case .state(let state, _): state?.head.layout
    case .heads, .log, .noState: nil
    }
  }

  /// Whether writing the answer takes long.
  fileprivate var isLong: Bool {
    guard case .log(.page(let page), _) = self else { return false }
    return page.records.reduce(0) { $0 + ($1.steps?.byteCount ?? 0) } > Allowance.bytesAtOnce
  }
}

extension Service {
  /// Requests data about documents from the store for a suspended request, which then continues.
  func read(_ reading: DocumentReading, for work: Work) {
    guard let store else { return refuse(work, .withoutDocuments) }
    let start = ContinuousClock.now
    let deadline = min(work.deadline, start + limits.storeTimeout)
    let notices = watchers.notices
    @Sendable func goOn(_ result: Result<DocumentsRead, StoreError>) {
      var work = work
      let duration = ContinuousClock.now - start
      work.question.trace.timing.add(duration, to: .store)
      metrics.storeWaited(reading.operation, duration)
      switch result.withProblemOfChange(reading, work) {
      case .success(let read):
        (work.got.documents, work.got.notices) = (read, notices)
        if read.isLong { return queue(work) }
        // The store's thread has other work to do. Only a short answer is made on it.
        if work.body != nil { return resume(work) }
        run(&work, on: .network)
      case .failure(let error):
        refuse(work, Problem(error))
      }
    }
    switch reading {
    case .head(let name):
      store.document(name, until: deadline) { goOn($0.map { .head($0) }) }
    case .state(let name, let key):
      store.state(of: name, key: key, until: deadline) { goOn($0.map { .state($0, key: key) }) }
    case .heads(let prefix, let name, let limit):
      let prefixes = work.head.key?.prefixes(within: prefix, after: name) ?? [prefix]
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
  func wait(forRecordAfter revision: Int, _ work: Work) {
    let start = ContinuousClock.now
    guard watchers.takePlace() else {
      return refuse(work, .tooManyWatchers(watchers.countMax))
    }
    @Sendable func goOn(_ news: Watchers.News) {
      var work = work
      switch (news, work.got.documents) {
      case (.clientGone, _): return refuse(work, .abandoned)
      // The request is checked against the present keys again.
      case (.withdrawn, _): break
      case (.log(let answer, _), _), (_, .log(let answer, _)?):
        work.got.documents = .log(answer, hasWaited: true)
      default: break
      }
      work.question.trace.waited = .now - start
      work.deadline = .now + limits.computeTimeout
      // The table's thread has other work to do.
      if work.got.documents?.isLong == true { queue(work) } else { resume(work) }
    }
    watchers.wait(
      work.question.documentName, after: revision, since: work.got.notices,
      atMost: .seconds(work.question.parameters.wait ?? 0), key: work.head.key,
      hasGone: { work.client.isAbandoned }, goOn)
  }
}

extension Result<DocumentsRead, StoreError> {
  /// The same result. But if a document to be changed cannot be read, and there is time left, it is the problem with
  /// which the change is refused after its form has been checked.
  fileprivate func withProblemOfChange(_ reading: DocumentReading, _ work: Work) -> Self {
    guard case .failure(let error) = self, case .state = reading, work.got.documents == nil,
      .now < work.deadline
    else { return self }
    return .success(.noState(Problem(error)))
  }
}

extension Problem {
  /// The problem of a service without a store.
  static let withoutDocuments = Problem(.storeUnavailable, detail: "There are no documents here.")

  /// No further request may follow documents now.
  static func tooManyWatchers(_ most: Int) -> Problem {
    Problem(
      .tooManyWatchers,
      detail: "\(most) requests follow documents, and no more may. Try again later.",
      limit: .watchers)
  }
}
