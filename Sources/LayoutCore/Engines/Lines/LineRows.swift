/// Lines as rows, by their numbers in the section.
extension Lines {
  /// The top of an existing line, in points from the top of the items, and its height. O(log nodes + leaves of a node +
  /// the line's runs in its leaf)
  ///
  /// - Parameter perLine: The number of items of each line if all have the same number, else nil.
  func row(_ number: Int, perLine: Int?) -> (top: Double, extent: Double) {
    let (place, line) = block(ofLine: number)
    return (place.top(ofLine: line), place.block.extent(ofLine: line, perLine: perLine))
  }

  /// The number of the line of an existing item. O(log leaves + leaves of a node)
  func row(ofItem item: Int, perLine: Int?) -> Int {
    let place = block(ofItem: item)
    return firstLine(of: place) + place.block.line(ofItem: item - place.firstItem, perLine: perLine)
  }

  /// This number of leaves, or of heights, that are read together costs as much as a step.
  private static let readsPerStep = 16

  /// Calls `body` with the number, the top and the height of the lines from `first` on that overlap the window, in
  /// order. O(log leaves + leaves of a node), then O(1) for each line whose height is known, else O(its runs)
  ///
  /// - Parameter skipsFlat: Whether many of the lines without a height may be left out.
  func visitRows(
    in window: LocalWindow, from first: Int, perLine: Int?, skipsFlat: Bool,
    meter: inout WorkMeter,
    _ body: (Int, Double, Double, inout WorkMeter) throws(WalkInterrupted) -> Void
  ) throws(WalkInterrupted) {
    guard first < lineCount else { return }
    let (start, line) = block(ofLine: first)
    let item =
      start.firstItem + start.block.items(ofLine: line, perLine: perLine).lowerBound
    var next: PlacedBlock? = block(endingBehind: window.before, from: item)
    /// The item behind the last block, and the number of its line.
    var behind = (item: -1, line: 0)
    while let place = next {
      let block = place.block
      if skipsFlat, block.isFlat {
        next = try tallBlock(behind: place, meter: &meter)
        continue
      }
      let isNext = behind.item == place.firstItem + block.start
      if !isNext { try meter.take(place.child / Lines.readsPerStep) }
      let firstLine = isNext ? behind.line : self.firstLine(of: place)
      var line = place.line(endingBehind: window.before, from: item, perLine: perLine)
      while line < block.lineCount {
        let top = place.top(ofLine: line)
        if top >= window.behind { return }
        try meter.take()
        if block.knownExtent(ofLine: line) == nil {
          try meter.take(
            block.items(ofLine: line, perLine: perLine).count / Lines.readsPerStep)
        }
        let extent = block.extent(ofLine: line, perLine: perLine)
        if top + extent > window.before { try body(firstLine + line, top, extent, &meter) }
        line += 1
        if skipsFlat, line < block.lineCount { line = block.lineBehindFlats(from: line) }
      }
      behind = (place.firstItem + block.end, firstLine + block.lineCount)
      next = self.block(behind: place)
    }
  }
}
