import ContentHash
import HTTPServer
import LayoutCore
import LayoutStore
import LayoutWire

/// The resources that a request may use on its thread. Only this type decides that work is too much there, or too late.
///
/// Many connections share a network thread, so it only does small work. A request with more work starts again on a
/// compute thread, with another allowance, which only the deadline limits.
struct Allowance {
  /// The kind of thread that works on a request.
  enum Thread: Sendable {
    /// A thread that many connections share.
    case network
    /// One of a few threads for work that would delay other requests.
    case compute
  }

  /// The greatest number of bytes that are parsed, written or compressed on a thread that others wait for.
  static let bytesAtOnce = 64 << 10
  /// The greatest length of a text that a compute thread writes without reserved memory, in bytes.
  static let textBytesUnreserved = 1 << 20
  /// The greatest number of steps for decoding a body on a network thread: about half a millisecond.
  private static let networkDecodingSteps = 20_000
  /// The greatest number of steps for laying out on a network thread: about half a millisecond.
  private static let networkLayoutSteps = 50_000
  /// The cost of looking up, laying out and caching a section, in items.
  static let stepsPerSection = 50
  /// The cost of a section that is known to be unchanged.
  static let stepsPerKnownSection = 5
  /// The greatest number of elements that a network thread writes.
  private static let networkElements = 1000
  /// The greatest number of steps for walks on a network thread.
  private static let networkSteps = 100_000
  /// The number of steps on a compute thread between two checks of the deadline.
  private static let unitsBetweenDeadlines = 10_000

  /// The greatest memory for decoding and applying lists of steps or keys on a network thread, in bytes: enough for
  /// nearly all bodies of up to `bytesAtOnce`.
  static let networkListBytes = 4 << 20
  /// The part of it that is available in addition to the memory reserved for a body, in bytes.
  static let listBytesBeside = 1 << 20

  let thread: Thread
  /// The greatest memory for decoding and applying lists of steps or keys, in bytes.
  var listBytes = Int.max
  /// The memory that stored steps need at least, if they need more than that, in bytes; else nil.
  var lackedListBytes: Int?
  private var watch: DeadlineWatch
  private var elementsLeft: Int
  /// Pays for all walks of the request together.
  private var meter: WorkMeter

  /// The allowance of a request that must be answered before the deadline.
  init(on thread: Thread, until deadline: ContinuousClock.Instant) {
    self.thread = thread
    watch = DeadlineWatch(deadline, givesTurns: thread == .compute)
    elementsLeft = thread == .network ? Allowance.networkElements : .max
    meter = watch.meter(thread == .network ? Allowance.networkSteps : nil)
  }

  /// Whether the deadline has passed. On a compute thread, a call now and then also yields the processor.
  mutating func isLate() -> Bool { watch.isLate() }

  // MARK: Preparing

  /// Whether a body of this length may be decoded here.
  func mayRead(bytes: Int) -> Bool { thread == .compute || bytes <= Allowance.bytesAtOnce }

  /// Pays for decoding a body.
  var decodingMeter: WorkMeter {
    watch.meter(thread == .network ? Allowance.networkDecodingSteps : nil)
  }

  /// Whether laying out a snapshot at this number of widths may begin here. With `isDerived`, it begins from an earlier
  /// layout, of which usually little changes.
  func mayPrepare(_ snapshot: Snapshot, widths: Int = 1, isDerived: Bool = false) -> Bool {
    if thread == .compute { return true }
    let cost =
      isDerived
      ? snapshot.sections.count * Allowance.stepsPerKnownSection
      : snapshot.sections.count * Allowance.stepsPerSection + snapshot.explicitItemCount
    return cost <= Allowance.networkLayoutSteps / widths
  }

  /// Pays for laying out a snapshot at one width.
  var layoutMeter: WorkMeter {
    watch.meter(thread == .network ? Allowance.networkLayoutSteps : nil)
  }

  // MARK: Listing

  /// The number of elements of a list of at most `limit` that may be written here.
  func room(_ limit: Int) -> Int { max(0, min(limit, elementsLeft)) }

  /// Takes room for elements that will be written.
  mutating func take(elements count: Int) { elementsLeft -= count }

  /// Runs a walk that fills a list of at most `limit` elements.
  ///
  /// - Returns: Whether the walk was completed; false if the limit ended it.
  mutating func walk(
    atMost limit: Int = .max, _ walk: (inout WorkMeter) throws(WalkInterrupted) -> Void
  ) throws(RequestInterrupted) -> Bool {
    do throws(WalkInterrupted) {
      try walk(&meter)
      return true
    } catch {
      switch error {
      case .budgetExceeded: throw budgetExceeded
      case .visitor where room(limit) < limit: throw .tooHeavy
      case .visitor: return false
      }
    }
  }

  /// The interruption of a request whose meter has run out of steps.
  var budgetExceeded: RequestInterrupted { thread == .network ? .tooHeavy : .problem(.tooLate) }

  /// Checks during a long computation whether the deadline has passed.
  ///
  /// The system lets a thread run for up to 4 ms while others wait, and an answer on a network thread takes some 50 µs.
  /// So a compute thread that checks the deadline also yields the processor, at most every 200 µs. If other threads
  /// then run for long, it yields less often, so that they get at most a fifth of the time.
  private struct DeadlineWatch {
    /// The time between two moments at which other threads may run.
    private static let turn = Duration.microseconds(200)

    private let deadline: ContinuousClock.Instant
    private let givesTurns: Bool
    private var turnEnds: ContinuousClock.Instant

    init(_ deadline: ContinuousClock.Instant, givesTurns: Bool) {
      self.deadline = deadline
      self.givesTurns = givesTurns
      turnEnds = givesTurns ? .now + DeadlineWatch.turn : deadline
    }

    /// Whether the deadline has passed.
    mutating func isLate() -> Bool {
      var now = ContinuousClock.now
      if givesTurns && now >= turnEnds {
        let start = now
        ThreadPriority.giveTurn()
        now = .now
        turnEnds = now + max(DeadlineWatch.turn, start.duration(to: now) * 4)
      }
      return now > deadline
    }

    /// A meter with this number of steps, or, if it is nil, with steps until the deadline.
    func meter(_ steps: Int?) -> WorkMeter {
      if let steps { return WorkMeter(portion: steps) }
      var watch = self
      return WorkMeter(portion: Allowance.unitsBetweenDeadlines) { !watch.isLate() }
    }
  }
}

/// The reason why a request cannot be answered on its thread. In each case it has changed nothing.
enum RequestInterrupted: Error {
  /// The request is refused.
  case problem(Problem)
  /// The work is too much for a network thread, and starts again on a compute thread.
  case tooHeavy
  /// The work needs at least this many bytes of memory, more than is reserved for it, and starts again when they are.
  case lacksMemory(Int)
  /// Another request is computing the layout of this id at this width, in points.
  indirect case underWay(Digest, containerWidth: Double)

  /// Runs a part of the work that can only fail with a problem.
  static func checked<Value>(_ check: () throws(Problem) -> Value) throws(RequestInterrupted)
    -> Value
  {
    do throws(Problem) {
      return try check()
    } catch {
      throw .problem(error)
    }
  }
}
