internal import ContentHash
internal import LayoutCore
public import LayoutTypes
internal import LayoutWire

/// The result of a change of a layout (docs/rules.md#changes).
public struct LayoutChange: Sendable {
  /// The new layout.
  public let layout: SnapshotLayout
  /// The old layout.
  public let parent: SnapshotLayout
  /// The stretches in which the layouts differ; nil if they do not. Elements after it have moved by the difference of
  /// the ends and have new numbers. Elements before it are unchanged.
  public let changed: ChangedStretches?
  /// The new bounds, at which the visible content keeps its place; nil if no bounds were given.
  public let bounds: LayoutRect?
  /// The distance from the old bounds to the new ones.
  public let scrollDelta: LayoutPoint?
  /// The cell that keeps its place on screen; nil if no cell decided.
  public let anchor: ScrollAnchor?
  /// The transitions of the visible elements; nil if they were not requested.
  public let transition: [ElementTransition]?
  /// The steps that two trees make, in the service's JSON, which `JSONDecoder` reads as `[Step]`; nil if steps were
  /// given.
  public let stepsJSON: [UInt8]?
}

extension SnapshotLayout {
  /// Applies steps to this layout. O(what changes + sections)
  ///
  /// - Parameters:
  ///   - steps: Steps, each applied to the result of the one before.
  ///   - from: The snapshot with a source that the layout stands for, which says what a user may move and delete; nil
  ///     allows everything (docs/rules.md#steps-of-a-user).
  ///   - bounds: The current viewport. Without it there is no anchor.
  ///   - inset: The insets within which elements pin.
  ///   - anchor: The rule that chooses the cell that keeps its place.
  ///   - endThreshold: Greatest distance from the end that counts as the end for the rule `end`, in points.
  ///   - transition: Whether to compute the transitions of visible elements. Requires bounds.
  ///   - appearScale: In transitions, the scale of elements that are new at the beginning, and of those that are gone at
  ///     the end, 0 to 10.
  /// - Throws: `invalid-change` with a pointer to each mistake; `cannot-lay-out`; `bad-parameter` for bounds without
  ///   area, for an anchor that does not exist, for a transition of more than 10 000 visible elements, and if more than
  ///   five million items would have to be visited.
  public func applying(
    _ steps: [LayoutTypes.Step], from: SnapshotInput? = nil, bounds: LayoutRect? = nil,
    inset: LayoutInsets = .zero, anchor: LayoutTypes.AnchorRule = .auto,
    endThreshold: Double = 1, transition: Bool = false, appearScale: Double = 1
  ) throws(Refusal) -> LayoutChange {
    try applying(
      PostedChange(steps: steps, from: from), bounds, inset, anchor, endThreshold,
      transition ? appearScale : nil)
  }

  /// Applies the step that makes one tree out of another (docs/rules.md#two-trees). O(what is listed)
  ///
  /// The snapshot of the new layout has the `source` of `to`.
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
  /// - Throws: As `applying(_:from:bounds:inset:anchor:endThreshold:transition:appearScale:)`, with pointers under
  ///   `/from` and `/to`.
  public func applying(
    from: SnapshotInput, to: SnapshotInput, bounds: LayoutRect? = nil,
    inset: LayoutInsets = .zero, anchor: LayoutTypes.AnchorRule = .auto,
    endThreshold: Double = 1, transition: Bool = false, appearScale: Double = 1
  ) throws(Refusal) -> LayoutChange {
    try applying(
      PostedChange(from: from, to: to), bounds, inset, anchor, endThreshold,
      transition ? appearScale : nil)
  }

  private func applying(
    _ change: PostedChange, _ bounds: LayoutRect?, _ inset: LayoutInsets, _ anchor: AnchorRule,
    _ endThreshold: Double, _ appearScale: Double?
  ) throws(Refusal) -> LayoutChange {
    let rule = try checked(bounds, inset, anchor, endThreshold, appearScale)
    let bounds = bounds.map { LayoutCore.Rect(container.inner($0)) }
    let applied = try snapshot.changed(by: change)
    let (after, steps) = (applied.snapshot, applied.changed)
    let origins = steps.applied.mapping.sections
    let layout = SnapshotLayout(
      after,
      try SnapshotLayout.prepared(
        after, container.room, from: Earlier(layout: core, origins: origins)), in: container)
    let motion = LayoutCore.LayoutChange(
      before: core, after: layout.core, mapping: steps.applied.mapping,
      slides: SlidingSections(steps.applied) { source in
        let slides = steps.slides[source.step]
        return source.list == .insertSections
          ? slides.inserted[source.entry] : slides.deleted[source.entry]
      })
    let stretch = try walking { (meter) throws(WalkInterrupted) in
      try motion.changedStretch(meter: &meter)
    }
    let anchored = try bounds.map { (bounds) throws(Refusal) in
      try walking { (meter) throws(WalkInterrupted) in
        try motion.anchoredBounds(
          bounds, inset: LayoutCore.EdgeInsets(inset), rule: rule, endThreshold: endThreshold,
          meter: &meter)
      }
    }
    var transitions: [ElementTransition]?
    if let appearScale, let bounds, let anchored {
      transitions = try motion.transitions(bounds, anchored.bounds, inset, appearScale).map {
        container.told($0)
      }
    }
    return LayoutChange(
      layout: layout, parent: self, changed: stretch.map { ChangedStretches($0) },
      bounds: anchored.map { container.told(LayoutRect($0.bounds)) },
      scrollDelta: anchored.map { LayoutPoint($0.scrollDelta) },
      anchor: anchored?.anchor.map { ScrollAnchor($0) }, transition: transitions,
      stepsJSON: applied.stepsJSON)
  }

