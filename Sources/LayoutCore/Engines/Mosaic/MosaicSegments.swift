/// Segments computed by arithmetic: the leading styles, the repeated cycle of styles, and a last segment for the
/// remaining items (docs/rules.md#mosaic-sequence). Needs no memory and no time per item.
final class MosaicSegments: ItemArrangement {
  private let itemCount: Int
  private let leading: StyleSequence
  private let cycle: StyleSequence
  /// The frames of the items of each style, by the style's position in `allCases`. y is measured from the segment's
  /// top.
  private let slots: [[Rect]]
  /// All extents of items within a segment along the scroll axis.
  private let bands: [Band]
  private let segmentHeight: Double
  private let pitch: Double
  /// The number of segments whose style follows from their number. One more segment may follow.
  private let regularCount: Int
  private let segmentCount: Int
  let order: ItemOrder
  /// Spacing that is wider than the room moves items without a width out of it.
  let reach: Double

  init(_ engine: MosaicEngine, itemCount count: Int, in room: ItemRoom) {
    let (leading, cycle) = (engine.leading, engine.cycle)
    // While three items remain, the next style is used. No style has more items.
    let regularCount = partitionPoint(0..<count + 1) {
      MosaicSegments.firstItem($0, leading, cycle) > count - 3
    }
    let regularItems = MosaicSegments.firstItem(regularCount, leading, cycle)
    itemCount = count
    self.leading = leading
    self.cycle = cycle
    self.regularCount = regularCount
    segmentCount = regularCount + (regularItems < count ? 1 : 0)
    segmentHeight = engine.segmentHeight
    pitch = engine.segmentHeight + room.lineSpacing
    reach = room.itemSpacing
    let slots = MosaicSegments.slots(engine, in: room)
    self.slots = slots
    let isFlat = !SegmentStyle.allCases.contains { style in
      cycle.contains(style) && slots[style.position].contains { $0.width > 0 && $0.height > 0 }
    }
    order = .cycle(
      LineCycle(
        start: leading.itemCount, end: regularItems, period: cycle.itemCount, isFlat: isFlat))
    var bands: [Band] = []
    for slot in slots.joined() where slot.height > 0 {
      let band = Band(y: slot.y, height: slot.height)
      if !bands.contains(band) { bands.append(band) }
    }
    self.bands = bands
  }

  /// The frames of the items of each style in a segment (docs/rules.md#mosaic-styles), by the style's position in
  /// `allCases`.
  private static func slots(
    _ engine: MosaicEngine, in room: ItemRoom
  ) -> [[Rect]] {
    let (left, available) = (room.left, room.width)
    let (gap, spacing) = (room.itemSpacing, room.lineSpacing)
    let full = engine.segmentHeight
    let low = max(0, (full - spacing) / 2)
    let shared = max(0, available - gap)
    let (half, third, twoThirds) = (shared / 2, shared / 3, 2 * shared / 3)
    func stack(_ x: Double) -> [Rect] {
      [
        Rect(x: x, y: 0, width: third, height: low),
        Rect(x: x, y: low + spacing, width: third, height: low),
      ]
    }
    return SegmentStyle.allCases.map { style in
      switch style {
      case .fullWidth:
        [Rect(x: left, y: 0, width: available, height: full)]
      case .fiftyFifty:
        [
          Rect(x: left, y: 0, width: half, height: full),
          Rect(x: left + (half + gap), y: 0, width: half, height: full),
        ]
      case .twoThirdsOneThird:
        [Rect(x: left, y: 0, width: twoThirds, height: full)] + stack(left + (twoThirds + gap))
      case .oneThirdTwoThirds:
        stack(left) + [Rect(x: left + (third + gap), y: 0, width: twoThirds, height: full)]
      }
    }
  }

  /// The first item of a segment, for any number of items.
  private static func firstItem(
    _ segment: Int, _ leading: StyleSequence, _ cycle: StyleSequence
  ) -> Int {
    if segment <= leading.count { return leading.itemsBefore(segment) }
    let (rounds, position) = (segment - leading.count).quotientAndRemainder(
      dividingBy: cycle.count)
    return leading.itemCount + rounds * cycle.itemCount + cycle.itemsBefore(position)
  }

  private func firstItem(_ segment: Int) -> Int {
    MosaicSegments.firstItem(segment, leading, cycle)
  }

  private func style(ofSegment segment: Int) -> SegmentStyle {
    if segment == regularCount {
      return itemCount - firstItem(segment) == 1 ? .fullWidth : .fiftyFifty
    }
    if segment < leading.count { return leading[segment] }
    return cycle[(segment - leading.count) % cycle.count]
  }

  @inline(__always)
  private func segmentTop(_ segment: Int) -> Double { Double(segment) * pitch }

  var extent: Double { segmentTop(segmentCount - 1) + segmentHeight }

