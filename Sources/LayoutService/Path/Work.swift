import HTTPServer
import LayoutCore
import LayoutNaming
import LayoutStore
import LayoutWire

/// A request that is being answered.
struct Work: Sendable {
  let client: Client
  /// The path's target and the parameters, and the trace.
  var question: Question
  /// Everything else from the head.
  var head = Head()
  /// The body, if it is to be read.
  var body: Body?
  /// The time by which the answer must be sent.
  var deadline: ContinuousClock.Instant
  /// Everything that has been got so far.
  var got = Got()
  /// Memory that is reserved for it in addition to that for any body of its length.
  var reserved = Reserved()
  /// Whether the network thread has continued without an answer.
  var isSuspended = false

  /// The result of checking the head of a request.
  struct Head: Sendable {
    /// The key of the request; nil if none is needed.
    var key: APIKey?
    /// The number of its call; that of `other` if it is refused.
    var call = Route.other.number
    /// The reason for refusing it that the head gives.
    var refusal: Problem?
    /// The fault of the parameters for every layout. If the request may be repeated, also values that cannot be parsed.
    var parameterProblem: Problem?
    /// Whether it is a browser's allowed request for permission to send another one.
    var isPreflight = false
    /// Whether the request has a condition on entity tags.
    var hasCondition = false
  }

  /// Reserved memory, in bytes.
  struct Reserved: Sendable {
    /// For decoding and applying its lists of steps or keys, if that takes more than for other bodies of its length.
    var list = 0
    /// For a text to be stored, while it is written.
    var text = 0
  }

  init(_ client: Client, _ limits: ServiceLimits, below base: BasePath, made: MadeFiles?) {
    self.client = client
    deadline = client.request.startInstant
    question = Question(
      client.request.withPath { Target(path: $0, below: base, made: made) }, limits)
    let method = client.request.method
    question.isPosted = method == .post || method == .put
  }

  var request: Request { client.request }

  /// How it is answered because its path names a document that its key may not see; nil if the path names none, or the
  /// key may see it.
  var whenHidden: Call.WhenHidden? {
    guard let key = head.key, let name = question.target.document, !key.sees(name) else {
      return nil
    }
    return Call.all[head.call].whenHidden
  }

  /// Stores the snapshot of an id; nil if there is none.
  mutating func note(_ named: NamedSnapshot?, of id: Digest) {
    if body == nil, let named, id == question.target.id {
      got.named = named
    } else {
      got.sought.append((id, named))
    }
  }

  /// Releases everything that an answer is made of, so that the rest, for log and metrics, takes little memory.
  mutating func letGo() { (body, got) = (nil, Got()) }

  /// The most memory that the rest of the work takes on a compute thread, in bytes, without what is counted elsewhere:
  /// for decoding the body and laying it out, or for laying out or writing an existing snapshot.
  func memoryBytes(_ limits: ServiceLimits) -> Int {
    // A text grows by doubling, and is compressed.
    memoryBytesWithoutText(limits) + reserved.text * 3
  }

  private func memoryBytesWithoutText(_ limits: ServiceLimits) -> Int {
    // The steps, decompressed one by one, and the text that they are written to.
    if case .log(.page(let page), _)? = got.documents { return page.byteCounts.written * 2 }
    guard let named = got.named else {
      let answerBytes =
        if case .body = Call.all[head.call].answering { limits.planBytes } else { 0 }
      return max(reserved.list, bodyBytes) + answerBytes
    }
    if Call.all[head.call].answersSnapshot { return limits.snapshotTextBytes }
    return got.layout == nil ? named.snapshot.layoutBytesMax : 0
  }

  /// The most memory for decoding the body and laying it out, in bytes; lists of steps may take more.
  private var bodyBytes: Int {
    (body?.workingByteCount ?? 0) * ServiceLimits.workingBytesPerBodyByte
  }

  /// The memory that decoding and applying lists of steps or keys may take on a thread, in bytes.
  func listBytes(on thread: Allowance.Thread) -> Int {
    thread == .network
      ? Allowance.networkListBytes : max(reserved.list, bodyBytes) + Allowance.listBytesBeside
  }

  /// Reserves more memory for lists that take at least this many bytes; false if there is no more.
  mutating func reserve(listBytes bytes: Int, _ limits: ServiceLimits) -> Bool {
    if bytes > limits.listBytesMax { return false }
    // The bytes counted so far are not yet all.
    reserved.list = min(
      limits.listBytesMax, max(bytes + bytes / 2, 2 * max(reserved.list, bodyBytes)))
    return true
  }

  var isLate: Bool { ContinuousClock.now > deadline }

  /// The time for which caches may store its answer, if it succeeds.
  var lifetime: Answer.Lifetime {
    if question.target.file?.isNamedByContent == true { return .forever }
    let lifetime = Call.all[head.call].lifetime
    let isOfScrolling = lifetime == .forever && question.parameters.bounds != nil
    return isOfScrolling ? .oneScrollPosition : lifetime
  }
}

/// The work of a request whose body has not arrived yet.
final class KeptWork: Sendable {
  let work: Work

  init(_ work: Work) { self.work = work }
}

extension Snapshot {
  /// The most memory of a layout, in bytes: a waterfall takes the most, 16 for an item.
  fileprivate var layoutBytesMax: Int { explicitItemCount * 16 + sections.count * 430 }
}
