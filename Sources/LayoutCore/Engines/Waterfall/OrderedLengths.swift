/// The lengths of few columns while items are placed by `shortest`, in order, the shortest first.
///
/// Which column is the shortest cannot be predicted, so nothing branches on it. The next item waits for one sum and one
/// comparison alone: whether the lengthened column is still the shortest. Where else it stands is found meanwhile.
struct OrderedLengths<Rest: OrderedColumns>: WaterfallLengths {
  private var length: Double
  private var number: Int
  private var rest: Rest

  init(_ lengths: [Double], itemsBefore: Int) {
    let numbers = numbersInOrder(of: lengths)
    (length, number) = (lengths[numbers[0]], numbers[0])
    rest = Rest(numbers.dropFirst(), lengths)
  }

  subscript(column: Int) -> Double { column == number ? length : rest.length(ofColumn: column) }

  @inline(__always)
  mutating func take(_ extent: Double) -> (column: Int, length: Double) {
    let reach = length + fitTolerance
    // The first one of the columns that are no longer than the shortest, but for 0.001, takes the item.
    if rest.startsWithin(reach) {
      let first = rest.firstNumber(within: reach, orOf: number)
      if first != number { (length, number) = rest.replace(first, with: length, number) }
    }
    let taken = (number, length)
    (length, number) = rest.exchange(length + extent, number)
    return taken
  }
}

/// The numbers of a few columns, the shortest first. A sort of its own is not compiled for them.
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

/// Columns behind the shortest one, from the shorter to the longer. Each is a property by itself, and not an element of
/// an array, so that the processor keeps them in its registers.
protocol OrderedColumns {
  /// Takes the columns of these numbers, whose lengths ascend. Where there are fewer of them than it has room for, the
  /// others are infinitely long.
  init(_ numbers: ArraySlice<Int>, _ lengths: [Double])

  /// The length of a column that exists, in points.
  func length(ofColumn number: Int) -> Double

  /// Whether its shortest column is no longer than this.
  func startsWithin(_ reach: Double) -> Bool

  /// The least number of the columns that are no longer than this, and of another column.
  func firstNumber(within reach: Double, orOf number: Int) -> Int

  /// Takes a column out, and puts one that is no longer than any at the start.
  mutating func replace(
    _ taken: Int, with length: Double, _ number: Int
  ) -> (length: Double, number: Int)

  /// Adds a column, and takes the shortest one out.
  mutating func exchange(_ length: Double, _ number: Int) -> (length: Double, number: Int)
}

/// A column, and those that are longer.
struct OrderedColumn<Rest: OrderedColumns>: OrderedColumns {
  private var length = Double.infinity
  /// That of a column that exists also where this one does not: it takes items once all columns are infinitely long.
  private var number = 0
  private var rest: Rest

  init(_ numbers: ArraySlice<Int>, _ lengths: [Double]) {
    if let first = numbers.first { (length, number) = (lengths[first], first) }
    rest = Rest(numbers.dropFirst(), lengths)
  }

  func length(ofColumn number: Int) -> Double {
    number == self.number ? length : rest.length(ofColumn: number)
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
    // All its bits are set where the new column is shorter. Numbers that are not below 0 are in the order of their bits.
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

  func length(ofColumn number: Int) -> Double { .infinity }

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
  ThreeOrderedColumns<OrderedColumn<ThreeOrderedColumns<NoOrderedColumn>>>
>
typealias ThreeOrderedColumns<Rest: OrderedColumns> = OrderedColumn<
  OrderedColumn<OrderedColumn<Rest>>
>
