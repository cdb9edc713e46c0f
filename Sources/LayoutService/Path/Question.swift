import LayoutCore
import LayoutWire

/// A question to a call, and a trace of how it is answered. It is independent of services, exchanges and threads.
struct Question: Sendable {
  let target: Target
  var parameters = QueryParameters()
  /// The greatest number of elements in an answer.
  let elementsMax: Int
  /// The greatest length of a snapshot's text, in bytes.
  let snapshotTextBytes: Int
  /// The greatest number of items that a posted snapshot may list one by one.
  let explicitItemsMax: Int

  /// Whether the request has the snapshot in its body.
  var isPosted = false
  /// The members of the access record about it.
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
    /// The time that it has waited for an event, which is not work.
    var waited = Duration.zero
    /// Whether the layout was prepared before; nil if none has been needed yet.
    var wasPrepared: Bool?
    /// Whether the layout was made from the one before a change.
    var wasDerived = false
    /// The number of times that the body was decoded.
    var bodyReads = 0
    /// Whether only special elements were computed.
    var isSpecialOnly = false
    /// The answer's warnings, to be counted by code.
    var warnings: [SnapshotWarning] = []
    /// The limit that cut the answer short, or for which the request is refused.
    var limit: Limit?
    /// The reason why its input is refused.
    var input: RefusedInput?

    /// Resets whether the layout was prepared, since the answer is about another one.
    mutating func forgetLayout() { (wasPrepared, wasDerived) = (nil, false) }

    /// Notes the reason for refusing the request.
    mutating func refuse(for problem: Problem) {
      limit = problem.limit ?? limit
      input = RefusedInput(problem)
    }
  }

  /// Notes that a list has been cut short by a limit of the service, unless the request has a lower one.
  mutating func noteCut() {
    if parameters.limit == nil { trace.limit = .elements }
  }

  /// The greatest number of elements for the answer.
  var limit: Int { parameters.limit ?? elementsMax }

  // MARK: The container width

  /// The extent across the direction of scrolling, from its own parameter or from the bounds; nil if neither is given.
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

  /// The width; throws if it is missing.
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
