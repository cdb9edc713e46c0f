/// The lengths of a few columns while items are placed by `shortest`, sorted with the shortest first.
///
/// The shortest column cannot be predicted, so nothing branches on it. The next item waits only for one sum and one
/// comparison: whether the lengthened column is still the shortest. Its new position in the order is found meanwhile.
struct OrderedLengths<Rest: OrderedColumns>: WaterfallLengths {
  private var length: Double
  private var number: Int
  private var rest: Rest

  init(_ lengths: [Double], itemsBefore: Int) {
    let numbers = numbersInOrder(of: lengths)
    (length, number) = (lengths[numbers[0]], numbers[0])
    rest = Rest(numbers.dropFirst(), lengths)
  }

  @inline(__always)
  func write(to numbers: inout MutableSpan<UInt64>, at place: Int) {
    rest.write(to: &numbers, at: place)
    numbers[place + number] = length.bitPattern
  }

  @inline(__always)
  mutating func take(_ extent: Double) -> (column: Int, length: Double) {
    let reach = length + fitTolerance
    // The item goes to the first column that is at most 0.001 longer than the shortest.
    if rest.startsWithin(reach) {
      let first = rest.firstNumber(within: reach, orOf: number)
      if first != number { (length, number) = rest.replace(first, with: length, number) }
    }
    let taken = (number, length)
    (length, number) = rest.exchange(length + extent, number)
    return taken
  }
}

/// The numbers of a few columns, the shortest first. Not a call of `sorted`, because that would compile another sort.
@inline(never)
private func numbersInOrder(of lengths: [Double]) -> [Int] {
  var numbers: [Int] = []
  for number in lengths.indices {
    var place = number
    while place > 0, lengths[number] < lengths[numbers[place - 1]] { place -= 1 }
    numbers.insert(number, at: place)
  }
  return numbers
}

/// The columns after the shortest one, in ascending order of length. Each is a property rather than an element of an
/// array, so that the processor keeps them in registers.
protocol OrderedColumns {
  /// Creates a list from columns whose lengths ascend. Missing columns are infinitely long.
  init(_ numbers: ArraySlice<Int>, _ lengths: [Double])

  /// Writes the bits of the lengths, in points, from a place on. The longest is first, so that existing columns
  /// overwrite missing ones.
  func write(to numbers: inout MutableSpan<UInt64>, at place: Int)

  /// Whether its shortest column is at most this long.
  func startsWithin(_ reach: Double) -> Bool

  /// The least number among the columns that are at most this long and the column `number`.
  func firstNumber(within reach: Double, orOf number: Int) -> Int

  /// Removes the column `taken`, and inserts one at the start that is not longer than any other.
  mutating func replace(
    _ taken: Int, with length: Double, _ number: Int
  ) -> (length: Double, number: Int)

  /// Inserts a column, and removes the shortest one.
  mutating func exchange(_ length: Double, _ number: Int) -> (length: Double, number: Int)
}

/// A column, followed by longer ones.
struct OrderedColumn<Rest: OrderedColumns>: OrderedColumns {
  private var length = Double.infinity
  /// If the column does not exist, the number of another one: it gets items when all columns are infinitely long.
  private var number = 0
  private var rest: Rest

  init(_ numbers: ArraySlice<Int>, _ lengths: [Double]) {
    if let first = numbers.first { (length, number) = (lengths[first], first) }
    rest = Rest(numbers.dropFirst(), lengths)
  }

  @inline(__always)
  func write(to numbers: inout MutableSpan<UInt64>, at place: Int) {
    rest.write(to: &numbers, at: place)
    numbers[place + number] = length.bitPattern
  }

  @inline(__always)
  func startsWithin(_ reach: Double) -> Bool { length <= reach }

  @inline(__always)
  func firstNumber(within reach: Double, orOf number: Int) -> Int {
    guard length <= reach else { return number }
    return rest.firstNumber(within: reach, orOf: min(number, self.number))
  }

  @inline(__always)
  mutating func replace(
    _ taken: Int, with length: Double, _ number: Int
  ) -> (length: Double, number: Int) {
    let own = (self.length, self.number)
    (self.length, self.number) = (length, number)
    return own.1 == taken ? own : rest.replace(taken, with: own.0, own.1)
  }

  @inline(__always)
  mutating func exchange(_ length: Double, _ number: Int) -> (length: Double, number: Int) {
    // All bits are set if the new column is shorter. Non-negative doubles are ordered like their bits.
    let difference = Int64(bitPattern: length.bitPattern &- self.length.bitPattern)
    let changed = (number ^ self.number) & ~Int(truncatingIfNeeded: difference &>> 63)
    let shorter = (lesser(length, self.length), number ^ changed)
    (self.length, self.number) = rest.exchange(
      greater(length, self.length), self.number ^ changed)
    return shorter
  }
}

/// No column: the end of the list.
struct NoOrderedColumn: OrderedColumns {
  init(_ numbers: ArraySlice<Int>, _ lengths: [Double]) {}

  func write(to numbers: inout MutableSpan<UInt64>, at place: Int) {}

  func startsWithin(_ reach: Double) -> Bool { false }

  @inline(__always)
  func firstNumber(within reach: Double, orOf number: Int) -> Int { number }

  @inline(__always)
  mutating func replace(
    _ taken: Int, with length: Double, _ number: Int
  ) -> (length: Double, number: Int) { (length, number) }

  @inline(__always)
  mutating func exchange(_ length: Double, _ number: Int) -> (length: Double, number: Int) {
    (length, number)
  }
}

/// Up to four columns.
typealias FourOrderedLengths = OrderedLengths<ThreeOrderedColumns<NoOrderedColumn>>
/// Up to eight columns.
typealias EightOrderedLengths = OrderedLengths<
  ThreeOrderedColumns<FourOrderedColumns<NoOrderedColumn>>
>
/// Up to sixteen columns.
typealias SixteenOrderedLengths = OrderedLengths<
  ThreeOrderedColumns<
    FourOrderedColumns<FourOrderedColumns<FourOrderedColumns<NoOrderedColumn>>>
  >
>
typealias FourOrderedColumns<Rest: OrderedColumns> = OrderedColumn<ThreeOrderedColumns<Rest>>
typealias ThreeOrderedColumns<Rest: OrderedColumns> = OrderedColumn<
  OrderedColumn<OrderedColumn<Rest>>
>
