internal import ContentHash
internal import LayoutCore
public import LayoutTypes
internal import LayoutWire

// Queries about scrolling (docs/rules.md#questions-about-scrolling).

extension SnapshotLayout {
  /// The bounds that a rule chooses. O(log sections + log items), and for the nearest item the cells that are as near
  ///
  /// - Parameters:
  ///   - target: An element, the nearest item, or a page.
  ///   - bounds: The current viewport.
  ///   - inset: The part of it that bars cover.
  /// - Throws: `bad-parameter` for an element that does not exist, for numbers that are not finite or out of range, for
  ///   bounds without area, and if more than five million items would have to be visited.
  public func target(
    _ target: TargetRule, from bounds: LayoutRect, inset: LayoutInsets = .zero
  ) throws(Refusal) -> LayoutTypes.TargetBounds {
    try Refusal.check(bounds, "bounds")
    try Refusal.check(inset, "inset")
    let aim = try checked(target)
    let asked = LayoutCore.Rect(container.inner(bounds))
    let found = try walking(refusedAs: "bounds") { (meter) throws(WalkInterrupted) in
      try core.bounds(
        at: aim, from: asked, inset: LayoutCore.EdgeInsets(inset), meter: &meter)
    }
    guard let found else {
      throw .parameter("header", .outOfRange, "The layout does not have this header.")
    }
    return container.told(
      TargetBounds(bounds: LayoutRect(found.bounds), estimated: found.isEstimated))
  }

  /// The bounds that show what `previousBounds` showed of this snapshot at another width, for example after a rotation,
  /// or when a keyboard covers a part of the viewport. O(log sections + log items)
  ///
  /// - Parameters:
  ///   - rule: The rule that chooses the cell that keeps its place.
  ///   - previous: The old layout, of the same snapshot. It may be this one.
  ///   - previousBounds: The viewport in the old layout, with its margins.
  ///   - previousInset: The part of it that bars covered. The default is `inset`.
  ///   - bounds: Their size and their position across the scroll axis are used.
  ///   - inset: The part of them that bars cover.
  /// - Throws: `bad-parameter` for a layout of another snapshot and for an item that does not exist, else the errors of
  ///   `target(_:from:inset:)`.
  public func target(
    keeping rule: LayoutTypes.KeepRule, of previous: SnapshotLayout,
    at previousBounds: LayoutRect, previousInset: LayoutInsets? = nil,
    in bounds: LayoutRect, inset: LayoutInsets = .zero
  ) throws(Refusal) -> LayoutTypes.TargetBounds {
    try Refusal.check(bounds, "bounds")
    try Refusal.check(inset, "inset")
    try Refusal.check(previousBounds, "previous")
    try Refusal.check(previousInset ?? inset, "previousInset")
    guard previous.id == id else {
      throw .parameter("previous", .notAllowed, "It is a layout of another snapshot.")
    }
    let kept: LayoutCore.KeepRule
    switch rule {
    case .first: kept = .first
    case .end: kept = .end
    case .item(let path): kept = .item(try checked(path, "keep"))
    }
    let (before, asked) = (previous.container.inner(previousBounds), container.inner(bounds))
    let found = try walking(refusedAs: "previous") { (meter) throws(WalkInterrupted) in
      try core.bounds(
        keeping: kept, of: previous.core, LayoutCore.Rect(before),
        previousInset: LayoutCore.EdgeInsets(previousInset ?? inset), in: LayoutCore.Rect(asked),
        inset: LayoutCore.EdgeInsets(inset), meter: &meter)
    }
    return container.told(
      TargetBounds(
        bounds: LayoutRect(found.target.bounds), estimated: found.target.isEstimated,
        anchor: found.anchor.map { ScrollAnchor($0) }))
  }

  /// The elements that enter and leave and the cells to prefetch after the viewport moved. O(n log n) for the n
  /// elements in both bounds and ahead of them
  ///
  /// - Parameters:
  ///   - now: The viewport and its velocity.
  ///   - previous: The previous viewport; nil at first, when all elements enter.
  ///   - inset: The part of the viewport that bars cover, both times.
  ///   - rule: How far ahead cells are prefetched, and up to which speed.
  /// - Throws: `bad-parameter` for bounds without area, for numbers that are not finite or out of range, and for more
  ///   than 10 000 elements in the bounds, in the previous ones or ahead of them.
  public func window(
    _ now: LayoutTypes.ScrollMotion, previous: LayoutTypes.ScrollMotion? = nil,
    inset: LayoutInsets = .zero,
    prefetch rule: LayoutTypes.PrefetchRule = LayoutTypes.PrefetchRule()
  ) throws(Refusal) -> LayoutTypes.ScrollWindow {
    let motion = try LayoutCore.ScrollMotion(now, in: container, "bounds", "velocity")
    var before: LayoutCore.ScrollMotion?
    if let previous {
      before = try LayoutCore.ScrollMotion(previous, in: container, "previous", "previousVelocity")
    }
    try Refusal.check(inset, "inset")
    try Refusal.check(rule.ahead, "ahead")
    try Refusal.check(rule.speed, "speed")
    let most = LayoutCore.ScrollWindow.elementsMax
    let found = try walking(refusedAs: "bounds") { (meter) throws(WalkInterrupted) in
      try unlessTooMany { () throws(WalkInterrupted) in
        try core.window(
          motion, previous: before, inset: LayoutCore.EdgeInsets(inset),
          prefetch: LayoutCore.PrefetchRule(ahead: rule.ahead, greatestSpeed: rule.speed),
          meter: &meter)
      }
    }
    guard let found else {
      throw .parameter(
        "bounds", .tooMany,
        "More than \(most) elements are in them, in previous or ahead of them.")
    }
    return container.told(
      ScrollWindow(
        entering: found.entering.map { LayoutElement($0, of: core.snapshot) },
        leaving: found.leaving.map { ElementName($0) },
        prefetch: found.prefetch.map { ItemPath($0) },
        cancelled: found.cancelled.map { ItemPath($0) }))
  }

