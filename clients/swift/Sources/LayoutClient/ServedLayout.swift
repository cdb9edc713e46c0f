public import LayoutTypes

/// A snapshot that the service has laid out at a container width.
///
/// The container may have margins across the scroll axis, such as those of a safe area: its left and right ones, or, if
/// scrolling is horizontal, its top and bottom ones. Cells, separators and shelves lie between them. Headers, footers,
/// placeholders and the background of the global headers span the container; backgrounds of sections are wider by both
/// margins. All coordinates are those of the whole container.
public struct ServedLayout: Sendable {
  /// The snapshot that is laid out.
  public let snapshot: ServedSnapshot
  /// The size of the whole content, margins included, in points.
  public let contentSize: LayoutSize
  let container: LayoutContainer
  /// The query parameter for the extent between the margins.
  let query: String

  /// - Parameter contentSize: The size between the margins.
  init(
    _ snapshot: ServedSnapshot, _ query: String, _ container: LayoutContainer,
    contentSize: LayoutSize
  ) {
    self.snapshot = snapshot
    self.query = query
    self.container = container
    self.contentSize = container.told(contentSize)
  }

  /// The extent of the container across the scroll axis, margins included, in points.
  public var containerExtent: Double { container.extent }

  /// The margins with which it was laid out, in points.
  public var margins: LayoutInsets { container.margins }

  /// The id of the snapshot.
  public var id: String { snapshot.id }

  /// The elements that overlap a rectangle, in order, without special ones. Sends several requests if there are many.
  ///
  /// - Throws: A `Refusal` if there are more than the client's limit.
  public func elements(in rect: LayoutRect) async throws -> [LayoutElement] {
    let suffix = "/elements?\(query)&\(try numbers(container.reaching(rect), "rect"))"
    var elements: [LayoutElement] = []
    var cursor = ""
    while true {
      let answer = try await snapshot.get(suffix + cursor)
      elements += answer.elements ?? []
      let most = snapshot.sender.options.maximumElements
      if elements.count > most {
        throw Refusal.parameter("rect", "must hold at most \(most) elements")
      }
      guard let next = answer.next else { return container.told(elements, in: rect) }
      if answer.elements?.isEmpty ?? true {
        throw Refusal.parameter("rect", "has more elements, but the service does not say them")
      }
      cursor = "&cursor=\(next)"
    }
  }

  /// The visible special elements, in order: those that pin or wait, and the background of the global headers.
  public func special(bounds: LayoutRect, inset: LayoutInsets = .zero) async throws
    -> [LayoutElement]
  {
    container.told(try await specialAnswer(bounds, inset).special ?? [], in: bounds)
  }

  /// The cells that effects show in the bounds, in order (docs/rules.md#effects). Of a section with an effect, there are no
  /// others; `elements(in:)` has them at rest.
  public func effects(bounds: LayoutRect, inset: LayoutInsets = .zero) async throws
    -> [LayoutElement]
  {
    container.told(try await specialAnswer(bounds, inset).effects ?? [], in: bounds)
  }

  private func specialAnswer(
    _ bounds: LayoutRect, _ inset: LayoutInsets
  ) async throws -> LayoutAnswer {
    let place = try numbers(container.reaching(bounds), "bounds") + LayoutClient.query(inset)
    return try await snapshot.get("/special?\(query)&\(place)")
  }

  /// The topmost element at a point. With bounds, special elements are included if they are visible, and cells with an
  /// effect are where that shows them. In a margin there is what spans the container, and what a transform shows there:
  /// that takes three requests.
  public func hit(
    _ point: LayoutPoint, bounds: LayoutRect? = nil, inset: LayoutInsets = .zero
  ) async throws -> LayoutElement? {
    var suffix = ""
    if let bounds {
      suffix += "&" + (try numbers(container.reaching(bounds), "bounds"))
      suffix += try LayoutClient.query(inset)
    }
    let place = try numbers(container.inner(point), "point")
    let found = try await snapshot.get("/hit?\(query)&\(place)\(suffix)").element
    let hit = found.map { container.told($0) }
    guard let margin = container.margin(at: point) else { return hit }
    let beside = try await elements(in: margin)
    let special =
      if let bounds { try await special(bounds: bounds, inset: inset) } else { [LayoutElement]() }
    return container.topmost(of: beside + special, or: hit, at: point)
  }

