/// Equal items, which all stand at one place. Needs no memory and no time per item.
final class FixedPile: ItemArrangement {
  private let items: Items
  private let scale: FrameScale
  private let given: GivenFrame

  /// Creates the arrangement of at least one item. Marks and attributes of the items may differ.
  init(_ items: Items, _ scale: FrameScale) {
    (self.items, self.scale) = (items, scale)
    given = FrameColumns.frame(of: items[0])
  }

  var order: ItemOrder { .anywhere }
  var extent: Double { scale.ends(given).y }
  var reach: Double { scale.ends(given).x }
  var hasArea: Bool { given.z * scale.factor > 0 && given.w * scale.factor > 0 }
  var byteCount: Int { HeapBytes.object((Items, FrameScale, GivenFrame).self) + items.byteCount }

  func frame(ofItem index: Int, origin: Double) -> CellFrame { scale.cell(given, origin) }

  func line(ofItem item: Int) -> Range<Int> { item..<item + 1 }

  func visitItems(
    in window: Window, origin: Double, from first: Int, meter: inout WorkMeter,
    into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    let cell = scale.cell(given, origin)
    guard window.overlaps(cell.frame) else { return }
    var item = first
    while item < items.count {
      try meter.take()
      if sink.takesTopmost { item = items.run(ofItem: item).upperBound - 1 }
      try sink.takeCell(item, cell)
      item += 1
    }
  }
}
