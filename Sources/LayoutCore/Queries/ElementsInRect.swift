extension Layout {
  /// Calls `body` for every element that does not pin and overlaps a rectangle, in the order of docs/rules.md#order,
  /// from `start` on, until it returns false.
  ///
  /// The rectangle is in content coordinates. Throws `.visitor` if `body` returned false, and `.budgetExceeded` if the
  /// meter runs out of units. O(log sections + log items + elements visited + the sections, columns and items of lines
  /// and rows that the rectangle crosses)
  public func visitElements(
    in rect: Rect, from start: ElementPosition = .first, meter: inout WorkMeter,
    _ body: (LayoutAttributes) -> Bool
  ) throws(WalkInterrupted) {
    try ElementSink.visit(axis, body) { (sink) throws(WalkInterrupted) in
      try visitElements(in: axis.window(rect), from: start, meter: &meter, into: &sink)
    }
  }

  /// Appends the same elements to a list, which is faster than visiting them one by one. Throws `.visitor` if the list
  /// has no room for all of them.
  public func appendElements(
    in rect: Rect, from start: ElementPosition = .first, meter: inout WorkMeter,
    to list: inout ElementList
  ) throws(WalkInterrupted) {
    try ElementSink.append(to: &list, axis) { (sink) throws(WalkInterrupted) in
      try visitElements(in: axis.window(rect), from: start, meter: &meter, into: &sink)
    }
  }

  /// Calls `body` for every cell at a point, in order, until it returns false; of neighbouring equal items at one place for
  /// the last one. Its errors and its cost are those of `visitElements`.
  func visitCells(
    at point: Point, meter: inout WorkMeter, _ body: (LayoutAttributes) -> Bool
  ) throws(WalkInterrupted) {
    let window = axis.window(point)
    try ElementSink.visit(axis, takesTopmost: true, body) { (sink) throws(WalkInterrupted) in
      try visitCells(in: window, meter: &meter, into: &sink)
    }
  }

  /// Whether a cell of a section overlaps a window, other than that of one item.
  func hasCell(
    in window: Window, ofSection number: Int, but item: ItemPath, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Bool {
    let placed = placed(number)
    do throws(WalkInterrupted) {
      try ElementSink.visit(axis) {
        $0.element.section == item.section && $0.element.index == item.item
      } _: { (sink) throws(WalkInterrupted) in
        try visitCells(
          placed, in: window.along(upTo: placed.maxY), from: 0, byFrames: true, meter: &meter,
          into: &sink)
      }
      return false
    } catch {
      if case .budgetExceeded = error { throw error }
      return true
    }
  }

  /// Appends the same cells to a list.
  func appendCells(
    in window: Window, meter: inout WorkMeter, to list: inout ElementList
  ) throws(WalkInterrupted) {
    try ElementSink.append(to: &list, axis) { (sink) throws(WalkInterrupted) in
      try visitCells(in: window, meter: &meter, into: &sink)
    }
  }

  private func visitCells(
    in window: Window, meter: inout WorkMeter, into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    let numbers = sectionsWithCells
    for position in sections(numbers, in: window.along) {
      try meter.take()
      let placed = placed(Int(numbers[position]))
      try visitCells(
        placed, in: window.along(upTo: placed.maxY), from: 0, byFrames: true, meter: &meter,
        into: &sink)
    }
  }

  /// Appends the elements that do not pin and overlap a window to a list.
  func appendElements(
    in window: Window, meter: inout WorkMeter, to list: inout ElementList
  ) throws(WalkInterrupted) {
    try ElementSink.append(to: &list, axis) { (sink) throws(WalkInterrupted) in
      try visitElements(in: window, from: .first, meter: &meter, into: &sink)
    }
  }

  /// Passes the same elements to a sink. The window may be a rectangle or a point.
  func visitElements(
    in window: Window, from start: ElementPosition, meter: inout WorkMeter,
    into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    if start.section < 0, snapshot.globalHeaders.hasResting {
      try visitStack(
        snapshot.globalHeaders, .globalHeader, section: -1, in: window, from: start.index,
        meter: &meter, into: &sink, frame: globalHeaderFrame)
    }
    let numbers = sectionsWithArea
    let range = sections(numbers, in: window.along)
    let first = partitionPoint(range) { Int(numbers[$0]) >= start.section }
    if reach > 0 {
      return try visitElements(
        ofSections: numbers[first..<max(first, range.upperBound)], in: window, from: start,
        meter: &meter, into: &sink)
    }
    for position in first..<range.upperBound {
      try meter.take()
      try visitSection(Int(numbers[position]), in: window, from: start, &meter, &sink)
    }
  }

  private func visitSection(
    _ number: Int, in window: Window, from start: ElementPosition, _ meter: inout WorkMeter,
    _ sink: inout ElementSink
  ) throws(WalkInterrupted) {
    let begin =
      number == start.section
      ? start : ElementPosition(section: number, kind: .header, index: 0)
    let placed = placed(number)
    try visitSection(
      placed, in: window.along(upTo: placed.maxY), from: begin, meter: &meter, into: &sink)
  }

  /// Visits some sections, and the cells of others that transforms show within the window.
  @inline(never)
  private func visitElements(
    ofSections numbers: ArraySlice<Int32>, in window: Window, from start: ElementPosition,
    meter: inout WorkMeter, into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    let others = sections(sectionsWithReach, in: window.along.widened(by: reach))
    var (next, other) = (numbers.startIndex, others.lowerBound)
    while next < numbers.endIndex || other < others.upperBound {
      try meter.take()
      let own = next < numbers.endIndex ? numbers[next] : .max
      let transformed = other < others.upperBound ? sectionsWithReach[other] : .max
      if own <= transformed {
        next += 1
        if own == transformed { other += 1 }
        try visitSection(Int(own), in: window, from: start, &meter, &sink)
        continue
      }
      other += 1
      let number = Int(transformed)
      guard number >= start.section else { continue }
      var first = 0
      if number == start.section {
        if start.kind == .cell {
          first = start.index
        } else if start.kind.place > Element.Kind.cell.place {
          continue
        }
      }
      let placed = placed(number)
      try visitCells(
        placed, in: window.along(upTo: placed.maxY), from: first, meter: &meter, into: &sink)
    }
  }

  /// Visits the elements of one section in order, kind by kind.
  private func visitSection(
    _ placed: PlacedSection, in window: Window, from start: ElementPosition,
    meter: inout WorkMeter, into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    /// The first index to visit of a kind; nil if the whole kind is before the start.
    func begin(_ kind: Element.Kind) -> Int? {
      if kind == start.kind { return start.index }
      return kind.place > start.kind.place ? 0 : nil
    }
    if placed.section.headers.hasResting, let first = begin(.header) {
      try visitStack(
        placed.section.headers, .header, section: placed.number, in: window, from: first,
        meter: &meter, into: &sink, frame: placed.headerFrame)
    }
    if placed.section.placeholder != nil, begin(.placeholder) == 0 {
      try meter.take()
      let frame = placed.placeholderFrame
      if window.overlaps(frame) {
        try sink.take(
          attributes(.placeholder, placed.number, 0, frame, zIndex: ZIndex.placeholder))
      }
    }
    if let first = begin(.cell) {
      try visitCells(placed, in: window, from: first, meter: &meter, into: &sink)
    }
    if placed.section.footers.hasResting, let first = begin(.footer) {
      try visitStack(
        placed.section.footers, .footer, section: placed.number, in: window, from: first,
        meter: &meter, into: &sink, frame: placed.footerFrame)
    }
    if placed.layout.hasSeparatedRows, let separators = placed.separators {
      let number = placed.number
      if let first = begin(.rowSeparator) {
        try separators.visitRowSeparators(in: window, from: first, meter: &meter) {
          (index, frame) throws(WalkInterrupted) in
          try sink.take(
            attributes(.rowSeparator, number, index, frame, zIndex: ZIndex.separator))
        }
      }
      if let first = begin(.columnSeparator) {
        try separators.visitColumnSeparators(in: window, from: first, meter: &meter) {
          (index, frame) throws(WalkInterrupted) in
          try sink.take(
            attributes(.columnSeparator, number, index, frame, zIndex: ZIndex.separator))
        }
      }
    }
    if !snapshot.sectionSeparators.isEmpty, let first = begin(.sectionSeparator) {
      try visitSectionSeparators(placed, in: window, from: first, meter: &meter, into: &sink)
    }
    if let extras = placed.section.metrics.extras {
      try visit(
        extras, of: placed, in: window, background: begin(.background), shelf: begin(.shelf),
        meter: &meter, into: &sink)
    }
  }

  /// Visits the background and the shelves of a section, each from an index on; nil for none of them.
  private func visit(
    _ extras: SectionExtras, of placed: PlacedSection, in window: Window, background: Int?,
    shelf: Int?, meter: inout WorkMeter, into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    let number = placed.number
    if background == 0, let background = extras.background {
      try meter.take()
      let frame = placed.frame(of: background)
      if window.overlaps(frame) {
        try sink.take(attributes(.background, number, 0, frame, zIndex: ZIndex.background))
      }
    }
    if let shelf, let shelves = placed.shelves {
      try shelves.visit(in: window, from: shelf, meter: &meter) {
        (index, frame) throws(WalkInterrupted) in
        try sink.take(attributes(.shelf, number, index, frame, zIndex: ZIndex.shelf))
      }
    }
  }

  /// Visits the cells of a section that are not hidden and overlap a window.
  ///
  /// - Parameter byFrames: Whether cells are where their frames are, also those with transforms.
  func visitCells(
    _ placed: PlacedSection, in window: Window, from first: Int, byFrames: Bool = false,
    meter: inout WorkMeter, into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    guard first < placed.section.items.count else { return }
    let traits = placed.section.items.memberTraits
    if !traits.isDisjoint(with: byFrames ? .areHidden : .changeQueries) {
      return try visitChangedCells(
        placed, in: window, from: first, byFrames: byFrames, meter: &meter, into: &sink)
    }
    sink.section = placed.number
    try placed.layout.arrangement.visitItems(
      in: window, origin: placed.itemsOrigin, from: first, meter: &meter, into: &sink)
  }

  /// Visits the elements of a stack that do not pin.
  private func visitStack(
    _ stack: SupplementaryStack, _ kind: Element.Kind, section: Int, in window: Window,
    from first: Int, meter: inout WorkMeter, into sink: inout ElementSink,
    frame: (SupplementaryStack.Entry) -> Rect
  ) throws(WalkInterrupted) {
    let (entries, resting) = (stack.entries, stack.resting)
    // All of these elements span the container.
    guard window.across.overlaps(0, containerWidth) else { return }
    func entry(_ position: Int) -> SupplementaryStack.Entry {
      entries[resting[position]]
    }
    let candidates = window.along.candidates(count: resting.count) {
      if $0 < resting.count { return frame(entry($0)).y }
      return frame(entry($0 - 1)).y + entry($0 - 1).element.extent
    }
    let begin = partitionPoint(candidates) { entry($0).element.index >= first }
    for position in begin..<candidates.upperBound {
      try meter.take()
      let entry = entry(position)
      let rest = frame(entry)
      guard window.along.overlaps(rest.y, rest.height) else { continue }
      try sink.take(
        attributes(kind, section, entry.element.index, rest, zIndex: snapshot.zIndex(kind, entry)))
    }
  }

  private func visitSectionSeparators(
    _ placed: PlacedSection, in window: Window, from first: Int, meter: inout WorkMeter,
    into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    for position in snapshot.separators(ofSection: placed.number) {
      try meter.take()
      let separator = snapshot.sectionSeparators[position]
      let frame = placed.sectionSeparatorFrame(
        separator, snapshot.metrics(of: separator))
      guard separator.index >= first, window.overlaps(frame) else { continue }
      try sink.take(
        attributes(
          .sectionSeparator, placed.number, Int(separator.index), frame,
          zIndex: ZIndex.separator))
    }
  }
}
