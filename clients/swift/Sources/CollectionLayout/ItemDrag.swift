internal import ContentHash
internal import LayoutCore
public import LayoutTypes
internal import LayoutWire

/// A drag of an item to another place (docs/rules.md#reordering).
///
/// The layout in which the drag began does not change. `move(to:bounds:inset:)` returns the elements that the viewport
/// shows meanwhile; `step` is the change to apply on a drop.
public struct ItemDrag: Sendable {
  private let layout: SnapshotLayout
  private var preview: ReorderPreview

  fileprivate init(_ layout: SnapshotLayout, _ preview: ReorderPreview) {
    self.layout = layout
    self.preview = preview
  }

  /// The dragged item, in the layout in which the drag began.
  public var item: LayoutTypes.ItemPath { ItemPath(preview.item) }

  /// The place to which a drop would move the item, after the move.
  public var target: LayoutTypes.ItemPath { ItemPath(preview.target) }

  /// The step of a drop.
  public var step: LayoutTypes.Step {
    Step { $0.move = [.init(from: item, to: target)] }
  }

  /// The elements that the viewport shows while the finger is at a point. The topmost cell there becomes the target,
  /// or the place behind the items of the section there.
  /// Costs a change if the target changes, else as much as finding the elements.
  ///
  /// - Parameters:
  ///   - point: The position of the finger, in content coordinates.
  ///   - bounds: The viewport.
  ///   - inset: The insets within which elements pin.
  /// - Throws: `bad-parameter` for bounds without area, for numbers that are not finite, and for more than 10 000
  ///   elements in the bounds; `cannot-lay-out` or `invalid-change` if the item cannot be moved there.
  public mutating func move(
    to point: LayoutPoint, bounds: LayoutRect, inset: LayoutInsets = .zero
  ) throws(Refusal) -> LayoutTypes.ReorderAnswer {
    try Refusal.check(point, "point")
    try Refusal.check(bounds, "bounds")
    try Refusal.check(inset, "inset")
    let place = LayoutCore.Point(layout.container.inner(point))
    let asked = LayoutCore.Rect(layout.container.inner(bounds))
    let target = try walking(refusedAs: "point") { (meter) throws(WalkInterrupted) in
      try preview.target(at: place, meter: &meter)
    }
    let moved = target == preview.target ? preview : try layout.preview(preview.item, to: target)
    let found = try walking(refusedAs: "bounds") { (meter) throws(WalkInterrupted) in
      try unlessTooMany { () throws(WalkInterrupted) in
        try moved.answer(
          at: place, bounds: asked, inset: LayoutCore.EdgeInsets(inset), meter: &meter)
      }
    }
    guard let found else {
      throw .parameter(
        "bounds", .tooMany,
        "More than \(LayoutCore.ReorderAnswer.elementsMax) elements are in them.")
    }
    preview = moved
    func element(_ attributes: LayoutAttributes) -> LayoutElement {
      // Cells have their numbers from before the move. Separators are those of the preview.
      let snapshot =
        attributes.element.kind.category == .decoration
        ? moved.layout.snapshot : layout.core.snapshot
      return LayoutElement(attributes, of: snapshot)
    }
    return layout.container.told(
      ReorderAnswer(
        target: ItemPath(found.target), gap: LayoutRect(found.gap),
        dragged: LayoutRect(found.dragged),
        elements: found.elements.map(element), special: found.special.map(element),
        contentSize: LayoutSize(found.contentSize), autoScroll: found.autoScroll))
  }
}

extension SnapshotLayout {
  /// Begins to drag an item.
  ///
  /// - Parameters:
  ///   - item: The item to drag.
  ///   - target: The first target, as a place after the move. The default is the item's own place. In another section
  ///     it may be the
  ///     place after the last item.
  /// - Throws: `bad-parameter` for an item or a place that does not exist; `cannot-lay-out` or `invalid-change` if the
  ///   item cannot be moved there.
  public func dragging(
    _ item: LayoutTypes.ItemPath, to target: LayoutTypes.ItemPath? = nil
  ) throws(Refusal) -> ItemDrag {
    let path = try checked(item, "item")
    let place = target.map { LayoutCore.ItemPath($0.section, $0.item) } ?? path
    guard core.snapshot.hasPlace(place, forMoving: path) else {
      throw .parameter(
        "target", .outOfRange,
        "The layout has no place \(place.section),\(place.item) after the move.")
    }
    return ItemDrag(self, try preview(path, to: place))
  }

  /// The preview of a move.
  fileprivate func preview(
    _ item: LayoutCore.ItemPath, to target: LayoutCore.ItemPath
  ) throws(Refusal) -> ReorderPreview {
    guard item != target else {
      return ReorderPreview(core, moving: item, to: target, in: core.snapshot)
    }
    let changed = try Refusal.reading { (meter) throws(DecodingInterrupted) in
      try ChangedSnapshot(
        moving: item, to: target, of: core.snapshot, limits: SnapshotLimits(), naming: .sha256,
        meter: &meter)
    }
    let moved = try SnapshotLayout.prepared(
      Snapshot(snapshot.named.naming(changed)), container.room,
      from: Earlier(layout: core, origins: changed.applied.mapping.sections))
    return ReorderPreview(moved, moving: item, to: target, in: core.snapshot)
  }
}

extension LayoutTypes.ItemPath {
  fileprivate init(_ path: LayoutCore.ItemPath) {
    self.init(section: path.section, item: path.item)
  }
}
