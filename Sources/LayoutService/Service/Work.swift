import ContentHash
import HTTPServer
import LayoutCore
import LayoutStore
import LayoutWire
import Synchronization

/// A request that is being answered. It is never copied: it is lent to those who work on it, and waits in a
/// ``KeptWork``.
struct Work: ~Copyable, Sendable {
  let client: Client
  let question: CallRequest
  /// The number of its call; that of `other` if it is refused.
  let call: Int
  /// The reason for refusing it that the head gives.
  let refusal: Problem?
  /// Whether it is a browser's allowed request for permission to send another one.
  let isPreflight: Bool
  /// The body, if it is to be read.
  let body: Body?
  /// The key of the request; nil if none is needed.
  var key: APIKey?
  /// The time by which the answer must be sent.
  var deadline: ContinuousClock.Instant
  var trace = Trace()
  /// Everything that has been got so far.
  var got = CallInputs()
  /// Memory that is reserved for decoding and applying its lists of steps or keys, if that takes more than for other
  /// bodies of its length, in bytes.
  var reservedListBytes = 0
  /// Memory that is reserved for a text to be stored, while it is written, in bytes.
  var reservedTextBytes = 0
  /// Whether the network thread has continued without an answer.
  var isSuspended = false

  init(
    _ client: Client, _ question: consuming CallRequest, call: Int = Route.other.number,
    refusal: Problem? = nil, isPreflight: Bool = false, body: Body? = nil, key: APIKey? = nil
  ) {
    self.client = client
    self.question = question
    self.call = call
    self.refusal = refusal
    self.isPreflight = isPreflight
    self.body = body
    self.key = key
    deadline = client.request.startInstant
  }

  /// How it is answered because its path names a document that its key may not see; nil if the path names none, or the
  /// key may see it.
  var whenHidden: Call.WhenHidden? {
    guard let key, let name = question.target.document, !key.sees(name) else { return nil }
    return Call.all[call].whenHidden
  }

  /// Lets the network thread continue without an answer.
  mutating func suspend() {
    if !isSuspended { client.suspend() }
    isSuspended = true
  }

  /// Stores the snapshot of an id; nil if there is none.
  mutating func note(_ named: IdentifiedSnapshot?, of id: Digest) {
    if body == nil, let named, id == question.target.id {
      got.named = named
    } else {
      got.sought.append((id, named))
    }
  }

  /// The most memory that the rest of the work takes on a compute thread, in bytes, without what is counted elsewhere:
  /// for decoding the body and laying it out, or for laying out or writing an existing snapshot.
  func memoryBytes(_ limits: ServiceLimits) -> Int {
    // A text grows by doubling, and is compressed.
    memoryBytesWithoutText(limits) + reservedTextBytes * 3
  }

  private func memoryBytesWithoutText(_ limits: ServiceLimits) -> Int {
    // The steps, decompressed one by one, and the text that they are written to.
    if case .log(.page(let page), _)? = got.documents?.read { return page.byteCounts.written * 2 }
    guard let named = got.named else {
      let answerBytes =
        if case .body = Call.all[call].answering { limits.planBytes } else { 0 }
      return max(reservedListBytes, bodyBytes) + answerBytes
    }
    if Call.all[call].answersSnapshot { return limits.snapshotTextBytes }
    return got.layout == nil ? named.snapshot.layoutBytesMax : 0
  }

  /// The most memory for decoding the body and laying it out, in bytes; lists of steps may take more.
  private var bodyBytes: Int {
    (body?.workingByteCount ?? 0) * ServiceLimits.workingBytesPerBodyByte
  }

  /// The memory that decoding and applying lists of steps or keys may take on a thread, in bytes.
  func listBytes(on thread: Allowance.Thread) -> Int {
    thread == .network
      ? Allowance.networkListBytes : max(reservedListBytes, bodyBytes) + Allowance.listBytesBeside
  }

  /// Reserves more memory for lists that take at least this many bytes; false if there is no more.
  mutating func reserve(listBytes bytes: Int, _ limits: ServiceLimits) -> Bool {
    if bytes > limits.listBytesMax { return false }
    // The bytes counted so far are not yet all.
    reservedListBytes = min(
      limits.listBytesMax, max(bytes + bytes / 2, 2 * max(reservedListBytes, bodyBytes)))
    return true
  }

  var isLate: Bool { ContinuousClock.now > deadline }

  /// The time for which caches may store its answer, if it succeeds.
  var lifetime: Answer.Lifetime {
    if question.target.file?.isNamedByContent == true { return .forever }
    let lifetime = Call.all[call].lifetime
    let isOfScrolling = lifetime == .forever && question.parameters.bounds != nil
    return isOfScrolling ? .oneScrollPosition : lifetime
  }
}

/// A request that waits, until it is taken to be continued.
final class KeptWork: Sendable {
  private let work: Mutex<Work?>

  init(_ work: consuming Work) { self.work = Mutex(work) }

  /// The request. Must be called only once.
  func take() -> Work {
    guard let work = work.withLock({ $0.take() }) else {
      preconditionFailure("a request is continued once")
    }
    return work
  }
}

extension Snapshot {
  /// The most memory of a layout, in bytes.
  fileprivate var layoutBytesMax: Int { arrangementBytesMax + sections.count * 430 }
}
