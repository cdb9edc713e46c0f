/// A layout while one of its items is dragged: as it would be if the item stood at a target (docs/rules.md#reordering).
///
/// It is a value to hold: each further point costs no more than a look-up and what is in the bounds. The target under
/// the finger is `target(at:meter:)`; where that is another one than this preview's, the answer comes from a preview
/// for that one.
public struct ReorderPreview: Sendable {
  /// The layout after the move.
  public let layout: Layout
  /// The dragged item, in the layout before the move.
  public let item: ItemPath
  /// Its place after the move.
  public let target: ItemPath
  /// The snapshot before the move.
  private let before: Snapshot

  /// Makes the preview of a layout that is the one before the move, where the target is the item's own place, or was
  /// made of it by the move.
  ///
  /// - Parameters:
  ///   - layout: After the move.
  ///   - before: The snapshot before the move, which has the item and the target's place.
  public init(_ layout: Layout, moving item: ItemPath, to target: ItemPath, in before: Snapshot) {
    self.layout = layout
    self.item = item
    self.target = target
    self.before = before
  }

  /// The frame of the item at the target. O(log items)
  public var gap: Rect {
    let cell = Element(kind: .cell, section: target.section, index: target.item)
    guard let frame = layout.attributes(of: cell, bounds: nil, inset: .zero)?.frame else {
      preconditionFailure("the item is at the target")
    }
    return frame
  }

  /// Where the item goes if the finger is at a point: the place of the topmost cell there, else this target.
  ///
  /// Throws when the meter grants no more steps. O(log sections + log items + the items of the lines and rows that the
  /// point is in)
  public func target(
    at point: Point, meter: inout StepMeter
  ) throws(WalkStop) -> ItemPath {
    var topmost = target
    try layout.visitCells(in: layout.axis.window(point), meter: &meter) { cell in
      topmost = ItemPath(cell.element.section, cell.element.index)
      return true
    }
    return topmost
  }

  /// What the viewport shows while the finger is at a point that stands for this target.
  ///
  /// Throws `.visitor` when there are more than `limit` elements, and when the meter grants no more steps. It costs what
  /// finding the elements costs.
  ///
  /// - Parameters:
  ///   - bounds: Where the viewport is, in content coordinates.
  ///   - inset: What is taken off the bounds for pinning.
  public func answer(
    at point: Point, bounds: Rect, inset: EdgeInsets, limit: Int = ReorderAnswer.elementsMax,
    meter: inout StepMeter
  ) throws(WalkStop) -> ReorderAnswer {
    var list = ElementList(limit: limit)
    try layout.appendElements(in: bounds, meter: &meter, to: &list)
    var special = ElementList(limit: limit - list.elements.count)
    try layout.appendSpecialElements(bounds: bounds, inset: inset, meter: &meter, to: &special)
    let gap = gap
    return ReorderAnswer(
      target: target, gap: gap,
      dragged: Rect(
        x: point.x - gap.width / 2, y: point.y - gap.height / 2, width: gap.width,
        height: gap.height),
      elements: list.elements.compactMap { numberedAsBefore($0) }, special: special.elements,
      contentSize: layout.contentSize, autoScroll: autoScroll(at: point, bounds))
  }

  /// How fast the content scrolls by itself while the finger is at a point: in points per second, positive towards the
  /// end.
  private func autoScroll(at point: Point, _ bounds: Rect) -> Double {
    let (zone, speed) = (100.0, 12.0)
    let (start, end) = layout.along(bounds)
    let place = layout.along(Rect(x: point.x, y: point.y, width: 0, height: 0)).start
    if place < start + zone { return -speed * min(start + zone - place, zone) }
    if place > end - zone { return speed * min(place - (end - zone), zone) }
    return 0
  }

