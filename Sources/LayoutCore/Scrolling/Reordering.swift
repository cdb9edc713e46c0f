/// A layout while an item is dragged, as if the item were at a target (docs/rules.md#reordering).
///
/// Create it once and reuse it: each further point costs a lookup and the elements in the bounds. `target(at:meter:)`
/// returns the target under the finger. If it differs from this preview's target, create a preview for the new one.
public struct ReorderPreview: Sendable {
  /// The layout after the move.
  public let layout: Layout
  /// The dragged item, in the layout before the move.
  public let item: ItemPath
  /// The path of the item after the move.
  public let target: ItemPath
  /// The snapshot before the move.
  private let before: Snapshot

  /// Creates a preview. If the target is the item's own place, `layout` is the layout before the move, else the one
  /// after it.
  ///
  /// - Parameters:
  ///   - layout: The layout after the move.
  ///   - before: The snapshot before the move. The item and the target must be valid in it.
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

  /// The target for a finger at a point: the path of the topmost cell there; without one, the place behind the other
  /// items of the section there if these end before the point; else this target.
  ///
  /// Throws if the meter runs out of units. O(log sections + log items + the items of the lines and rows that contain
  /// the point)
  public func target(
    at point: Point, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> ItemPath {
    var topmost: ItemPath?
    try layout.visitCells(at: point, meter: &meter) { cell in
      topmost = ItemPath(cell.element.section, cell.element.index)
      return true
    }
    if let topmost { return topmost }
    return try placeBehindItems(at: point, meter: &meter) ?? target
  }

  /// The place behind the other items of the section at a point, if all of them end before the point.
  private func placeBehindItems(
    at point: Point, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> ItemPath? {
    let place = layout.along(Rect(x: point.x, y: point.y, width: 0, height: 0)).start
    let sections = layout.snapshot.sections
    let number = partitionPoint(0..<sections.count) { layout.sectionTops[$0] > place } - 1
    guard number >= 0, place < layout.placed(number).maxY else { return nil }
    let window = layout.axis.window(from: place, to: .infinity)
    guard try !layout.hasCell(in: window, ofSection: number, but: target, meter: &meter) else {
      return nil
    }
    let count = sections[number].items.count
    return ItemPath(number, number == target.section ? count - 1 : count)
  }

  /// The answer for a finger at a point whose target is this preview's.
  ///
  /// Throws `.visitor` if there are more than `limit` elements, and `.budgetExceeded` if the meter runs out of units.
  /// Costs as much as finding the elements.
  ///
  /// - Parameters:
  ///   - bounds: The viewport, in content coordinates.
  ///   - inset: The insets within which elements pin.
  public func answer(
    at point: Point, bounds: Rect, inset: EdgeInsets, limit: Int = ReorderAnswer.elementsMax,
    meter: inout WorkMeter
  ) throws(WalkInterrupted) -> ReorderAnswer {
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

  /// The speed of automatic scrolling while the finger is at a point, in points per second, positive towards the end.
  private func autoScroll(at point: Point, _ bounds: Rect) -> Double {
    let (zone, speed) = (100.0, 12.0)
    let (start, end) = layout.along(bounds)
    let place = layout.along(Rect(x: point.x, y: point.y, width: 0, height: 0)).start
    if place < start + zone { return -speed * min(start + zone - place, zone) }
    if place > end - zone { return speed * min(place - (end - zone), zone) }
    return 0
  }

  /// An element with its numbers before the move; nil for the dragged item. Only the numbers of cells change.
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

/// The answer for a viewport while an item is dragged (docs/rules.md#reordering).
public struct ReorderAnswer: Sendable {
  /// The path of the item after the move.
  public let target: ItemPath
  /// The frame of the item at the target.
  public let gap: Rect
  /// A frame of the same size, centred at the finger.
  public let dragged: Rect
  /// The elements that do not pin, without the dragged item, in their order after the move. Cells have their numbers
  /// from before the move: ask `ReorderPreview` for their appearance, members and so on.
  public let elements: [LayoutAttributes]
  /// The special elements.
  public let special: [LayoutAttributes]
  /// The size of the content after the move, in points.
  public let contentSize: Size
  /// The speed of automatic scrolling, in points per second, positive towards the end.
  public let autoScroll: Double

  /// The greatest number of elements.
  public static let elementsMax = 10_000
}

/// Attributes of an answer's elements, whose cells have their numbers from before the move.
extension ReorderPreview {
  /// The appearance of a cell or a supplementary element. O(1)
  public func appearance(of element: Element) -> Appearance? {
    layout.snapshot.appearance(of: element)
  }

  /// The colour of a decoration; nil for other elements. O(log sections)
  public func decorationColor(of element: Element) -> Color? {
    layout.snapshot.decorationColor(of: element)
  }

  /// Whether the size of a cell or a supplementary element is an estimate. O(log runs)
  public func isEstimated(_ element: Element) -> Bool { before.isEstimated(element) }

  /// Whether the size of any element is an estimate.
  public var hasEstimates: Bool { before.hasEstimates }

  /// The members of a cell's item beside its size; nil if it has none. O(log runs)
  public func members(of element: Element) -> GivenMembers? { before.members(of: element) }

  /// Whether any item has members beside its size.
  public var hasMembers: Bool { before.hasMembers }
}

extension Snapshot {
  /// Whether an existing item can be moved to a target: the path must exist after the move.
  public func hasPlace(_ target: ItemPath, forMoving item: ItemPath) -> Bool {
    guard target.section >= 0, target.section < sections.count, target.item >= 0 else {
      return false
    }
    let count = sections[target.section].items.count
    return target.section == item.section ? target.item < count : target.item <= count
  }
}

extension SnapshotDraft {
  /// Applies a step that moves one item.
  ///
  /// - Parameter sections: The source of inserted sections. This step inserts none, so it is not called.
  /// - Throws: The mistake in the step, or `.budgetExceeded` if the meter runs out of units.
  package func move(
    _ item: ItemPath, to target: ItemPath, _ sections: inout some StepSections,
    meter: inout WorkMeter
  ) throws(StepFailure) {
    var given = GivenStep()
    given.step.move = [Step.Move(from: Range(item, count: 1), to: target)]
    try apply(given, &sections, meter: &meter)
  }
}

/// The section source of a step that inserts and sets no sections.
package struct NoSections: StepSections {
  package let settings = NumberedValues<SizeSettings>()

  package init() {}

  package mutating func set(
    _ section: Section, by entry: Int, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Section {
    preconditionFailure("the step is of items alone")
  }

  package mutating func snapshotSettings(
    meter: inout WorkMeter
  ) throws(WalkInterrupted) -> SnapshotSettings { SnapshotSettings() }
}
