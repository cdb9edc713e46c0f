import HTTPServer
import LayoutCore
import LayoutNaming
import LayoutStore
import LayoutWire

/// A request on its way to an answer.
struct Work: Sendable {
  let client: Client
  /// The path's target and the parameters, and what is told of the way.
  var question: Question
  /// What else the head says.
  var head = Head()
  /// The body, where one is to be read.
  var body: Body?
  /// When the answer has to be on its way.
  var deadline = ContinuousClock.now
  /// What has been got so far.
  var got = Got()
  /// Memory that is reserved for it beside what others of its length have.
  var reserved = Reserved()
  /// Whether the network thread has gone on without an answer.
  var isSuspended = false

  /// What the head of a request says, found out once.
  struct Head: Sendable {
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
  }

  /// Memory that is reserved, in bytes.
  struct Reserved: Sendable {
    /// For reading and applying its lists of steps or keys, where that is more than for another body of its length.
    var list = 0
    /// For a text while it is written, to be kept.
    var text = 0
  }

  init(_ client: Client, _ limits: ServiceLimits) {
    self.client = client
    question = Question(client.request.withPath { Target(path: $0) }, limits)
    question.isPosted = [.post, .put].contains(client.request.method)
  }

  var request: Request { client.request }

  /// Notes the snapshot of an id; nil where there is none.
  mutating func note(_ named: NamedSnapshot?, of id: Digest) {
    if body == nil, let named, id == question.target.id {
      got.named = named
    } else {
      got.sought.append((id, named))
    }
  }

  /// Lets go of everything that an answer is made of, so that what remains to be told of the request holds nothing.
  mutating func letGo() { (body, got) = (nil, Got()) }

  /// The most memory that the rest of the work takes on a compute thread, in bytes, without what is counted elsewhere:
  /// to read the body and lay it out, or to lay out or to write a snapshot that is there.
  func memoryBytes(_ limits: ServiceLimits) -> Int {
    // A text grows by doubling, and is deflated.
    memoryBytesWithoutText(limits) + reserved.text * 3
  }

  private func memoryBytesWithoutText(_ limits: ServiceLimits) -> Int {
    // The steps, unfolded one by one, and the text that they are written to.
    if case .log(.page(let page), _)? = got.documents { return page.byteCounts.written * 2 }
    guard let named = got.named else {
      let answerBytes =
        if case .body = Call.all[head.call].answering { limits.planBytes } else { 0 }
      return max(reserved.list, bodyBytes) + answerBytes
    }
    if Call.all[head.call].answersSnapshot { return limits.snapshotTextBytes }
    return got.layout == nil ? named.snapshot.layoutBytesMax : 0
  }

  /// The most memory for reading the body and laying it out, in bytes; lists of steps may take more.
  private var bodyBytes: Int {
    (body?.workingByteCount ?? 0) * ServiceLimits.workingBytesPerBodyByte
  }

  /// How much memory reading lists of steps or keys and applying them may take on a thread, in bytes.
  func listBytes(on thread: Allowance.Thread) -> Int {
    thread == .network
      ? Allowance.networkListBytes : max(reserved.list, bodyBytes) + Allowance.listBytesBeside
  }

  /// Reserves more memory for lists that take at least so many bytes; false where there is no more.
  mutating func reserve(listBytes bytes: Int, _ limits: ServiceLimits) -> Bool {
    if bytes > limits.listBytesMax { return false }
    // What has been counted is less than all.
    reserved.list = min(
      limits.listBytesMax, max(bytes + bytes / 2, 2 * max(reserved.list, bodyBytes)))
    return true
  }

  var isLate: Bool { ContinuousClock.now > deadline }

  /// How long caches may keep its answer, as far as the request alone says.
  var lifetime: Answer.Lifetime {
    if question.target.file?.isNamedByContent == true { return .forever }
    let lifetime = Call.all[head.call].lifetime
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
