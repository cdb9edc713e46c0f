/// The values of items that are listed one by one: for each property one number for all items, or one for each.
package struct ListedItems {
  /// The number of items.
  package let count: Int
  private let widths: Range<Int>
  private let heights: Range<Int>
  private let marks: Range<Int>
  private let members: [(code: UInt8, numbers: Range<Int>)]

  /// - Parameters:
  ///   - widths: The places of widths in a list of numbers, as are `heights`; `marks` are 1 for an estimated size.
  ///   - members: The places of the numbers of members, NaN for the default.
  package init(
    count: Int, widths: Range<Int>, heights: Range<Int>, marks: Range<Int>,
    members: [(code: UInt8, numbers: Range<Int>)]
  ) {
    (self.count, self.widths, self.heights) = (count, widths, heights)
    (self.marks, self.members) = (marks, members)
  }
}

extension ListedItems {
  @inline(__always)
  private static func number(_ range: Range<Int>, _ item: Int, _ numbers: Span<Double>) -> Double {
    numbers[range.lowerBound + (range.count == 1 ? 0 : item)]
  }

  /// The code and the number of each member of an item.
  private func members(_ item: Int, _ numbers: Span<Double>) -> GivenMembers? {
    var given = GivenMembers()
    for (code, range) in members {
      let number = ListedItems.number(range, item, numbers)
      if number.isNaN || (number + 0).bitPattern == MemberColumnKind(code).standardBits { continue }
      given[code] = .number(number + 0)
    }
    return given.ofItem
  }

  /// A run that begins with an item, with the item's members.
  func run(_ items: Range<Int>, _ numbers: Span<Double>) -> ItemRun {
    ItemRun(sizes(items, numbers), members(items.lowerBound, numbers))
  }

  /// A run that begins with an item.
  @inline(__always)
  func sizes(_ items: Range<Int>, _ numbers: Span<Double>) -> SizedRun {
    let item = items.lowerBound
    return SizedRun(
      count: items.count, width: ListedItems.number(widths, item, numbers),
      height: ListedItems.number(heights, item, numbers),
      isEstimated: ListedItems.number(marks, item, numbers) == 1)
  }

  /// The item after those that are equal to an item.
  @inline(__always)
  func end(ofRunAt start: Int, _ numbers: Span<Double>) -> Int {
    var item = start + 1
    while item < count, isEqual(item, numbers) { item += 1 }
    return item
  }

  /// Whether an item is equal to the one before.
  @inline(__always)
  private func isEqual(_ item: Int, _ numbers: Span<Double>) -> Bool {
    func isSame(_ range: Range<Int>) -> Bool {
      let place = range.lowerBound + item
      return range.count == 1 || numbers[place] == numbers[place - 1]
    }
    guard isSame(heights), isSame(widths), isSame(marks) else { return false }
    for (code, range) in members {
      if isSame(range) { continue }
      // NaN is the default, in whatever form.
      let standard = MemberColumnKind(code).standardBits
      let (one, other) = (numbers[range.lowerBound + item - 1], numbers[range.lowerBound + item])
      let bits = [one, other].map { $0.isNaN ? standard : ($0 + 0).bitPattern }
      if bits[0] != bits[1] { return false }
    }
    return true
  }

  /// Writes the members of an item to the columns of a buffer.
  @inline(__always)
  func append(
    _ item: Int, _ numbers: Span<Double>, to columns: [Int], of runs: inout RunMembers,
    at place: Int
  ) {
    for (member, column) in zip(members, columns) {
      runs.append(ListedItems.number(member.numbers, item, numbers), inColumn: column, at: place)
    }
  }

  /// The columns of a buffer for the members.
  func columns(of runs: inout RunMembers) -> [Int] {
    for member in members { _ = runs.column(member.code) }
    return members.map { runs.column($0.code) }
  }
}
