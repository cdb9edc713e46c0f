import HTTPServer
import LayoutCore
import LayoutWire

/// Where a stage of a request runs.
enum Place {
  /// A thread that many connections share: small work only.
  case network
  /// One of the few threads for what would hold up others.
  case compute

  /// The largest body that is parsed on a network thread, in bytes.
  static let networkBodyBytes = 64 << 10
  /// How many steps reading a body takes at most on a network thread: about half a millisecond.
  static let networkDecodingSteps = 20_000
  /// How many steps reading a body takes on a compute thread before it is asked whether it is late.
  static let decodingStepsBetweenDeadlines = 10_000
  /// How many explicit items a network thread lays out at most.
  static let networkPreparation = 50_000
  /// To look a section up, to lay it out and to remember it costs as much as so many explicit items.
  static let itemsPerSection = 50
  /// How many elements a network thread writes at most.
  static let networkElements = 1000
  /// How many steps a walk takes at most on a network thread.
  static let networkSteps = 100_000
  /// How many steps a walk takes on a compute thread before it is asked whether it is late.
  static let stepsBetweenDeadlines = 10_000

  /// Whether a snapshot may be laid out here, at so many widths.
  func mayPrepare(_ snapshot: Snapshot, widths: Int = 1) -> Bool {
    let cost = snapshot.explicitItemCount + snapshot.sections.count * Place.itemsPerSection
    return self == .compute || cost <= Place.networkPreparation / widths
  }

  /// How many elements of a list of at most `limit` may be written here, beside so many of another list.
  func elements(limit: Int, besides others: Int = 0) -> Int {
    self == .network ? max(0, min(limit, Place.networkElements - others)) : limit
  }

  /// What bounds the walks of a request that has to be answered before the deadline.
  func stepMeter(until deadline: ContinuousClock.Instant) -> StepMeter {
    switch self {
    case .network: StepMeter(portion: Place.networkSteps)
    case .compute: StepMeter(portion: Place.stepsBetweenDeadlines, until: deadline)
    }
  }

  /// What bounds reading the body of a request that has to be answered before the deadline.
  func decodingMeter(until deadline: ContinuousClock.Instant) -> StepMeter {
    switch self {
    case .network: StepMeter(portion: Place.networkDecodingSteps)
    case .compute: StepMeter(portion: Place.decodingStepsBetweenDeadlines, until: deadline)
    }
  }

  /// What becomes of a request whose meter has stopped a walk here.
  var stepsUsedUp: Interruption {
    self == .network ? .tooHeavy : .problem(.tooLate)
  }
}

/// Why a stage of a request did not end with an answer.
enum Interruption: Error {
  /// The request is refused.
  case problem(Problem)
  /// The stage does not belong on a network thread; it has changed nothing and may be begun again.
  case tooHeavy
  /// Somebody else computes the layout that is needed.
  case underWay(LayoutKey)
}

/// What a request is by its path and its key.
struct Request: Sendable {
  let target: Target
  /// Nil where none is needed.
  var key: APIKey?
}

/// A request on its way to an answer: what was asked, and what has been found out.
struct Work: Sendable {
  /// Where the body is.
  enum Body: Sendable {
    case none
    case exchange(Exchange)
    /// It is compressed.
    case gzip(Exchange)
    case unfolded(UnfoldedBody)
    case bytes([UInt8])

    /// The body of a request by its head, which has been checked.
    init(of exchange: Exchange) {
      self = exchange.hasHeader("Content-Encoding") ? .gzip(exchange) : .exchange(exchange)
    }

    /// Who waits for an answer.
    var exchange: Exchange? {
      switch self {
      case .exchange(let exchange), .gzip(let exchange): exchange
      case .none, .unfolded, .bytes: nil
      }
    }

    /// How many bytes there will be to read; of a compressed body, as many as it says.
    var byteCount: Int {
      switch self {
      case .none: 0
      case .exchange(let exchange): exchange.bodyByteCount
      case .gzip(let exchange):
        max(
          exchange.bodyByteCount,
          exchange.withBody { UnfoldedBody.claimedByteCount(of: $0) })
      case .unfolded(let body): body.byteCount
      case .bytes(let bytes): bytes.count
      }
    }

