import LayoutCore
import LayoutWire

/// The question to a call, and the trace of its way: it knows no service, no exchange and no thread.
struct Question: Sendable {
  let target: Target
  var parameters = QueryParameters()
  /// How many elements an answer may have.
  let elementsMax: Int
  /// How long the text of a snapshot may be, in bytes.
  let snapshotTextBytes: Int
  /// How many items may be listed one by one in a snapshot that is posted.
  let explicitItemsMax: Int

  /// Whether the snapshot comes with it.
  var isPosted = false
  /// Its members of the access record.
  var trace = Trace()

  init(_ target: Target, _ limits: ServiceLimits) {
    self.target = target
    elementsMax = limits.maximumElements
    snapshotTextBytes = limits.snapshotTextBytes
    explicitItemsMax = limits.snapshot.explicitItems
  }

  /// Facts about how a request was answered, for log and metrics.
  struct Trace: Sendable {
    var timing = Timing()
    /// How long it has waited for something to happen, which is no work.
    var waited = Duration.zero
    /// Whether the layout was there; nil as long as none was needed.
    var wasPrepared: Bool?
    /// Whether it was made from the layout before a change.
    var wasDerived = false
    /// How often the body was read.
    var bodyReads = 0
    /// Whether special elements are all that was computed.
    var isSpecialOnly = false
    /// The codes of the answer's warnings, to be counted.
    var warnings: [SnapshotWarning] = []
    /// The limit that cut the answer, or that the request is refused for.
    var limit: Limit?
    /// Why its input is refused.
    var input: RefusedInput?

    /// Forgets whether a layout was there, since the answer speaks of another one.
    mutating func forgetLayout() { (wasPrepared, wasDerived) = (nil, false) }

    /// Notes why it is refused.
    mutating func refuse(for problem: Problem) {
      limit = problem.limit ?? limit
      input = RefusedInput(problem)
    }
  }

  /// Notes that a list has been cut: by a limit of the service, unless a shorter one was asked for.
  mutating func noteCut() {
    if parameters.limit == nil { trace.limit = .elements }
  }

  /// How many elements are asked for at most.
  var limit: Int { parameters.limit ?? elementsMax }

  // MARK: The container width

  /// The extent across the scroll axis that was asked for, by its own parameter or by the bounds; nil when by none.
  func containerWidth(of snapshot: Snapshot) throws(Problem) -> Double? {
    let isHorizontal = snapshot.isHorizontal
    if (isHorizontal ? parameters.width : parameters.height) != nil {
      let names = isHorizontal ? ("width", "height") : ("height", "width")
      throw .wrongAxis(of: snapshot, names.0, instead: names.1)
    }
    if let extent = isHorizontal ? parameters.height : parameters.width { return extent }
    guard let bounds = parameters.bounds else { return nil }
    let extent = isHorizontal ? bounds.height : bounds.width
    guard extent <= greatestCoordinate else {
      throw .badParameter(
        "bounds", .outOfRange, "The container may be at most 9007199254740992 wide.")
    }
    return extent
  }

  /// The width; its absence is a problem.
  func requiredWidth(of snapshot: Snapshot) throws(Problem) -> Double {
    guard let containerWidth = try containerWidth(of: snapshot) else {
      let name = snapshot.isHorizontal ? "height" : "width"
      throw .badParameter(
        name, .missing, "The container's \(name) is missing; it may also come from bounds.")
    }
    return containerWidth
  }
}

extension Snapshot {
  var isHorizontal: Bool { scrollDirection == .horizontal }
}
