/// A number for each run of a leaf, in the narrowest form that represents all of them exactly. The same form is hashed.
///
/// A column has marked counts, or extents. Extents are whole numbers in one or two bytes, otherwise the bits of floats
/// or doubles.
enum LeafColumn: Sendable {
  /// All numbers are equal. Extents are given by the bits of a double.
  case equal(UInt64)
  case bytes([UInt8])
  case words([UInt16])
  case halves([UInt32])
  case longs([UInt64])

  /// Creates a column of the marked counts of some runs. O(runs)
  init(counts column: RunColumn, _ runs: Range<Int>) {
    if column.areEqual {
      self = .equal(column.equal)
      return
    }
    let numbers = column.numbers.span.extracting(runs)
    var differences: UInt64 = 0
    var all: UInt64 = 0
    for run in numbers.indices {
      differences |= numbers[run] ^ numbers[0]
      all |= numbers[run]
    }
    if differences == 0 {
      self = .equal(numbers[0])
    } else if all < 1 << 8 {
      self = .bytes(LeafColumn.converted(numbers) { UInt8(truncatingIfNeeded: $0) })
    } else if all < 1 << 16 {
      self = .words(LeafColumn.converted(numbers) { UInt16(truncatingIfNeeded: $0) })
    } else if all < 1 << 32 {
      self = .halves(LeafColumn.converted(numbers) { UInt32(truncatingIfNeeded: $0) })
    } else {
      self = .longs(LeafColumn.converted(numbers) { $0 })
    }
  }

  /// Creates a column of the extents of some runs. O(runs)
  init(extents column: RunColumn, _ runs: Range<Int>) {
    if column.areEqual {
      self = .equal(column.equal)
      return
    }
    let numbers = column.numbers.span.extracting(runs)
    let survey = ExtentSurvey(bits: numbers)
    if survey.areEqual {
      self = .equal(numbers[0])
      return
    }
    switch survey.form {
    case .byte:
      self = .bytes(
        LeafColumn.converted(numbers) {
          UInt8(truncatingIfNeeded: ExtentSurvey.whole(Double(bitPattern: $0)))
        })
    case .word:
      self = .words(
        LeafColumn.converted(numbers) {
          UInt16(truncatingIfNeeded: ExtentSurvey.whole(Double(bitPattern: $0)))
        })
    case .single:
      self = .halves(LeafColumn.converted(numbers) { Float(Double(bitPattern: $0)).bitPattern })
    case .double: self = .longs(LeafColumn.converted(numbers) { $0 })
    }
  }

  @inline(__always)
  private static func converted<Number: FixedWidthInteger & BitwiseCopyable>(
    _ numbers: Span<UInt64>, _ convert: (UInt64) -> Number
  ) -> [Number] {
    [Number](capacity: numbers.count) { converted in
      for place in numbers.indices { converted.append(convert(numbers[place])) }
    }
  }

  /// The marked count of a run.
  @inline(__always)
  func count(_ run: Int) -> UInt64 {
    switch self {
    case .equal(let number): number
    case .bytes(let numbers): UInt64(numbers[run])
    case .words(let numbers): UInt64(numbers[run])
    case .halves(let numbers): UInt64(numbers[run])
    case .longs(let numbers): numbers[run]
    }
  }

  /// The run of an item, and the first item of that run, searched from a run whose first item is given. The column must
  /// contain marked counts. O(runs between)
  @inline(__always)
  func run(ofItem item: Int, from run: Int, firstItem: Int) -> (run: Int, firstItem: Int) {
    switch self {
    case .equal(let marked):
      let count = Int(marked >> 1)
      let runs = (item - firstItem) / count
      return (run + runs, firstItem + runs * count)
    case .bytes(let numbers): return LeafColumn.run(of: item, numbers.span, run, firstItem)
    case .words(let numbers): return LeafColumn.run(of: item, numbers.span, run, firstItem)
    case .halves(let numbers): return LeafColumn.run(of: item, numbers.span, run, firstItem)
    case .longs(let numbers): return LeafColumn.run(of: item, numbers.span, run, firstItem)
    }
  }

  @inline(__always)
  private static func run<Number: FixedWidthInteger & BitwiseCopyable>(
    of item: Int, _ numbers: Span<Number>, _ run: Int, _ firstItem: Int
  ) -> (run: Int, firstItem: Int) {
    var (run, first) = (run, firstItem)
    while true {
      let end = first + Int(truncatingIfNeeded: numbers[run] >> 1)
      if item < end { return (run, first) }
      first = end
      run += 1
    }
  }

  /// The extent of a run, in points.
  @inline(__always)
  func extent(_ run: Int) -> Double {
    switch self {
    case .equal(let number): Double(bitPattern: number)
    case .bytes(let numbers): Double(numbers[run])
    case .words(let numbers): Double(numbers[run])
    case .halves(let numbers): Double(Float(bitPattern: numbers[run]))
    case .longs(let numbers): Double(bitPattern: numbers[run])
    }
  }

