import ContentHash
import HTTPServer
import LayoutCore
import LayoutStore
import LayoutWire

/// What a request asks, with everything that its head says. Copied nowhere: it is lent to calls.
struct CallRequest: ~Copyable, Sendable {
  let request: Request
  let target: Target
  let parameters: QueryParameters
  /// The fault of the parameters for every layout. If the request may be repeated, also values that cannot be parsed.
  let parameterProblem: Problem?
  /// The greatest number of elements in an answer.
  let elementsMax: Int
  /// The greatest length of a snapshot's text, in bytes.
  let snapshotTextBytes: Int
  /// The greatest number of items that a posted snapshot may list one by one.
  let explicitItemsMax: Int
  /// Whether there are documents.
  let hasDocuments: Bool
  /// Whether the request has the snapshot in its body.
  let isPosted: Bool
  /// Whether the request has a condition on entity tags.
  let hasCondition: Bool

  init(
    _ request: Request, _ target: Target, _ parameters: QueryParameters, _ limits: ServiceLimits,
    parameterProblem: Problem? = nil, hasDocuments: Bool
  ) {
    self.request = request
    self.target = target
    self.parameters = parameters
    self.parameterProblem = parameterProblem
    self.hasDocuments = hasDocuments
    elementsMax = limits.maximumElements
    snapshotTextBytes = limits.snapshotTextBytes
    explicitItemsMax = limits.snapshot.explicitItems
    isPosted = request.method == .post || request.method == .put
    hasCondition = request.hasCondition
  }

  /// The greatest number of elements for the answer.
  var limit: Int { parameters.limit ?? elementsMax }

  /// The limit of the service that cut a list of the answer short; nil if none did, or the request has a lower one.
  func limit(ofCut isCut: Bool) -> Limit? {
    isCut && parameters.limit == nil ? .elements : nil
  }

  /// The document that the path names.
  var documentName: DocumentName {
    guard let name = target.document else { preconditionFailure("the head was admitted") }
    return name
  }

  /// The extent across the direction of scrolling; nil if it is not given.
  func containerWidth(of snapshot: Snapshot) throws(Problem) -> Double? {
    try parameters.containerWidth(of: snapshot)
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

/// What has been done for a request, for log and metrics.
struct Trace: Sendable {
  /// Where a layout came from.
  enum Preparation: Sendable {
    case memo
    /// Made from the layout before a change.
    case derived
    case laidOut
  }

  var timing = Timing()
  /// The time that the request has waited for an event, which is not work.
  var waited = Duration.zero
  /// Where the layout came from; nil if none has been needed yet.
  var preparation: Preparation?
  /// The number of times that the body was decoded.
  var bodyReads = 0
}

extension Request {
  /// Whether there is a condition on entity tags.
  var hasCondition: Bool { hasHeader(.ifMatch) || hasHeader(.ifNoneMatch) }
}

extension QueryParameters {
  /// The extent across the direction of scrolling, from its own parameter or from the bounds; nil if neither is given.
  func containerWidth(of snapshot: Snapshot) throws(Problem) -> Double? {
    let isHorizontal = snapshot.isHorizontal
    if (isHorizontal ? width : height) != nil {
      let names = isHorizontal ? ("width", "height") : ("height", "width")
      throw .wrongAxis(of: snapshot, names.0, instead: names.1)
    }
    if let extent = isHorizontal ? height : width { return extent }
    guard let bounds = bounds else { return nil }
    let extent = isHorizontal ? bounds.height : bounds.width
    guard extent <= greatestCoordinate else {
      throw .badParameter(
        "bounds", .outOfRange, "The container may be at most 9007199254740992 wide.")
    }
    return extent
  }
}

extension Snapshot {
  var isHorizontal: Bool { scrollDirection == .horizontal }

  /// Throws if a parameter names an item that does not exist, or would not exist after the move of another one.
  func require(
    _ path: ItemPath, named name: QueryParameters.Name, afterMoving item: ItemPath? = nil
  ) throws(Problem) {
    if let item { if hasPlace(path, forMoving: item) { return } } else if hasItem(path) { return }
    var there = "it has \(Problem.counted(sections.count, "section"))"
    if path.section < sections.count {
      let isGiven = item != nil && item?.section != path.section
      let count = sections[path.section].items.count + (isGiven ? 1 : 0)
      there = "section \(path.section) has \(Problem.counted(count, "item"))"
    }
    throw .badParameter(
      name.text, .outOfRange,
      "\(item == nil ? "The" : "After the move the") layout has no item "
        + "\(path.section),\(path.item): \(there).")
  }
}

/// The parts of a path: its call, its layout, and its element or file (docs/rules.md#calls).
struct Target: Sendable {
  /// The route with the path's template; `other` if there is none.
  let route: Route
  /// The layout id in the path; nil if there is none, or if it is malformed.
  let id: Digest?
  /// The element that the path names.
  let element: Element?
  /// The file that the path names.
  let file: ServedFile?
  /// A number computed from the file and the base path, for entity tags; nil without a file.
  var fileTag: UInt64? { file.map { $0.tag ^ baseTag } }
  let baseTag: UInt64
  /// The problem that the path names.
  let problem: Problem.Name?
  /// The document that the path names; nil if there is none, or if the name is malformed.
  let document: DocumentName?
  /// The rest of the path after the document's name and a slash, for the document's layout.
  let rest: String
  /// Whether the path is the base path without the slash that relative links need.
  let isBaseWithoutSlash: Bool
}
