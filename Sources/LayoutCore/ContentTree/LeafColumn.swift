/// A number for each run of a leaf, in the narrowest form that represents all of them exactly. The same form is hashed.
///
/// A column has marked counts, or extents. Extents are whole numbers in one or two bytes, otherwise the bits of floats
/// or doubles.
enum LeafColumn: Sendable {
  /// All numbers are equal. Extents are given by the bits of a double.
  case equal(UInt64)
  case bytes(SpanArray<UInt8>)
  case words(SpanArray<UInt16>)
  case halves(SpanArray<UInt32>)
  case longs(SpanArray<UInt64>)

  /// Creates a column of the marked counts of some runs. O(runs)
  init(counts column: RunColumn, _ runs: Range<Int>) {
    self.init(column, runs) { numbers in
      var differences: UInt64 = 0
      var all: UInt64 = 0
      for run in numbers.indices {
        differences |= numbers[run] ^ numbers[0]
        all |= numbers[run]
      }
      if differences == 0 { return nil }
      return all < 1 << 8 ? .byte : all < 1 << 16 ? .word : all < 1 << 32 ? .single : .double
    } whole: {
      $0
    } single: {
      UInt32(truncatingIfNeeded: $0)
    }
  }

  /// Creates a column of the extents of some runs. O(runs)
  init(extents column: RunColumn, _ runs: Range<Int>) {
    self.init(column, runs) { numbers in
      let survey = ExtentSurvey(bits: numbers)
      return survey.areEqual ? nil : survey.form
    } whole: {
      ExtentSurvey.whole(Double(bitPattern: $0))
    } single: {
      Float(Double(bitPattern: $0)).bitPattern
    }
  }

  /// - Parameter form: Determines the form of numbers; nil if all are equal.
  @inline(__always)
  private init<Whole: BinaryInteger>(
    _ column: RunColumn, _ runs: Range<Int>, form: (Span<UInt64>) -> CanonicalNumber?,
    whole: (UInt64) -> Whole, single: (UInt64) -> UInt32
  ) {
    if column.areEqual {
      self = .equal(column.equal)
      return
    }
    let numbers = column.numbers.span.extracting(runs)
    self =
      switch form(numbers) {
      case nil: .equal(numbers[0])
      case .byte: .bytes(LeafColumn.converted(numbers) { UInt8(truncatingIfNeeded: whole($0)) })
      case .word: .words(LeafColumn.converted(numbers) { UInt16(truncatingIfNeeded: whole($0)) })
      case .single: .halves(LeafColumn.converted(numbers, single))
      case .double: .longs(LeafColumn.converted(numbers) { $0 })
      }
  }

  @inline(__always)
  private static func converted<Number: FixedWidthInteger & BitwiseCopyable>(
    _ numbers: Span<UInt64>, _ convert: (UInt64) -> Number
  ) -> SpanArray<Number> {
    SpanArray(capacity: numbers.count) { converted in
      for place in numbers.indices { converted.append(convert(numbers[place])) }
    }
  }

  /// Calls `body` with a function from the place of a run among some runs, from 0, to its marked count, or to the bits
  /// of its extent.
  @inline(__always)
  private func withNumbers<Result>(
    _ runs: Range<Int>, areExtents: Bool, _ body: ((Int) -> UInt64) -> Result
  ) -> Result {
    switch self {
    case .equal(let number): return body { _ in number }
    case .bytes(let numbers):
      let numbers = numbers.span.extracting(runs)
      return body { areExtents ? Double(numbers[$0]).bitPattern : UInt64(numbers[$0]) }
    case .words(let numbers):
      let numbers = numbers.span.extracting(runs)
      return body { areExtents ? Double(numbers[$0]).bitPattern : UInt64(numbers[$0]) }
    case .halves(let numbers):
      let numbers = numbers.span.extracting(runs)
      return body {
        areExtents ? Double(Float(bitPattern: numbers[$0])).bitPattern : UInt64(numbers[$0])
      }
    case .longs(let numbers):
      let numbers = numbers.span.extracting(runs)
      return body { numbers[$0] }
    }
  }

