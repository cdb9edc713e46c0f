import HTTPServer
import LayoutCore
import LayoutNaming
import LayoutStore
import LayoutWire

/// A request on its way to an answer: what its head says, found out once, and what has been obtained since.
struct Work: Sendable {
  let client: Client
  /// The path's target and the parameters, and what is told of the way.
  var question: Question
  /// The key of the request; nil if none is needed.
  var key: APIKey?
  /// The number of its call; that of no call where it is refused.
  var call = Route.other.number
  /// Why it is refused, as far as the head says.
  var refusal: Problem?
  /// What is wrong with the parameters for every layout. Where the request may be a repeat, also what cannot be read.
  var parameterProblem: Problem?
  /// Whether a browser asks whether a page may send a request, and it may.
  var isPreflight = false

  /// The body, where one is to be read.
  var body: Body?
  /// When the answer has to be on its way.
  var deadline = ContinuousClock.now
  /// The tag that a known body is recognised by.
  var bodyTag: BodyTag?
  /// What steps have made of a snapshot, once they have been applied.
  var change: Change?
  /// The layout that a transition begins with, once it is there.
  var layoutFrom: Layout?
  /// The previews of an item that is dragged, as far as they are there.
  var previews: [ReorderPreview] = []
  /// The snapshot, once it is parsed or found.
  var named: NamedSnapshot?
  /// What was sought in the store: a snapshot, or nil where it has none of that id.
  var loaded: [(id: Digest, named: NamedSnapshot?)] = []
  /// What was read of documents in the store.
  var read: DocumentsRead?
  /// The notices of changes there had been before (`Watchers.notices`).
  var notices = 0
  /// What a document is put to.
  var put: Put?
  /// What a change of a document says, once its form has been checked.
  var changeHead: DocumentChangeHead?
  /// Whether `read` has the record with the change's key, if there is one.
  var hasSoughtKey = false
  /// Whether the steps of a document's change say nothing.
  var changesNothing = false
  /// Whether the network thread has gone on without an answer.
  var isSuspended = false
  /// Whether the store has to keep the whole snapshot that steps have made, not the steps.
  var isKeptWhole = false
  /// How much memory is reserved while its lists of steps or keys are read and applied, in bytes, where that is more
  /// than for another body of its length.
  var listBytes = 0
  /// How long a text is for which memory is reserved while it is written, to be kept, in bytes.
  var textBytes = 0
  /// The result of a computation that was waited for.
  var awaited: Result<Layout, LayoutStop>?

  /// What a document is put to.
  struct Put: Sendable {
    let layout: Digest
    /// Where the text of the snapshot is in the body; nil where there is none, or it is not known.
    let text: Range<Int>?
  }

  init(_ client: Client, _ limits: ServiceLimits) {
    self.client = client
    question = Question(client.request.withPath { Target(path: $0) }, limits)
    question.isPosted = [.post, .put].contains(client.request.method)
  }

  var request: Request { client.request }

  /// Lets go of everything that an answer is made of, so that what remains to be told of the request holds nothing.
  mutating func letGo() {
    (body, change, layoutFrom, previews, named, loaded) = (nil, nil, nil, [], nil, [])
    (read, put, changeHead, awaited) = (nil, nil, nil, nil)
  }

  /// The most memory that the rest of the work takes on a compute thread, in bytes, without what is counted elsewhere:
  /// to read the body and lay it out, or to lay out or to write a snapshot that is there.
  func memoryBytes(_ limits: ServiceLimits) -> Int {
    // A text grows by doubling, and is deflated.
    memoryBytesWithoutText(limits) + textBytes * 3
  }

  private func memoryBytesWithoutText(_ limits: ServiceLimits) -> Int {
    // The steps, unfolded one by one, and the text that they are written to.
    if case .log(.page(let page))? = read { return page.byteCounts.written * 2 }
    guard let named = named ?? (body == nil ? loaded.last?.named : nil) else {
      let answerBytes = if case .body = Call.all[call].answering { limits.planBytes } else { 0 }
      return max(listBytes, bodyBytes) + answerBytes
    }
    if Call.all[call].answersSnapshot { return limits.snapshotTextBytes }
    return awaited == nil ? named.snapshot.layoutBytesMax : 0
  }

  /// The most memory for reading the body and laying it out, in bytes; lists of steps may take more.
  private var bodyBytes: Int {
    (body?.workingByteCount ?? 0) * ServiceLimits.workingBytesPerBodyByte
  }

  /// How much memory reading lists of steps or keys and applying them may take on a thread, in bytes.
  func listBytes(on thread: Allowance.Thread) -> Int {
    thread == .network
      ? Allowance.networkListBytes : max(listBytes, bodyBytes) + Allowance.listBytesBeside
  }

  /// Reserves more memory for lists that take at least so many bytes; false where there is no more.
  mutating func reserve(listBytes bytes: Int, _ limits: ServiceLimits) -> Bool {
    if bytes > limits.listBytesMax { return false }
    // What has been counted is less than all.
    listBytes = min(limits.listBytesMax, max(bytes + bytes / 2, 2 * max(listBytes, bodyBytes)))
    return true
  }

  var isLate: Bool { ContinuousClock.now > deadline }

  /// How long caches may keep its answer, as far as the request alone says.
  var lifetime: Answer.Lifetime {
    if question.target.file?.isNamedByContent == true { return .forever }
    let lifetime = Call.all[call].lifetime
    let isOfScrolling = lifetime == .forever && question.parameters.bounds != nil
    return isOfScrolling ? .oneScrollPosition : lifetime
  }
}

/// What is kept of a request whose body has yet to come.
final class KeptWork: Sendable {
  let work: Work

  init(_ work: Work) { self.work = work }
}

extension Snapshot {
  /// The most memory of a layout, in bytes: a waterfall takes the most, 16 for an item.
  fileprivate var layoutBytesMax: Int { explicitItemCount * 16 + sections.count * 430 }
}