  /// Applies steps to the layout.
  ///
  /// - Parameters:
  ///   - steps: Steps, each applied to the result of the one before.
  ///   - from: The snapshot with a source that the layout stands for, which says what a user may move and delete; nil
  ///     allows everything.
  ///   - bounds: The current viewport. Without it there is no anchor.
  ///   - inset: The insets within which elements pin.
  ///   - anchor: The rule that chooses the cell that keeps its place.
  ///   - endThreshold: Greatest distance from the end that counts as the end for the rule `end`, in points.
  ///   - transition: Whether to compute the transitions of visible elements. Requires bounds.
  ///   - appearScale: In transitions, the scale of elements that are new at the beginning, and of those that are gone at
  ///     the end, 0 to 10.
  ///   - expect: The expected result.
  public func change(
    _ steps: [Step], from: SnapshotInput? = nil, bounds: LayoutRect? = nil,
    inset: LayoutInsets = .zero, anchor: AnchorRule = .auto, endThreshold: Double? = nil,
    transition: Bool = false, appearScale: Double = 1, expect: ChangeExpectation? = nil
  ) async throws -> ServedChange {
    try await change(
      ChangeInput(steps: steps, from: from, expect: expect), bounds, inset, anchor, endThreshold,
      transition ? appearScale : nil)
  }

  /// Applies the step that makes one tree out of another. The new snapshot has the `source` of `to`.
  ///
  /// - Parameters:
  ///   - from: A snapshot with a source. The layout may be that of another snapshot with as many sections and items,
  ///     for example with measured sizes, which then stay.
  ///   - to: A snapshot with the source after the change.
  ///   - bounds: The current viewport. Without it there is no anchor.
  ///   - inset: The insets within which elements pin.
  ///   - anchor: The rule that chooses the cell that keeps its place.
  ///   - endThreshold: Greatest distance from the end that counts as the end for the rule `end`, in points.
  ///   - transition: Whether to compute the transitions of visible elements. Requires bounds.
  ///   - appearScale: In transitions, the scale of elements that are new at the beginning, and of those that are gone at
  ///     the end, 0 to 10.
  ///   - expect: The expected result.
  public func change(
    from: SnapshotInput, to: SnapshotInput, bounds: LayoutRect? = nil,
    inset: LayoutInsets = .zero, anchor: AnchorRule = .auto, endThreshold: Double? = nil,
    transition: Bool = false, appearScale: Double = 1, expect: ChangeExpectation? = nil
  ) async throws -> ServedChange {
    try await change(
      ChangeInput(from: from, to: to, expect: expect), bounds, inset, anchor, endThreshold,
      transition ? appearScale : nil)
  }

  private func change(
    _ change: ChangeInput, _ bounds: LayoutRect?, _ inset: LayoutInsets, _ anchor: AnchorRule,
    _ endThreshold: Double?, _ appearScale: Double?
  ) async throws -> ServedChange {
    var query = "?\(self.query)"
    if let bounds {
      query += "&" + (try numbers(container.inner(bounds), "bounds"))
      query += try LayoutClient.query(inset)
      query += "&anchor=\(anchor.parameter)"
      if let endThreshold { query += "&endThreshold=\(try number(endThreshold, "endThreshold"))" }
      if let appearScale {
        query += "&transition=true"
        if appearScale != 1 { query += "&appearScale=\(try number(appearScale, "appearScale"))" }
      }
    } else if anchor != .auto || endThreshold != nil || appearScale != nil {
      throw Refusal.parameter("bounds", "is missing: anchor, endThreshold and transition need it")
    }
    let (changed, answer) = try await snapshot.changed(change, query: query)
    return ServedChange(
      layout: ServedLayout(
        changed, self.query, container, contentSize: answer.contentSize ?? contentSize),
      parent: self, changed: answer.change?.changed,
      bounds: answer.change?.bounds.map { container.told($0) },
      scrollDelta: answer.change?.scrollDelta, anchor: answer.change?.anchor,
      transition: answer.change?.transition?.map { container.told($0) },
      elements: container.told(answer.elements ?? []),
      special: container.told(answer.special ?? []), effects: container.told(answer.effects ?? []))
  }
}

/// The result of a change of a layout of the service.
public struct ServedChange: Sendable {
  /// The new layout.
  public let layout: ServedLayout
  /// The old layout.
  public let parent: ServedLayout
  /// The stretches in which the layouts differ; nil if they do not.
  public let changed: ChangedStretches?
  /// The new bounds; nil if no bounds were given.
  public let bounds: LayoutRect?
  /// The distance from the old bounds to the new ones.
  public let scrollDelta: LayoutPoint?
  /// The cell that keeps its place on screen; nil if no cell decided.
  public let anchor: ScrollAnchor?
  /// Nil if it was not requested.
  public let transition: [ElementTransition]?
  /// The first elements at the new bounds, without special ones.
  public let elements: [LayoutElement]
  /// The special elements at the new bounds.
  public let special: [LayoutElement]
  /// The cells that effects show at the new bounds.
  public let effects: [LayoutElement]
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
