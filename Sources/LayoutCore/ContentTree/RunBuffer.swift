/// Runs that are not in a leaf yet, in columns. Adjacent items with equal sizes, marks and members are one run.
struct RunBuffer {
  private(set) var counts = RunColumn()
  private(set) var widths = RunColumn()
  private(set) var heights = RunColumn()
  private var members = RunMembers()
  /// The first run of the next leaf.
  private var start = 0
  /// There is no cut before this run.
  private var untested = 0
  /// The number of runs in the columns.
  private var count = 0
  private var capacity = 0
  /// The run after those in the columns, which may still grow.
  private(set) var last: ItemRun?

  private static let capacityMin = 64

  /// The number of runs that are not in a leaf yet, without the last one.
  var pending: Int { count - start }

  /// Whether no runs are waiting for their leaf.
  var isEmpty: Bool { pending == 0 && last == nil }

  /// Appends a run of at least one item. O(1)
  mutating func append(_ run: ItemRun) {
    if last?.joins(run) == true {
      last!.count += run.count
    } else {
      flush()
      last = run
    }
  }

  /// Completes the last run: later items do not join it.
  mutating func flush() {
    guard let run = takeLast() else { return }
    reserve(1)
    counts.append(run.sizes.markedCount, at: count, capacity: capacity)
    widths.append(run.sizes.widthBits, at: count, capacity: capacity)
    heights.append(run.sizes.heightBits, at: count, capacity: capacity)
    members.append(run.members, at: count)
    count += 1
  }

  /// Removes and returns the last run.
  mutating func takeLast() -> ItemRun? {
    defer { last = nil }
    return last
  }

  private mutating func reserve(_ more: Int) {
    if count + more <= capacity && start < max(count, 1) { return }
    let runs = start..<count
    if runs.count + more > capacity {
      capacity = max(RunBuffer.capacityMin, 2 * capacity, runs.count + more)
    }
    counts.move(runs, capacity: capacity)
    widths.move(runs, capacity: capacity)
    heights.move(runs, capacity: capacity)
    members.move(runs)
    count -= start
    untested -= start
    start = 0
  }

  /// Appends some items of a leaf. O(runs of these items)
  @inline(never)
  mutating func append(_ leaf: Leaf, items: Range<Int>) {
    guard !items.isEmpty else { return }
    let beginsAlike = isEmpty && items.lowerBound == 0
    // The next leaf begins like that one, which has no cut inside.
    defer { if beginsAlike { untested = count } }
    let (first, firstItem) = leaf.run(ofItem: items.lowerBound)
    var run = leaf[first]
    let firstEnd = firstItem + run.count
    run.count = min(firstEnd, items.upperBound) - items.lowerBound
    append(run)
    guard items.upperBound > firstEnd else { return }
    let (end, endItem) = leaf.run(ofItem: items.upperBound - 1)
    let between = first + 1..<end
    if !between.isEmpty {
      flush()
      reserve(between.count)
      counts.append(
        leaf.counts, areExtents: false, between, at: count, capacity: capacity)
      widths.append(leaf.widths, areExtents: true, between, at: count, capacity: capacity)
      heights.append(leaf.heights, areExtents: true, between, at: count, capacity: capacity)
      members.append(leaf, between, at: count)
      count += between.count
    }
    run = leaf[end]
    run.count = items.upperBound - endItem
    append(run)
  }

  /// Appends listed items. O(items)
  mutating func append(_ items: ListedItems, _ numbers: Span<Double>) {
    guard items.count > 0 else { return }
    var start = items.end(ofRunAt: 0, numbers)
    append(items.run(0..<start, numbers))
    guard start < items.count else { return }
    flush()
    reserve(items.count)
    let columns = items.columns(of: &members)
    while true {
      let end = items.end(ofRunAt: start, numbers)
      if end == items.count { break }
      let run = items.sizes(start..<end, numbers)
      counts.append(run.markedCount, at: count, capacity: capacity)
      widths.append(run.widthBits, at: count, capacity: capacity)
      heights.append(run.heightBits, at: count, capacity: capacity)
      items.append(start, numbers, to: columns, of: &members, at: count)
      count += 1
      start = end
    }
    last = items.run(start..<items.count, numbers)
  }

  /// Appends at least one item with the same mark and without members, with one extent each or one for all. O(items)
  mutating func append(
    count itemCount: Int, widths: Span<Double>, heights: Span<Double>, isEstimated: Bool
  ) {
    append(ItemRun(width: widths[0], height: heights[0], isEstimated: isEstimated))
    guard itemCount > 1 else { return }
    let others = 1..<itemCount
    if RunBuffer.areNeighboursDifferent(widths, heights) {
      flush()
      let between = others.dropLast()
      if !between.isEmpty {
        let one = SizedRun(width: 0, height: 0, isEstimated: isEstimated).markedCount
        reserve(between.count)
        counts.append(one, at: count..<count + between.count, capacity: capacity)
        self.widths.append(widths, between, at: count, capacity: capacity)
        self.heights.append(heights, between, at: count, capacity: capacity)
        count += between.count
      }
      last = ItemRun(
        width: widths[widths.count - 1], height: heights[heights.count - 1],
        isEstimated: isEstimated)
    } else {
      join(others, widths: widths, heights: heights)
    }
  }