  /// The marked count of a run.
  @inline(__always)
  func count(_ run: Int) -> UInt64 {
    withNumbers(run..<run + 1, areExtents: false) { $0(0) }
  }

  /// The extent of a run, in points.
  @inline(__always)
  func extent(_ run: Int) -> Double {
    withNumbers(run..<run + 1, areExtents: true) { Double(bitPattern: $0(0)) }
  }

  /// The number of equal numbers of two columns in some runs and as many others, from the first runs on or, if
  /// `fromEnd`, back from the last ones. O(runs)
  func commonCount(
    _ runs: Range<Int>, with other: LeafColumn, _ others: Range<Int>, areExtents: Bool,
    fromEnd: Bool
  ) -> Int {
    if let uniform, let otherUniform = other.uniform {
      return uniform == otherUniform ? runs.count : 0
    }
    let (first, step) = fromEnd ? (runs.count - 1, -1) : (0, 1)
    return withNumbers(runs, areExtents: areExtents) { number in
      other.withNumbers(others, areExtents: areExtents) { otherNumber in
        var (count, place) = (0, first)
        while count < runs.count, number(place) == otherNumber(place) {
          count += 1
          place += step
        }
        return count
      }
    }
  }

  /// The one of some runs that contains an item, and the first item of that run. The first item of the first run is
  /// given. The column must contain marked counts. O(runs before)
  @inline(__always)
  func run(ofItem item: Int, in runs: Range<Int>, firstItem: Int) -> (run: Int, firstItem: Int) {
    if let marked = uniform {
      let count = Int(marked >> 1)
      let before = (item - firstItem) / count
      return (runs.lowerBound + before, firstItem + before * count)
    }
    return withNumbers(runs, areExtents: false) { marked in
      var (number, first) = (0, firstItem)
      while true {
        let end = first + Int(truncatingIfNeeded: marked(number) >> 1)
        if item < end { return (runs.lowerBound + number, first) }
        first = end
        number += 1
      }
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
    _ numbers: SpanArray<Number>, _ stride: Int, _ zero: Sum
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
    withNumbers(0..<count, areExtents: false) { marked in
      var greatest: UInt64 = 0
      for run in 0..<count { greatest = max(greatest, marked(run)) }
      return Int(greatest >> 1)
    }
  }

  /// Calls `body` with the marked count of each of the first `count` runs.
  @inline(__always)
  func visitCounts(ofRuns count: Int, _ body: (UInt64) -> Void) {
    withNumbers(0..<count, areExtents: false) { marked in
      for run in 0..<count { body(marked(run)) }
    }
  }

  /// The number of all runs; nil if they differ.
  var uniform: UInt64? {
    if case .equal(let number) = self { return number }
    return nil
  }

  /// Writes the numbers of some runs to a buffer, beginning at `place`: marked counts, or the bits of extents. O(runs)
  @inline(__always)
  func copyNumbers(
    _ runs: Range<Int>, areExtents: Bool, to target: inout MutableSpan<UInt64>, at place: Int
  ) {
    precondition(place >= 0 && place + runs.count <= target.count, "the buffer has room")
    withNumbers(runs, areExtents: areExtents) { number in
      for offset in 0..<runs.count { target[place + offset] = number(offset) }
    }
  }

  /// Writes the extents of some runs to the start of a buffer, in points. O(runs)
  func copyExtents(_ runs: Range<Int>, to target: inout MutableSpan<Double>) {
    precondition(runs.count <= target.count, "the buffer has room")
    withNumbers(runs, areExtents: true) { bits in
      for offset in 0..<runs.count { target[offset] = Double(bitPattern: bits(offset)) }
    }
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
  func copyItemExtents(_ counts: SpanArray<UInt8>, to target: inout MutableSpan<Double>) {
    let counts = counts.span
    withNumbers(0..<counts.count, areExtents: true) { bits in
      var place = 0
      for run in counts.indices {
        let extent = Double(bitPattern: bits(run))
        let end = place + Int(counts[run] >> 1)
        if place + 2 <= target.count {
          // A branch on a low count would be unpredictable. So two numbers are always written, and a surplus one is
          // overwritten.
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
    case .equal(let number): sink.append(([number] as Array1).span)
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