  /// For runs with different counts: the number of items, the number of items with an estimated size, and the number of
  /// items before each run whose number is a multiple of `stride`. O(runs)
  func itemCounts(stride: Int) -> (items: Int, estimated: Int, starts: [Int]) {
    switch self {
    case .equal: (0, 0, [])
    case .bytes(let numbers): LeafColumn.itemCounts(numbers, stride, UInt32(0))
    case .words(let numbers): LeafColumn.itemCounts(numbers, stride, UInt32(0))
    case .halves(let numbers): LeafColumn.itemCounts(numbers, stride, UInt64(0))
    case .longs(let numbers): LeafColumn.itemCounts(numbers, stride, UInt64(0))
    }
  }

  /// - Parameter zero: A zero of a type that can add up the numbers between two starts.
  @inline(__always)
  private static func itemCounts<
    Number: FixedWidthInteger & BitwiseCopyable, Sum: FixedWidthInteger
  >(
    _ numbers: [Number], _ stride: Int, _ zero: Sum
  ) -> (items: Int, estimated: Int, starts: [Int]) {
    var (items, estimated) = (0, 0)
    var starts: [Int] = []
    starts.reserveCapacity((numbers.count + stride - 1) / stride)
    for start in Swift.stride(from: 0, to: numbers.count, by: stride) {
      starts.append(items)
      let group = numbers.span.extracting(start..<min(numbers.count, start + stride))
      // A section has fewer than 2⁵³ items.
      var (groupItems, groupEstimated) = (zero, zero)
      for run in group.indices {
        let marked = Sum(truncatingIfNeeded: group[run])
        groupItems &+= marked &>> 1
        groupEstimated &+= (marked &>> 1) & (zero &- (marked & 1))
      }
      items &+= Int(truncatingIfNeeded: groupItems)
      estimated &+= Int(truncatingIfNeeded: groupEstimated)
    }
    return (items, estimated, starts)
  }

  /// The number of items of the largest of the first `count` runs; the column has marked counts.
  /// O(runs)
  func greatestCount(ofRuns count: Int) -> Int {
    let marked: Int =
      switch self {
      case .equal(let number): Int(number)
      case .bytes(let numbers): Int(LeafColumn.greatest(numbers.span, 0..<count) { $0 })
      case .words(let numbers): Int(LeafColumn.greatest(numbers.span, 0..<count) { $0 })
      case .halves(let numbers): Int(LeafColumn.greatest(numbers.span, 0..<count) { $0 })
      case .longs(let numbers): Int(LeafColumn.greatest(numbers.span, 0..<count) { $0 })
      }
    return marked >> 1
  }

  /// Calls `body` with the marked count of each of the first `count` runs.
  @inline(__always)
  func visitCounts(ofRuns count: Int, _ body: (UInt64) -> Void) {
    switch self {
    case .equal(let number): for _ in 0..<count { body(number) }
    case .bytes(let numbers): for number in numbers { body(UInt64(number)) }
    case .words(let numbers): for number in numbers { body(UInt64(number)) }
    case .halves(let numbers): for number in numbers { body(UInt64(number)) }
    case .longs(let numbers): for number in numbers { body(number) }
    }
  }

  /// The number of all runs; nil if they differ.
  var uniform: UInt64? {
    if case .equal(let number) = self { return number }
    return nil
  }

  /// Writes the marked counts of some runs to a buffer, beginning at `place`. O(runs)
  func copyCounts(_ runs: Range<Int>, to target: inout MutableSpan<UInt64>, at place: Int) {
    switch self {
    case .equal(let number): for offset in 0..<runs.count { target[place + offset] = number }
    case .bytes(let numbers): LeafColumn.copy(numbers.span, runs, &target, place) { UInt64($0) }
    case .words(let numbers): LeafColumn.copy(numbers.span, runs, &target, place) { UInt64($0) }
    case .halves(let numbers): LeafColumn.copy(numbers.span, runs, &target, place) { UInt64($0) }
    case .longs(let numbers): LeafColumn.copy(numbers.span, runs, &target, place) { $0 }
    }
  }

  /// Writes the bits of the extents of some runs to a buffer, beginning at `place`. O(runs)
  func copyBits(_ runs: Range<Int>, to target: inout MutableSpan<UInt64>, at place: Int) {
    switch self {
    case .equal(let number): for offset in 0..<runs.count { target[place + offset] = number }
    case .bytes(let numbers):
      LeafColumn.copy(numbers.span, runs, &target, place) { Double($0).bitPattern }
    case .words(let numbers):
      LeafColumn.copy(numbers.span, runs, &target, place) { Double($0).bitPattern }
    case .halves(let numbers):
      LeafColumn.copy(numbers.span, runs, &target, place) {
        Double(Float(bitPattern: $0)).bitPattern
      }
    case .longs(let numbers): LeafColumn.copy(numbers.span, runs, &target, place) { $0 }
    }
  }