  /// Whether every item differs in size from the one before. O(items)
  private static func areNeighboursDifferent(
    _ widths: Span<Double>, _ heights: Span<Double>
  ) -> Bool {
    var equals: UInt64 = 0
    if widths.count == 1 || heights.count == 1 {
      let numbers = widths.count == 1 ? heights : widths
      let before = numbers.extracting(droppingLast: 1)
      let after = numbers.extracting(droppingFirst: 1)
      for place in after.indices { equals |= after[place] == before[place] ? 1 : 0 }
    } else {
      let widthsBefore = widths.extracting(droppingLast: 1)
      let widths = widths.extracting(droppingFirst: 1)
      let heightsBefore = heights.extracting(droppingLast: 1)
      let heights = heights.extracting(droppingFirst: 1)
      for place in widths.indices {
        equals |=
          widths[place] == widthsBefore[place] && heights[place] == heightsBefore[place] ? 1 : 0
      }
    }
    return equals == 0
  }

  /// Adds items after the last run, and joins adjacent ones of equal size. O(items)
  private mutating func join(_ items: Range<Int>, widths: Span<Double>, heights: Span<Double>) {
    let run = last!.sizes
    reserve(items.count + 1)
    counts.spread(count, capacity: capacity)
    let end: Int
    if heights.count == 1 {
      self.widths.spread(count, capacity: capacity)
      end = RunBuffer.join(
        widths.extracting(items), to: run.widthBits, run.markedCount, at: count,
        &self.widths.numbers, &counts.numbers)
      self.heights.append(run.heightBits, at: count..<end + 1, capacity: capacity)
    } else if widths.count == 1 {
      self.heights.spread(count, capacity: capacity)
      end = RunBuffer.join(
        heights.extracting(items), to: run.heightBits, run.markedCount, at: count,
        &self.heights.numbers, &counts.numbers)
      self.widths.append(run.widthBits, at: count..<end + 1, capacity: capacity)
    } else {
      self.widths.spread(count, capacity: capacity)
      self.heights.spread(count, capacity: capacity)
      end = RunBuffer.join(
        widths.extracting(items), heights.extracting(items), to: run, at: count,
        &self.widths.numbers, &self.heights.numbers, &counts.numbers)
    }
    count = end
    last = ItemRun(
      SizedRun(
        markedCount: counts[end], width: Double(bitPattern: self.widths[end]),
        height: Double(bitPattern: self.heights[end])), nil)
  }

  /// Writes runs from `place` on, the first of which begins with the items of `marked`; the answer is the last one's
  /// place. Without branches, since those would be unpredictable.
  private static func join(
    _ source: Span<Double>, to first: UInt64, _ marked: UInt64, at place: Int,
    _ extents: inout SpanArray<UInt64>, _ counts: inout SpanArray<UInt64>
  ) -> Int {
    var extents = extents.mutableSpan
    var counts = counts.mutableSpan
    var (place, previous, marked) = (place, first, marked)
    let one = 2 | marked & 1
    extents[place] = previous
    counts[place] = marked
    for item in source.indices {
      let extent = (source[item] + 0).bitPattern
      let isNew: UInt64 = extent ^ previous == 0 ? 0 : 1
      place &+= Int(truncatingIfNeeded: isNew)
      marked = marked &+ 2 &- (0 &- isNew) & (marked &+ 2 &- one)
      extents[place] = extent
      counts[place] = marked
      previous = extent
    }
    return place
  }

  /// The same for widths and heights.
  private static func join(
    _ sourceWidths: Span<Double>, _ sourceHeights: Span<Double>, to first: SizedRun, at place: Int,
    _ widths: inout SpanArray<UInt64>, _ heights: inout SpanArray<UInt64>,
    _ counts: inout SpanArray<UInt64>
  ) -> Int {
    var widths = widths.mutableSpan
    var heights = heights.mutableSpan
    var counts = counts.mutableSpan
    var (place, previousWidth, previousHeight) = (place, first.widthBits, first.heightBits)
    var marked = first.markedCount
    let one = 2 | marked & 1
    widths[place] = previousWidth
    heights[place] = previousHeight
    counts[place] = marked
    for item in sourceWidths.indices {
      let width = (sourceWidths[item] + 0).bitPattern
      let height = (sourceHeights[item] + 0).bitPattern
      let isNew: UInt64 = (width ^ previousWidth) | (height ^ previousHeight) == 0 ? 0 : 1
      place &+= Int(truncatingIfNeeded: isNew)
      marked = marked &+ 2 &- (0 &- isNew) & (marked &+ 2 &- one)
      widths[place] = width
      heights[place] = height
      counts[place] = marked
      previousWidth = width
      previousHeight = height
    }
    return place
  }
}

extension RunBuffer {
  /// Removes and returns the first leaf if it is complete, else nil. The last run is complete only after `flush`.
  /// O(runs not tested yet)
  mutating func nextLeaf() -> LeafContent? {
    let end = LeafCut.end(
      counts: counts, widths: widths, heights: heights, members: members, start: start,
      untested: untested, end: count)
    guard let end else {
      untested = count
      return nil
    }
    return leaf(upTo: end)
  }

  /// Removes all waiting runs, at least one, and returns them as a leaf. O(runs)
  mutating func lastLeaf() -> LeafContent { leaf(upTo: count) }

  @inline(never)
  private mutating func leaf(upTo end: Int) -> LeafContent {
    let runs = start..<end
    let leaf = LeafContent(
      counts: LeafColumn(counts: counts, runs), widths: LeafColumn(extents: widths, runs),
      heights: LeafColumn(extents: heights, runs),
      members: members.columns(runs), runCount: runs.count)
    start = end
    untested = end
    if start == count { reserve(0) }
    return leaf
  }
}