    /// How many bytes it takes memory for while it is read: a compressed one is unfolded no further than the limit of
    /// bodies, whatever it says.
    var workingByteCount: Int {
      guard case .gzip(let exchange) = self else { return byteCount }
      return min(byteCount, exchange.bodyByteCountMax)
    }
  }

  let request: Request
  let method: Method
  let parameters: QueryParameters
  let body: Body
  /// When the answer has to be on its way.
  let deadline: ContinuousClock.Instant

  /// What the body is recognised by when it comes again.
  var bodyTag: BodyTag?
  /// What the body's text gives reason to warn of.
  var readingWarnings: [SnapshotWarning] = []
  /// The snapshot, once it is parsed or found.
  var named: NamedSnapshot?
  /// The result of a computation that was waited for.
  var awaited: Result<Layout, PreparationError>?
  /// The first screens that are ready, of several that were asked for.
  var screens = Screens()
  /// What the log tells of it.
  var trace = Trace()

  init(
    request: Request, method: Method, parameters: QueryParameters, body: Body,
    deadline: ContinuousClock.Instant
  ) {
    self.request = request
    self.method = method
    self.parameters = parameters
    self.body = body
    self.deadline = deadline
  }

  /// The methods that the service knows; HEAD is GET whose body stays away.
  enum Method: Sendable {
    case get, post, delete
  }

  /// What is told of a request's way, beside what it is and what it is answered with.
  struct Trace: Sendable {
    var timing = Timing()
    /// Whether the layout was there; nil as long as none was needed.
    var wasPrepared: Bool?
    /// The limit that cut the answer, or that the request is refused for.
    var limit: Limit?
    /// Why its input is refused.
    var input: RefusedInput?

    init() {}

    /// Of a request that is refused at once.
    init(refusedFor problem: Problem) {
      refuse(for: problem)
    }

    /// Notes why it is refused.
    mutating func refuse(for problem: Problem) {
      limit = problem.limit ?? limit
      input = RefusedInput(problem)
    }
  }

  var target: Target { request.target }

  /// Notes that a list has been cut: by a limit of the service, unless a shorter one was asked for.
  mutating func noteCut() {
    if parameters.limit == nil { trace.limit = .elements }
  }

  /// What the rest of it takes at most on a compute thread, beside what is counted elsewhere, in bytes: to read the body
  /// and lay it out, or to lay out a snapshot that is there.
  var memoryBytes: Int {
    guard let named else { return body.workingByteCount * ServiceLimits.workingBytesPerBodyByte }
    return awaited == nil ? named.snapshot.layoutBytesMax : 0
  }

  var isLate: Bool { ContinuousClock.now > deadline }
}

/// What a request is answered with, before it is put into HTTP.
struct Answer: Sendable {
  /// How long an answer may be kept by caches.
  enum Lifetime: Sendable {
    /// It never changes.
    case forever
    /// It never changes, but nobody will ask for it again.
    case oneScrollPosition
    /// Until another release is installed, which only the server knows.
    case release
    /// It is not to be kept.
    case none
  }

  var status = 200
  var mediaType = "application/json"
  var lifetime = Lifetime.none
  var body: [UInt8] = []
  /// What a browser that shows the body by itself may load and run.
  var contentSecurityPolicy: StaticString?
  /// The path of a layout that is new.
  var location: String?
}

extension StepMeter {
  /// What grants portions to a computation on a compute thread until it is late.
  fileprivate init(portion: Int, until deadline: ContinuousClock.Instant) {
    var watch = DeadlineWatch(deadline, on: .compute)
    self.init(portion: portion) { !watch.isLate() }
  }
}

extension Snapshot {
  /// What a layout of it takes at most, in bytes: a waterfall's items take 16 each, which is most.
  fileprivate var layoutBytesMax: Int { explicitItemCount * 16 + sections.count * 430 }
}