  /// The cells that arrow keys reach from an item; nil if the item does not exist, or if more than five million items
  /// would have to be visited. O(log items · log of the distance)
  public func neighbors(section: Int, item: Int) -> LayoutTypes.Neighbors? {
    let path = LayoutCore.ItemPath(section, item)
    let found = walking(else: nil) { (meter) throws(WalkInterrupted) in
      try core.neighbors(of: path, meter: &meter)
    }
    func neighbor(_ side: LayoutCore.Neighbors.Side) -> Neighbors.Neighbor? {
      found?[side].map {
        Neighbors.Neighbor(
          section: $0.element.section, item: $0.element.index, frame: LayoutRect($0.frame))
      }
    }
    guard found != nil else { return nil }
    return container.told(
      Neighbors(
        up: neighbor(.up), down: neighbor(.down), left: neighbor(.left), right: neighbor(.right)))
  }

  private func checked(_ target: TargetRule) throws(Refusal) -> LayoutCore.ScrollTarget {
    switch target {
    case .item(let path, let position):
      let path = try checked(path, "item")
      let cell = Element(kind: .cell, section: path.section, index: path.item)
      return .element(cell, LayoutCore.ScrollPosition(position))
    case .header(let section, let index, let position):
      let header = Element(kind: .header, section: section, index: index)
      return .element(header, LayoutCore.ScrollPosition(position))
    case .nearestItem(let proposed):
      try Refusal.check(proposed, "proposed")
      return .nearestItem(proposed: LayoutCore.Point(container.inner(proposed)))
    case .page(let length, let proposed, let velocity):
      guard length > 0, length <= greatestCoordinate else {
        throw .parameter("page", must: "be a number above 0 and at most 2^53", not: length)
      }
      try Refusal.check(proposed, "proposed")
      try Refusal.check(velocity, "velocity")
      return .page(
        length: length, proposed: LayoutCore.Point(container.inner(proposed)),
        velocity: LayoutCore.Point(velocity))
    }
  }

  /// The core's path of an item. Throws if the item does not exist.
  func checked(_ path: ItemPath, _ name: String) throws(Refusal) -> LayoutCore.ItemPath {
    let found = LayoutCore.ItemPath(path.section, path.item)
    guard core.snapshot.hasItem(found) else {
      throw .parameter(
        name, .outOfRange, "The layout has no item \(path.section),\(path.item).")
    }
    return found
  }
}

/// The result of a walk; nil if it found too many elements.
func unlessTooMany<Value>(
  _ walk: () throws(WalkInterrupted) -> Value
) throws(WalkInterrupted) -> Value? {
  do throws(WalkInterrupted) {
    return try walk()
  } catch {
    if case .budgetExceeded = error { throw error }
    return nil
  }
}

extension Refusal {
  /// Refuses a rectangle without area, or with a number that is not finite.
  static func check(_ rect: LayoutRect, _ name: String) throws(Refusal) {
    let rect = LayoutCore.Rect(rect)
    if rect.hasArea { return }
    throw .parameter(
      name, must: "be four finite numbers x,y,width,height with width and height above 0",
      not: rect.x, rect.y, rect.width, rect.height)
  }

  static func check(_ inset: LayoutInsets, _ name: String) throws(Refusal) {
    if inset.isFinite { return }
    throw .parameter(
      name, must: "be four finite numbers top,left,bottom,right",
      not: inset.top, inset.left, inset.bottom, inset.right)
  }

  static func check(_ point: LayoutPoint, _ name: String) throws(Refusal) {
    let point = LayoutCore.Point(point)
    if point.isFinite { return }
    throw .parameter(name, must: "be two finite numbers x,y", not: point.x, point.y)
  }

  /// Refuses a number of viewport lengths that is out of range.
  fileprivate static func check(_ lengths: Double, _ name: String) throws(Refusal) {
    if (0...100).contains(lengths) { return }
    throw .parameter(name, must: "be a number from 0 to 100", not: lengths)
  }
}

extension LayoutCore.ScrollMotion {
  fileprivate init(
    _ motion: LayoutTypes.ScrollMotion, in container: LayoutContainer, _ bounds: String,
    _ velocity: String
  ) throws(Refusal) {
    try Refusal.check(motion.bounds, bounds)
    if let speed = motion.velocity { try Refusal.check(speed, velocity) }
    self.init(
      bounds: LayoutCore.Rect(container.inner(motion.bounds)),
      velocity: motion.velocity.map { LayoutCore.Point($0) })
  }
}

extension LayoutCore.ScrollPosition {
  fileprivate init(_ position: TargetRule.Position) {
    self =
      switch position {
      case .start: .start
      case .center: .center
      case .end: .end
      case .nearest: .nearest
      }
  }
}

extension ElementName {
  fileprivate init(_ element: Element) {
    let kind = element.kind
    self.init(
      category: LayoutTypes.ElementCategory(rawValue: kind.category.rawValue),
      kind: kind == .cell ? nil : ElementKind(rawValue: kind.name),
      section: kind.isOfSection ? element.section : nil,
      item: kind == .cell ? element.index : nil, index: kind == .cell ? nil : element.index)
  }
}

extension ItemPath {
  /// The path of a cell.
  fileprivate init(_ cell: Element) { self.init(section: cell.section, item: cell.index) }
}