  /// Checks the parameters of a change, and returns the core's anchor rule.
  private func checked(
    _ bounds: LayoutRect?, _ inset: LayoutInsets, _ anchor: AnchorRule, _ endThreshold: Double,
    _ appearScale: Double?
  ) throws(Refusal) -> LayoutCore.AnchorRule {
    if let bounds { try Refusal.check(bounds, "bounds") }
    try Refusal.check(inset, "inset")
    guard endThreshold.isFinite, endThreshold >= 0 else {
      throw .parameter("endThreshold", must: "be a number of at least 0", not: endThreshold)
    }
    if let appearScale, !(0...10).contains(appearScale) {
      throw .parameter("appearScale", must: "be a number from 0 to 10", not: appearScale)
    }
    if appearScale != nil, bounds == nil {
      throw .parameter(
        "transition", .notAllowed, "It needs bounds: where the viewport is before the change.")
    }
    switch anchor {
    case .none: return .none
    case .auto: return .auto
    case .first: return .first
    case .end: return .end
    case .item(let path):
      guard path.section >= 0, (0..<snapshot.itemCount(inSection: path.section)).contains(path.item)
      else {
        throw .parameter(
          "anchor", .outOfRange, "The layout has no item \(path.section),\(path.item).")
      }
      return .item(LayoutCore.ItemPath(path.section, path.item))
    }
  }
}

extension LayoutCore.LayoutChange {
  /// The transitions of visible elements. Throws if there are too many.
  fileprivate func transitions(
    _ bounds: LayoutCore.Rect, _ newBounds: LayoutCore.Rect, _ inset: LayoutInsets,
    _ appearScale: Double
  ) throws(Refusal) -> [ElementTransition] {
    let most = LayoutCore.Transition.elementsMax
    let found = try walking { (meter) throws(WalkInterrupted) -> [LayoutCore.Transition]? in
      do throws(WalkInterrupted) {
        return try transitions(
          from: bounds, to: newBounds, inset: LayoutCore.EdgeInsets(inset),
          appearScale: appearScale, limit: most, meter: &meter)
      } catch {
        if case .budgetExceeded = error { throw error }
        return nil
      }
    }
    guard let found else {
      throw .parameter(
        "bounds", .tooMany,
        "More than \(most) elements are in them before the change or after it.")
    }
    return found.compactMap { ElementTransition($0) }
  }
}

extension ChangedStretches {
  fileprivate init(_ stretch: ChangedStretch) {
    self.init(
      before: Stretch(start: stretch.before.start, end: stretch.before.end),
      after: Stretch(start: stretch.after.start, end: stretch.after.end))
  }
}

extension ScrollAnchor {
  init(_ anchor: AnchoredBounds.Anchor) {
    self.init(
      section: anchor.item.section, item: anchor.item.item,
      edge: anchor.edge == .leading ? .leading : .trailing)
  }
}

extension ElementTransition {
  /// Returns nil for a transition without an element, which does not occur.
  fileprivate init?(_ transition: LayoutCore.Transition) {
    guard let kind = (transition.to ?? transition.from)?.kind else { return nil }
    func path(_ element: Element) -> Path {
      Path(
        section: kind.isOfSection ? element.section : nil,
        item: kind == .cell ? element.index : nil, index: kind == .cell ? nil : element.index)
    }
    func end(_ end: LayoutCore.Transition.End) -> End {
      let isOfPlane = end.transform?.isAffine == true
      return End(
        frame: LayoutRect(end.frame), alpha: end.alpha == 1 ? nil : end.alpha,
        transform: isOfPlane ? end.transform?.numbers : nil,
        transform3D: isOfPlane ? nil : end.transform?.numbers, pinned: end.isPinned)
    }
    self.init(
      category: LayoutTypes.ElementCategory(rawValue: kind.category.rawValue),
      kind: kind == .cell ? nil : ElementKind(rawValue: kind.name),
      from: transition.from.map(path), to: transition.to.map(path),
      initial: end(transition.initial), final: end(transition.final),
      zIndex: transition.zIndex == 0 ? nil : transition.zIndex,
      crossfades: transition.crossfades ? true : nil)
  }
}