  /// Writes the extents of some runs to the start of a buffer, in points. O(runs)
  func copyExtents(_ runs: Range<Int>, to target: inout MutableSpan<Double>) {
    switch self {
    case .equal(let number):
      for offset in 0..<runs.count { target[offset] = Double(bitPattern: number) }
    case .bytes(let numbers): LeafColumn.copy(numbers.span, runs, &target, 0) { Double($0) }
    case .words(let numbers): LeafColumn.copy(numbers.span, runs, &target, 0) { Double($0) }
    case .halves(let numbers):
      LeafColumn.copy(numbers.span, runs, &target, 0) { Double(Float(bitPattern: $0)) }
    case .longs(let numbers):
      LeafColumn.copy(numbers.span, runs, &target, 0) { Double(bitPattern: $0) }
    }
  }

  @inline(__always)
  private static func copy<Number: BitwiseCopyable, Result: BitwiseCopyable>(
    _ numbers: Span<Number>, _ runs: Range<Int>, _ target: inout MutableSpan<Result>, _ place: Int,
    _ convert: (Number) -> Result
  ) {
    precondition(place >= 0 && place + runs.count <= target.count, "the buffer has room")
    let numbers = numbers.extracting(runs)
    for offset in numbers.indices { target[place + offset] = convert(numbers[offset]) }
  }

  /// The greatest extent of some runs, in points; 0 without runs. O(1), O(runs) if they differ
  func greatestExtent(_ runs: Range<Int>) -> Double {
    if runs.isEmpty { return 0 }
    return switch self {
    case .equal(let number): Double(bitPattern: number)
    case .bytes(let numbers): Double(LeafColumn.greatest(numbers.span, runs) { $0 })
    case .words(let numbers): Double(LeafColumn.greatest(numbers.span, runs) { $0 })
    // The bits of extents, as signed numbers, have the order of the extents; −1, for a missing extent, is the least.
    case .halves(let numbers):
      Double(
        Float(
          bitPattern: UInt32(
            bitPattern: LeafColumn.greatest(numbers.span, runs) { Int32(bitPattern: $0) })))
    case .longs(let numbers):
      Double(
        bitPattern: UInt64(
          bitPattern: LeafColumn.greatest(numbers.span, runs) { Int64(bitPattern: $0) }))
    }
  }

  @inline(__always)
  private static func greatest<Number: BitwiseCopyable, Result: FixedWidthInteger>(
    _ numbers: Span<Number>, _ runs: Range<Int>, _ convert: (Number) -> Result
  ) -> Result {
    let numbers = numbers.extracting(runs)
    var greatest = Result.min
    for place in numbers.indices { greatest = max(greatest, convert(numbers[place])) }
    return greatest
  }

  /// Writes the extents of all items to the start of a buffer, in points, given the marked counts of the runs. O(items)
  func copyItemExtents(_ counts: [UInt8], to target: inout MutableSpan<Double>) {
    switch self {
    case .equal: preconditionFailure("equal extents need no counts")
    case .bytes(let numbers): LeafColumn.spread(numbers.span, counts.span, &target) { Double($0) }
    case .words(let numbers): LeafColumn.spread(numbers.span, counts.span, &target) { Double($0) }
    case .halves(let numbers):
      LeafColumn.spread(numbers.span, counts.span, &target) { Double(Float(bitPattern: $0)) }
    case .longs(let numbers):
      LeafColumn.spread(numbers.span, counts.span, &target) { Double(bitPattern: $0) }
    }
  }

  @inline(__always)
  private static func spread<Number: BitwiseCopyable>(
    _ numbers: Span<Number>, _ counts: Span<UInt8>, _ target: inout MutableSpan<Double>,
    _ convert: (Number) -> Double
  ) {
    var place = 0
    for run in numbers.indices {
      let extent = convert(numbers[run])
      let end = place + Int(counts[run] >> 1)
      if place + 2 <= target.count {
        // Without a branch on a low count, which would be unpredictable: surplus numbers are overwritten.
        target[place] = extent
        target[place + 1] = extent
        place += 2
      }
      while place < end {
        target[place] = extent
        place += 1
      }
      place = end
    }
  }

  /// The number of bytes of each number; 0 if all are equal.
  var form: UInt8 {
    switch self {
    case .equal: 0
    case .bytes: 1
    case .words: 2
    case .halves: 4
    case .longs: 8
    }
  }

  /// Writes the numbers in their form, least byte first.
  func write(to sink: any ContentSink) {
    switch self {
    case .equal(let number): sink.append(([number] as InlineArray<1, UInt64>).span)
    case .bytes(let numbers): sink.append(numbers.span)
    case .words(let numbers): sink.append(numbers.span)
    case .halves(let numbers): sink.append(numbers.span)
    case .longs(let numbers): sink.append(numbers.span)
    }
  }

  var byteCount: Int {
    switch self {
    case .equal: 0
    case .bytes(let numbers): HeapBytes.array(numbers)
    case .words(let numbers): HeapBytes.array(numbers)
    case .halves(let numbers): HeapBytes.array(numbers)
    case .longs(let numbers): HeapBytes.array(numbers)
    }
  }
}
