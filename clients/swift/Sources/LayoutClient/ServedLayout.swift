public import LayoutTypes

/// A snapshot that the service has laid out at a container width.
public struct ServedLayout: Sendable {
  /// What is laid out.
  public let snapshot: ServedSnapshot
  /// How large everything is together, in points.
  public let contentSize: Size
  /// The extent across the scroll axis, in points.
  public let containerExtent: Double
  /// That extent as a parameter.
  let query: String

  init(
    _ snapshot: ServedSnapshot, _ query: String, _ containerExtent: Double, contentSize: Size
  ) {
    self.snapshot = snapshot
    self.query = query
    self.containerExtent = containerExtent
    self.contentSize = contentSize
  }

  /// The name of the snapshot.
  public var id: String { snapshot.id }

  /// The elements that overlap a rectangle, in order; those that pin are not among them. Several requests where there
  /// are many.
  ///
  /// - Throws: a `Refusal` where there are more than the client takes.
  public func elements(in rect: Rect) async throws -> [LayoutElement] {
    let suffix = "/elements?\(query)&\(try numbers(rect, "rect"))"
    var elements: [LayoutElement] = []
    var cursor = ""
    while true {
      let answer = try await snapshot.get(suffix + cursor)
      elements += answer.elements ?? []
      let most = snapshot.sender.options.maximumElements
      if elements.count > most {
        throw Refusal.parameter("rect", "must hold at most \(most) elements")
      }
      guard let next = answer.next else { return elements }
      if answer.elements?.isEmpty ?? true {
        throw Refusal.parameter("rect", "has more elements, but the service does not say them")
      }
      cursor = "&cursor=\(next)"
    }
  }

  /// The pinning elements in sight, in order.
  public func special(bounds: Rect, inset: EdgeInsets = .zero) async throws -> [LayoutElement] {
    let place = try numbers(bounds, "bounds") + LayoutClient.query(inset)
    return try await snapshot.get("/special?\(query)&\(place)").special ?? []
  }

  /// The topmost element at a point; with bounds, of those that pin and are in sight, too.
  public func hit(
    _ point: Point, bounds: Rect? = nil, inset: EdgeInsets = .zero
  ) async throws -> LayoutElement? {
    var suffix =
      "/hit?\(query)&point=\(try number(point.x, "point")),\(try number(point.y, "point"))"
    if let bounds {
      suffix += "&" + (try numbers(bounds, "bounds")) + (try LayoutClient.query(inset))
    }
    return try await snapshot.get(suffix).element
  }

  /// What steps make of it.
  ///
  /// - Parameters:
  ///   - steps: Applied one after the other, each to what the one before left.
  ///   - bounds: Where the viewport is now. Without it nothing is anchored.
  ///   - inset: What is taken off the bounds for pinning.
  ///   - anchor: What stands still.
  ///   - endThreshold: How near the end `end` means by the end, in points.
  ///   - transition: Whether the change says how the elements in sight go; that needs bounds.
  ///   - expect: What the result is to be.
  public func change(
    _ steps: [Step], bounds: Rect? = nil, inset: EdgeInsets = .zero, anchor: AnchorRule = .auto,
    endThreshold: Double? = nil, transition: Bool = false, expect: Expectation? = nil
  ) async throws -> ServedChange {
    var query = "?\(self.query)"
    if let bounds {
      query += "&" + (try numbers(bounds, "bounds")) + (try LayoutClient.query(inset))
      query += "&anchor=\(anchor.parameter)"
      if let endThreshold { query += "&endThreshold=\(try number(endThreshold, "endThreshold"))" }
      if transition { query += "&transition=true" }
    } else if anchor != .auto || endThreshold != nil || transition {
      throw Refusal.parameter("bounds", "is missing: anchor, endThreshold and transition need it")
    }
    let (changed, answer) = try await snapshot.changed(steps, query: query, expect)
    return ServedChange(
      layout: ServedLayout(
        changed, self.query, containerExtent, contentSize: answer.contentSize ?? contentSize),
      parent: self, changed: answer.change?.changed, bounds: answer.change?.bounds,
      scrollDelta: answer.change?.scrollDelta, anchor: answer.change?.anchor,
      transition: answer.change?.transition, elements: answer.elements ?? [],
      special: answer.special ?? [])
  }
}

/// What steps made of a layout of the service.
public struct ServedChange: Sendable {
  /// The new layout.
  public let layout: ServedLayout
  /// The layout before.
  public let parent: ServedLayout
  /// In which stretch the layouts differ; nil where they do not.
  public let changed: ChangedStretches?
  /// Where to scroll; nil where no bounds were given.
  public let bounds: Rect?
  /// How far that is from the bounds before.
  public let scrollDelta: Point?
  /// Which cell stands still; nil where none decided.
  public let anchor: ScrollAnchor?
  /// Nil where it was not asked for.
  public let transition: [Transition]?
  /// The first elements at the new bounds, without those that pin.
  public let elements: [LayoutElement]
  /// The pinning elements at the new bounds.
  public let special: [LayoutElement]
}

extension AnchorRule {
  fileprivate var parameter: String {
    switch self {
    case .none: "none"
    case .auto: "auto"
    case .first: "first"
    case .end: "end"
    case .item(let path): "\(path.section),\(path.item)"
    }
  }
}
