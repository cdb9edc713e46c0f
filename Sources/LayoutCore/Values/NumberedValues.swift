/// Values by number, in the order in which they were added. A lookup takes at most as many steps as a number has bits,
/// for any set of numbers. All kinds of values share one type of table, which is compiled once.
public struct NumberedValues<Value> {
  public private(set) var values: [Value] = []
  private var table = NumberTable()

  /// Creates an empty list.
  public init() {}

  /// The numbers, in the order of the values.
  public var numbers: [Int] { table.numbers }

  /// The value of a number; nil if it has none. O(1)
  public subscript(number: Int) -> Value? { table.place(of: number).map { values[$0] } }

  /// Sets the value of a number. O(1)
  @inline(never)
  public mutating func set(_ value: Value, at number: Int) {
    if let place = table.place(of: number) {
      values[place] = value
    } else {
      table.append(number)
      values.append(value)
    }
  }

  /// Appends an element to the list of a number.
  @inline(never)
  mutating func append<Element>(_ element: Element, at number: Int) where Value == [Element] {
    if let place = table.place(of: number) {
      values[place].append(element)
    } else {
      set([element], at: number)
    }
  }
}

extension NumberedValues: Sendable where Value: Sendable {}

/// A list of numbers, with a binary tree that finds a number's place. Each fork of the tree tests one bit, from higher bits
/// to lower ones, and only bits in which the numbers differ.
private struct NumberTable {
  private(set) var numbers: [Int] = []
  /// The bit that each fork tests.
  private var bits: [UInt] = []
  /// The root of the tree; then, for each fork, the branch of the numbers without its bit and that of the numbers with it.
  /// A branch is a fork, or, below 0, the complement of a number's place. Empty for a single number.
  private var ways: [Int32] = []

  @inline(never)
  func place(of number: Int) -> Int? {
    if numbers.isEmpty { return nil }
    let place = nearest(number)
    return numbers[place] == number ? place : nil
  }

  /// Adds a number that the list does not have.
  @inline(never)
  mutating func append(_ number: Int) {
    let place = Int32(~numbers.count)
    if !numbers.isEmpty {
      if ways.isEmpty { ways = [-1] }
      let difference = UInt(bitPattern: number ^ numbers[nearest(number)])
      let bit: UInt = 1 << (UInt.bitWidth - 1 - difference.leadingZeroBitCount)
      let way = way(to: number, above: bit)
      let isWith = UInt(bitPattern: number) & bit != 0
      ways.append(isWith ? ways[way] : place)
      ways.append(isWith ? place : ways[way])
      ways[way] = Int32(bits.count)
      bits.append(bit)
    }
    numbers.append(number)
  }

  /// The place of the number that agrees with this one in all tested bits.
  private func nearest(_ number: Int) -> Int {
    ways.isEmpty ? 0 : Int(~ways[way(to: number, above: 0)])
  }

  /// The branch that a search for a number reaches after testing all bits above one.
  private func way(to number: Int, above bit: UInt) -> Int {
    var way = 0
    while ways[way] >= 0, bits[Int(ways[way])] > bit {
      let fork = Int(ways[way])
      way = 2 * fork + (UInt(bitPattern: number) & bits[fork] == 0 ? 1 : 2)
    }
    return way
  }
}