  /// An element with the numbers that it has before the move; nil for the dragged item. Only cells have others.
  private func numberedAsBefore(_ attributes: LayoutAttributes) -> LayoutAttributes? {
    let section = attributes.element.section
    guard attributes.element.kind == .cell, section == target.section || section == item.section
    else { return attributes }
    var index = attributes.element.index
    if section == target.section {
      if index == target.item { return nil }
      if index > target.item { index -= 1 }
    }
    if section == item.section, index >= item.item { index += 1 }
    return LayoutAttributes(
      element: Element(kind: .cell, section: section, index: index),
      frame: attributes.frame, zIndex: attributes.zIndex, columnIndex: attributes.columnIndex)
  }
}

/// What a viewport shows while an item is dragged (docs/rules.md#reordering).
public struct ReorderAnswer: Sendable {
  /// The place of the item after the move.
  public let target: ItemPath
  /// The frame of the item there.
  public let gap: Rect
  /// A frame of that size whose centre is at the finger.
  public let dragged: Rect
  /// The elements that do not pin, in the order that they have after the move, without the dragged item. Cells have the
  /// numbers that they have before the move: `ReorderPreview` knows what is handed back with an element.
  public let elements: [LayoutAttributes]
  /// The special elements.
  public let special: [LayoutAttributes]
  /// The size of the content after the move, in points.
  public let contentSize: Size
  /// How fast the content scrolls by itself, in points per second, positive towards the end.
  public let autoScroll: Double

  /// How many elements there may be.
  public static let elementsMax = 10_000
}

/// What is handed back with an element of an answer, whose cells have the numbers from before the move.
extension ReorderPreview {
  /// The appearance of a cell or a supplementary element. O(1)
  public func appearance(of element: Element) -> Appearance? {
    layout.snapshot.appearance(of: element)
  }

  /// The colour of a separator; nil for other elements. O(log sections)
  public func separatorColor(of element: Element) -> Color? {
    layout.snapshot.separatorColor(of: element)
  }

  /// Whether the size of a cell or a supplementary element is an estimate. O(log runs)
  public func isEstimated(_ element: Element) -> Bool { before.isEstimated(element) }

  /// Whether the size of any element is an estimate.
  public var hasEstimates: Bool { before.hasEstimates }

  /// What the item of a cell says beside its size; nil where that is nothing. O(log runs)
  public func members(of element: Element) -> ItemMembers? { before.members(of: element) }

  /// Whether any item says something beside its size.
  public var hasMembers: Bool { before.hasMembers }
}

extension Snapshot {
  /// Whether there is such an item.
  public func hasItem(_ path: ItemPath) -> Bool {
    path.section >= 0 && path.section < sections.count && path.item >= 0
      && path.item < sections[path.section].items.count
  }

  /// Whether an item that there is can be moved to a place: one that there is after the move.
  public func hasPlace(_ target: ItemPath, forMoving item: ItemPath) -> Bool {
    guard target.section >= 0, target.section < sections.count, target.item >= 0 else {
      return false
    }
    let count = sections[target.section].items.count
    return target.section == item.section ? target.item < count : target.item <= count
  }
}

extension SnapshotChange {
  /// Applies the step that moves one item to a place.
  ///
  /// - Parameter sections: What knows the sections that steps bring; it is asked for none.
  /// - Throws: what is wrong with the step, or that the meter grants no more.
  package mutating func move(
    _ item: ItemPath, to target: ItemPath, _ sections: inout some StepSections,
    meter: inout StepMeter
  ) throws(StepFailure) {
    var given = GivenStep()
    given.step.move = [Step.Move(from: Range(item, count: 1), to: target)]
    try apply(given, &sections, meter: &meter)
  }
}

/// The sections of a step that brings none and sets none.
package struct NoSections: StepSections {
  package let settings = NumberedValues<SizeSettings>()

  package init() {}

  package mutating func section(
    _ run: OriginRun<Int>, before: SectionInChange?, meter: inout StepMeter
  ) throws(WalkStop) -> SectionInChange {
    preconditionFailure("the step is of items alone")
  }

  package mutating func globalHeaders(
    meter: inout StepMeter
  ) throws(WalkStop) -> SupplementaryStack? { nil }
}
