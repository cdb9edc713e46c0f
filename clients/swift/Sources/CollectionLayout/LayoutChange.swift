internal import LayoutCore
internal import LayoutNaming
public import LayoutTypes
internal import LayoutWire

/// What steps made of a layout (docs/rules.md#changes).
public struct LayoutChange: Sendable {
  /// The new layout.
  public let layout: Layout
  /// The layout before.
  public let parent: Layout
  /// In which stretch the layouts differ; nil where they do not. Elements behind it have moved by the difference of the
  /// ends and have new numbers, those before it are as they were.
  public let changed: ChangedStretches?
  /// Where to scroll, so that what is visible stays where it is; nil where no bounds were given.
  public let bounds: LayoutTypes.Rect?
  /// How far that is from the bounds before.
  public let scrollDelta: LayoutTypes.Point?
  /// Which cell stands still; nil where none decided.
  public let anchor: ScrollAnchor?
  /// How the elements in sight go; nil where that was not asked for.
  public let transition: [LayoutTypes.Transition]?
}

extension Layout {
  /// The layout that steps make of this one. O(what changes + sections)
  ///
  /// - Parameters:
  ///   - steps: Applied one after the other, each to what the one before left.
  ///   - bounds: Where the viewport is now. Without it nothing is anchored.
  ///   - inset: What is taken off the bounds for pinning.
  ///   - anchor: What stands still.
  ///   - endThreshold: How near the end `end` means by the end, in points.
  ///   - transition: Whether the change says how the elements in sight go; that needs bounds.
  /// - Throws: `invalid-change` with a pointer to each mistake; `cannot-lay-out`; `bad-parameter` for bounds without
  ///   area, for an anchor that is not there, where more than 10 000 elements are in sight and their transition is
  ///   asked for, and where more than five million items would have to be looked at.
  public func applying(
    _ steps: [LayoutTypes.Step], bounds: LayoutTypes.Rect? = nil,
    inset: LayoutTypes.EdgeInsets = .zero, anchor: LayoutTypes.AnchorRule = .auto,
    endThreshold: Double = 1, transition: Bool = false
  ) throws(Refusal) -> LayoutChange {
    let rule = try checked(bounds, inset, anchor, endThreshold, transition)
    let steps = try snapshot.changed(by: steps)
    let after = Snapshot(snapshot.named.naming(steps))
    let origins = steps.applied.mapping.sections
    let layout = Layout(
      after,
      try Layout.prepared(
        after.named, containerExtent, from: Earlier(layout: core, origins: origins)))
    let motion = LayoutCore.LayoutChange(
      before: core, after: layout.core, mapping: steps.applied.mapping,
      slides: SlidingSections(steps.applied) { source in
        let slides = steps.slides[source.step]
        return source.list == .insertSections
          ? slides.inserted[source.entry] : slides.deleted[source.entry]
      })
    let stretch = try walking { (meter) throws(WalkStop) in try motion.changedStretch(meter: &meter)
    }
    let anchored = try bounds.map { (bounds) throws(Refusal) in
      try walking { (meter) throws(WalkStop) in
        try motion.anchoredBounds(
          LayoutCore.Rect(bounds), inset: LayoutCore.EdgeInsets(inset), rule: rule,
          endThreshold: endThreshold, meter: &meter)
      }
    }
    var transitions: [Transition]?
    if transition, let bounds, let anchored {
      transitions = try motion.transitions(LayoutCore.Rect(bounds), anchored.bounds, inset)
    }
    return LayoutChange(
      layout: layout, parent: self, changed: stretch.map { ChangedStretches($0) },
      bounds: anchored.map { Rect($0.bounds) },
      scrollDelta: anchored.map { Point(x: $0.scrollDelta.x + 0, y: $0.scrollDelta.y + 0) },
      anchor: anchored?.anchor.map { ScrollAnchor($0) }, transition: transitions)
  }

  /// The rule of the core, where the parameters of a change are right.
  private func checked(
    _ bounds: Rect?, _ inset: EdgeInsets, _ anchor: AnchorRule, _ endThreshold: Double,
    _ transition: Bool
  ) throws(Refusal) -> LayoutCore.AnchorRule {
    if let bounds { try Refusal.check(bounds, "bounds") }
    try Refusal.check(inset, "inset")
    guard endThreshold.isFinite, endThreshold >= 0 else {
      throw .parameter("endThreshold", must: "be a number of at least 0", not: endThreshold)
    }
    if transition, bounds == nil {
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
  /// How the elements in sight go; refused where there are too many.
  fileprivate func transitions(
    _ bounds: LayoutCore.Rect, _ newBounds: LayoutCore.Rect, _ inset: LayoutTypes.EdgeInsets
  ) throws(Refusal) -> [LayoutTypes.Transition] {
    let most = LayoutCore.Transition.elementsMax
    let found = try walking { (meter) throws(WalkStop) -> [LayoutCore.Transition]? in
      do throws(WalkStop) {
        return try transitions(
          from: bounds, to: newBounds, inset: LayoutCore.EdgeInsets(inset), limit: most,
          meter: &meter)
      } catch {
        if case .stepsUsedUp = error { throw error }
        return nil
      }
    }
    guard let found else {
      throw .parameter(
        "bounds", .tooMany,
        "More than \(most) elements are in them before the change or after it.")
    }
    return found.compactMap { LayoutTypes.Transition($0) }
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

extension LayoutTypes.Transition {
  /// Nil for a transition of nothing, which there is not.
  fileprivate init?(_ transition: LayoutCore.Transition) {
    guard let kind = (transition.to ?? transition.from)?.kind else { return nil }
    func path(_ element: Element) -> Path {
      Path(
        section: kind == .globalHeader ? nil : element.section,
        item: kind == .cell ? element.index : nil, index: kind == .cell ? nil : element.index)
    }
    func end(_ end: LayoutCore.Transition.End) -> End {
      End(
        frame: Rect(end.frame), alpha: end.alpha == 1 ? nil : end.alpha, pinned: end.isPinned)
    }
    self.init(
      category: LayoutTypes.ElementCategory(rawValue: kind.category.rawValue),
      kind: kind == .cell ? nil : ElementKind(rawValue: kind.name),
      from: transition.from.map(path), to: transition.to.map(path),
      initial: end(transition.initial), final: end(transition.final),
      zIndex: transition.zIndex == 0 ? nil : transition.zIndex)
  }
}