  var byteCount: Int {
    HeapBytes.object(
      (
        Int, StyleSequence, StyleSequence, [[Rect]], [Band], Double, Double, Int, Int, ItemOrder,
        Double
      ).self) + HeapBytes.array(slots) + HeapBytes.array(bands)
      + slots.reduce(0) { $0 + HeapBytes.array($1) }
  }

  func edges(ofLineWith item: Int) -> (top: Double, bottom: Double) {
    let segment = segment(ofItem: item)
    let top = segmentTop(segment)
    let bottoms = slots[style(ofSegment: segment).position].map { top + $0.y + $0.height }
    return (top, bottoms.max() ?? top)
  }

  private func segment(ofItem item: Int) -> Int {
    partitionPoint(0..<segmentCount - 1) { firstItem($0 + 1) > item }
  }

  func line(ofItem item: Int) -> Range<Int> {
    let segment = segment(ofItem: item)
    return firstItem(segment)..<(segment < segmentCount - 1 ? firstItem(segment + 1) : itemCount)
  }

  func frame(ofItem index: Int, origin: Double) -> CellFrame {
    let segment = segment(ofItem: index)
    let slot = slots[style(ofSegment: segment).position][index - firstItem(segment)]
    return cell(segment, slot, origin)
  }

  @inline(__always)
  private func cell(_ segment: Int, _ slot: Rect, _ origin: Double) -> CellFrame {
    CellFrame(
      frame: Rect(
        x: slot.x, y: origin + (segmentTop(segment) + slot.y), width: slot.width,
        height: slot.height),
      columnIndex: nil)
  }

  func visitItems(
    in window: Window, origin: Double, from first: Int,
    meter: inout WorkMeter, into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    let segments = segments(in: window.along, origin: origin)
    let firstSegment = partitionPoint(0..<segmentCount - 1) { firstItem($0 + 1) > first }
    // Styles without an item that has a height and overlaps the window across the scroll axis can be skipped.
    let answering = SegmentStyle.allCases.filter { style in
      slots[style.position].contains {
        $0.height > 0 && window.across.overlaps($0.x, $0.width)
      }
    }
    var segment = nextSegment(
      from: max(segments.lowerBound, firstSegment), among: answering)
    while segment < segments.upperBound {
      let firstItem = firstItem(segment)
      for (offset, slot) in slots[style(ofSegment: segment).position].enumerated() {
        try meter.take()
        let cell = cell(segment, slot, origin)
        if firstItem + offset >= first, window.overlaps(cell.frame) {
          try sink.takeCell(firstItem + offset, cell)
        }
      }
      segment = nextSegment(from: segment + 1, among: answering)
    }
  }

  /// The segments that may have items in the window, whatever height items have. O(log segments)
  private func segments(in window: AxisWindow, origin: Double) -> Range<Int> {
    let first = partitionPoint(0..<segmentCount) { segment in
      bands.contains {
        !window.isBefore(origin + (segmentTop(segment) + $0.y), $0.height)
      }
    }
    let end = partitionPoint(first..<segmentCount) { segment in
      bands.allSatisfy {
        window.isBehind(origin + (segmentTop(segment) + $0.y), $0.height)
      }
    }
    return first..<end
  }

  /// The extent of an item within a segment along the scroll axis.
  private struct Band: Equatable {
    let y: Double
    let height: Double
  }

  /// The first segment at or after `segment` with one of the styles; `segmentCount` if there is none. O(log styles)
  private func nextSegment(from segment: Int, among styles: [SegmentStyle]) -> Int {
    if segment < leading.count, let next = leading.next(from: segment, among: styles) {
      if next < regularCount { return next }
    } else if segment < regularCount {
      let (round, position) = max(0, segment - leading.count).quotientAndRemainder(
        dividingBy: cycle.count)
      let start = leading.count + round * cycle.count
      if let next = cycle.next(from: position, among: styles) {
        if start + next < regularCount { return start + next }
      } else if let next = cycle.next(from: 0, among: styles) {
        if start + cycle.count + next < regularCount { return start + cycle.count + next }
      }
    }
    if segment <= regularCount, regularCount < segmentCount,
      styles.contains(style(ofSegment: regularCount))
    {
      return regularCount
    }
    return segmentCount
  }
}

extension MosaicSegments: ItemRows {
  var rows: (any ItemRows)? { self }
  var rowCount: Int { segmentCount }

  func row(_ number: Int) -> (top: Double, extent: Double) { (segmentTop(number), segmentHeight) }

  func row(ofItem item: Int) -> Int { segment(ofItem: item) }

  func visitRows(
    in window: AxisWindow, origin: Double, part: RowPart, from first: Int, meter: inout WorkMeter,
    _ body: (Int, Double, Double, inout WorkMeter) throws(WalkInterrupted) -> Void
  ) throws(WalkInterrupted) {
    let segments = window.rows(with: part, from: origin).rows(
      segmentCount, extent: segmentHeight, top: segmentTop)
    for segment in max(first, segments.lowerBound)..<max(first, segments.upperBound) {
      try meter.take()
      try body(segment, segmentTop(segment), segmentHeight, &meter)
    }
  }
}
