import ContentHash
import LayoutCore

/// Layouts while an item is dragged (docs/rules.md#reordering).
extension LayoutModule {
  /// Writes the item's place after the move, the gap, the dragged item's frame, the size of the content and the speed
  /// at which it scrolls on its own, then the elements and the special elements. Returns 0, or 1 if there is no such
  /// item, or 2 if there is no such target.
  ///
  /// The input is the bounds, the inset, the item, the target as a place after the move, and the point.
  func reorder(_ number: Int32, _ input: NumberInput) -> Int32 {
    answer { () throws(ModuleFailure) in
      var input = input
      let layout = try layouts[number]
      let (bounds, inset) = (try input.rect(), try input.insets())
      let (item, given, point) = (try input.path(), try input.path(), try input.point())
      try input.end()
      guard layout.snapshot.hasItem(item) else { return 1 }
      guard layout.snapshot.hasPlace(given, forMoving: item) else { return 2 }
      let drag = Drag(number, layout, item, input)
      var preview = try preview(drag, to: given)
      let target = try LayoutModule.walk { (meter) throws(WalkInterrupted) in
        try preview.made.target(at: point, meter: &meter)
      }
      if target != given { preview = try self.preview(drag, to: target) }
      let answer = try LayoutModule.walk { (meter) throws(WalkInterrupted) in
        try preview.made.answer(at: point, bounds: bounds, inset: inset, meter: &meter)
      }
      output.append(Double(target.section))
      output.append(Double(target.item))
      let grid = output.grid(of: preview.made.layout.snapshot)
      output.append(grid?.rounded(answer.gap) ?? answer.gap)
      output.append(grid?.rounded(answer.dragged) ?? answer.dragged)
      let size = grid?.rounded(answer.contentSize) ?? answer.contentSize
      output.append(size.width)
      output.append(size.height)
      output.append(answer.autoScroll)
      // Cells have the numbers from before the move; their looks are those of their sections.
      for list in [answer.elements, answer.special] {
        output.append(list, next: nil, of: preview.made.layout.snapshot, sized: layout.snapshot)
      }
      return 0
    }
  }

  /// The preview for an existing target. The last one is kept: a finger mostly stays over its target.
  private func preview(_ drag: Drag, to target: ItemPath) throws(ModuleFailure) -> KeptPreview {
    if let preview, preview.layout == drag.number, preview.made.item == drag.item,
      preview.made.target == target
    {
      return preview
    }
    // The previous one is released first: there is memory for only one.
    preview = nil
    let layout = drag.layout
    var moved = layout
    if target != drag.item {
      let change = SnapshotDraft(
        layout.snapshot, sectionsMax: ContentLimits.sections, naming: .sha256)
      let snapshot = try stepping(0) { () throws(StepFailure) in
        var meter = WorkMeter(portion: LayoutModule.meterSteps)
        // The type is that of other changes' steps, because the code that applies steps is compiled only for that.
        var sections = StepsInput(drag.input, isHorizontal: false)
        try change.move(drag.item, to: target, &sections, meter: &meter)
        return try change.snapshot(
          itemsMax: NumberInput.itemsMax, explicitItemsMax: ContentLimits.explicitItems,
          meter: &meter)
      }
      moved = try laidOut(
        snapshot, width: layout.containerWidth,
        from: (layout, change.applied.mapping.sections))
    }
    let made = KeptPreview(
      drag.number, ReorderPreview(moved, moving: drag.item, to: target, in: layout.snapshot))
    preview = made
    return made
  }

  /// An item that is dragged.
  private final class Drag {
    let number: Int32
    let layout: Layout
    let item: ItemPath
    /// Input that has been read completely.
    let input: NumberInput

    init(_ number: Int32, _ layout: Layout, _ item: ItemPath, _ input: NumberInput) {
      self.number = number
      self.layout = layout
      self.item = item
      self.input = input
    }
  }
}

/// A preview, and the number of its layout.
final class KeptPreview {
  let layout: Int32
  let made: ReorderPreview

  init(_ layout: Int32, _ made: ReorderPreview) {
    self.layout = layout
    self.made = made
  }
}
