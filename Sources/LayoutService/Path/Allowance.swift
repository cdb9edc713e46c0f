import HTTPServer
import LayoutCore
import LayoutNaming
import LayoutStore
import LayoutWire

/// What a request may use on its thread. Nothing else decides "too much here" or "too late".
///
/// A network thread is shared by many connections, so there is room for small work alone; what is too much there begins
/// again on a compute thread, with an allowance of that one. There the deadline alone ends it.
struct Allowance {
  /// The kind of thread that works on a request.
  enum Thread: Sendable {
    /// A thread that many connections share.
    case network
    /// One of the few threads for work that would delay others.
    case compute
  }

  /// How many bytes are parsed, written or coded at most on a thread that others wait for.
  static let bytesAtOnce = 64 << 10
  /// How long a text may be that is written on a compute thread without memory that is reserved for it, in bytes.
  static let textBytesUnreserved = 1 << 20
  /// How many steps reading a body takes at most on a network thread: about half a millisecond.
  private static let networkDecodingSteps = 20_000
  /// How many steps laying out takes at most on a network thread: about half a millisecond.
  private static let networkLayoutSteps = 50_000
  /// To look a section up, to lay it out and to remember it costs as much as so many items.
  static let stepsPerSection = 50
  /// To take one that is known at once.
  static let stepsPerKnownSection = 5
  /// How many elements a network thread writes at most.
  private static let networkElements = 1000
  /// How many steps walks take at most on a network thread.
  private static let networkSteps = 100_000
  /// How many steps are taken on a compute thread before it is asked whether it is late.
  private static let stepsBetweenDeadlines = 10_000

  /// How much memory reading lists of steps or keys and applying them may take on a network thread, in bytes: what
  /// bodies of up to `bytesAtOnce` take, nearly whatever is in them.
  static let networkListBytes = 4 << 20
  /// How much of it is beside what is reserved for a body, in bytes.
  static let listBytesBeside = 1 << 20

  let thread: Thread
  /// How much memory reading lists of steps or keys and applying them may take, in bytes.
  var listBytes = Int.max
  /// How much more than that stored steps take at least, where they do.
  var lackedListBytes: Int?
  private var watch: DeadlineWatch
  private var elementsLeft: Int
  /// Bounds the walks of the request, all together.
  private var meter: StepMeter

  /// The allowance of a request that has to be answered before the deadline.
  init(on thread: Thread, until deadline: ContinuousClock.Instant) {
    self.thread = thread
    watch = DeadlineWatch(deadline, givesTurns: thread == .compute)
    elementsLeft = thread == .network ? Allowance.networkElements : .max
    meter = watch.meter(thread == .network ? Allowance.networkSteps : nil)
  }

  /// Whether the deadline is over. A compute thread that asks gives the processor up now and then.
  mutating func isLate() -> Bool { watch.isLate() }

  // MARK: Preparing

  /// Whether a body of so many bytes may be read here.
  func mayRead(bytes: Int) -> Bool { thread == .compute || bytes <= Allowance.bytesAtOnce }

  /// Bounds the reading of a body.
  var decodingMeter: StepMeter {
    watch.meter(thread == .network ? Allowance.networkDecodingSteps : nil)
  }

  /// Whether laying out a snapshot may be begun here, at so many widths; with `isDerived`, from an earlier layout, of
  /// which mostly little changes.
  func mayPrepare(_ snapshot: Snapshot, widths: Int = 1, isDerived: Bool = false) -> Bool {
    if thread == .compute { return true }
    let cost =
      isDerived
      ? snapshot.sections.count * Allowance.stepsPerKnownSection
      : snapshot.sections.count * Allowance.stepsPerSection + snapshot.explicitItemCount
    return cost <= Allowance.networkLayoutSteps / widths
  }

  /// Bounds laying out a snapshot at one width.
  var layoutMeter: StepMeter {
    watch.meter(thread == .network ? Allowance.networkLayoutSteps : nil)
  }

  // MARK: Listing

  /// How many elements of a list of at most `limit` may be written here.
  func room(_ limit: Int) -> Int { max(0, min(limit, elementsLeft)) }

  /// Takes room for elements that are to be written.
  mutating func take(elements count: Int) { elementsLeft -= count }

  /// Runs a walk that fills the room that there is for a list of at most `limit`.
  ///
  /// - Returns: whether the walk came to its end; else the limit has ended it.
  mutating func walk(
    atMost limit: Int = .max, _ walk: (inout StepMeter) throws(WalkStop) -> Void
  ) throws(Interruption) -> Bool {
    do throws(WalkStop) {
      try walk(&meter)
      return true
    } catch {
      switch error {
      case .stepsUsedUp: throw stepsUsedUp
      case .visitor where room(limit) < limit: throw .tooHeavy
      case .visitor: return false
      }
    }
  }

  /// The interruption of a request whose meter grants no more steps.
  var stepsUsedUp: Interruption { thread == .network ? .tooHeavy : .problem(.tooLate) }

  /// Tells a long computation whether it is late.
  ///
  /// The system lets a thread run for up to 4 ms while others wait, and an answer on a network thread takes some 50 µs.
  /// So a compute thread that asks also gives the processor up, every 200 µs at most. Where others take long turns, it
  /// does so less often: a fifth of the time at most goes to them.
  private struct DeadlineWatch {
    /// The time between two moments in which others may run.
    private static let turn = Duration.microseconds(200)

    private let deadline: ContinuousClock.Instant
    private let givesTurns: Bool
    private var turnEnds: ContinuousClock.Instant

    init(_ deadline: ContinuousClock.Instant, givesTurns: Bool) {
      self.deadline = deadline
      self.givesTurns = givesTurns
      turnEnds = givesTurns ? .now + DeadlineWatch.turn : deadline
    }

    /// Whether the deadline is over.
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

    /// Grants so many steps, or, without a number, portions of them until it is late.
    func meter(_ steps: Int?) -> StepMeter {
      if let steps { return StepMeter(portion: steps) }
      var watch = self
      return StepMeter(portion: Allowance.stepsBetweenDeadlines) { !watch.isLate() }
    }
  }
}
