import LayoutCore

/// Items as a page writes them: the number of entries; and for each member of an item, in the order of the table, 0 if
/// no entry has it, 1 and a number for all entries, or 2 and a number for each. NaN means that an entry lacks the
/// member. If the values of a member are not numbers, there are the number of different values and these values after the
/// 1 or the 2, and the numbers are their places.
struct ItemsInput {
  /// The number of entries.
  let entryCount: Int
  /// The number of items.
  let itemCount: Int
  /// In the order of the members.
  private var columns: [Column]

  /// The values of a member.
  private struct Column {
    var list: NumberList?
    /// The value of all entries if there is no list.
    var one = Double.nan
    var haveGaps = true
    var isGiven = false
    /// The values to whose places the numbers refer, if they are not the values themselves.
    var values: [MetricValue] = []

    subscript(entry: Int) -> Double { list?[entry] ?? one }
  }

  init(_ input: inout NumberInput) throws(ModuleFailure) {
    entryCount = try input.whole(upTo: ContentLimits.explicitItems)
    var columns: [Column] = []
    for key in ItemKey.allCases {
      var column = Column()
      let form = try input.whole(upTo: 2)
      if form > 0 {
        column.isGiven = true
        var range = key.numbers
        if case .member(let place) = key, !MemberRow.ofItems[place].form.isNumber {
          let count = try input.count()
          for _ in 0..<count { column.values.append(try input.member(MemberRow.ofItems[place])) }
          range = NumberRange(least: 0, most: Double(count) - 1)
        }
        let list = try input.list(form == 2 ? entryCount : 1)
        let survey = list.survey(range)
        guard survey.areRight else { throw .malformed }
        column.haveGaps = survey.haveGaps
        if form == 2 { column.list = list } else { column.one = list[0] }
      }
      columns.append(column)
    }
    self.columns = columns
    sayNoMembers = columns[ItemKey.ofSizes.count...].allSatisfy { $0.list == nil && $0.one.isNaN }
    itemCount = try ItemsInput.sum(columns[ItemKey.count.place], entryCount)
  }

  private static func sum(_ counts: Column, _ entryCount: Int) throws(ModuleFailure) -> Int {
    var sum = counts.list == nil ? Double(entryCount) * ItemsInput.count(counts.one) : 0
    if let list = counts.list {
      for entry in 0..<entryCount { sum += ItemsInput.count(list[entry]) }
    }
    guard sum <= Double(NumberInput.itemsMax) else { throw .tooManyItems }
    return Int(sum)
  }

  private static func count(_ number: Double) -> Double { number.isNaN ? 1 : number }

  @inline(__always)
  private func column(_ key: ItemKey) -> Column { columns[key.place] }

  private func count(_ entry: Int) -> Int { Int(ItemsInput.count(column(.count)[entry])) }

  private func isMarked(_ entry: Int) -> Bool { column(.estimated)[entry] == 1 }

  /// An extent of an entry, by its name in the page; nil if the entry lacks it.
  private func extent(_ column: ItemColumn, _ entry: Int) -> Double? {
    let extent = self.column(.one(column))[entry]
    return extent.isNaN ? nil : extent + 0
  }

  /// The members of an entry beside its size.
  private func members(_ entry: Int) -> GivenMembers? {
    if sayNoMembers { return nil }
    var members = GivenMembers()
    for (place, row) in MemberRow.ofItems.enumerated() {
      let column = column(.member(place))
      let number = column[entry]
      if number.isNaN { continue }
      members = members.with(
        row.form.isNumber ? .number(number) : column.values[Int(number)], of: row)
    }
    return members.ofItem
  }

  /// The codes of the members that the entries have, also those that are NaN for all.
  var memberCodes: [UInt8] {
    MemberRow.ofItems.indices.filter { column(.member($0)).isGiven }.map {
      MemberRow.ofItems[$0].code
    }
  }

  // MARK: Of a step

  /// The items as a step gives them: nothing is filled in. O(entries)
  func given() -> GivenItems {
    var items = GivenItems(capacity: entryCount)
    for entry in 0..<entryCount {
      var run = GivenItems.Run(
        count: count(entry), isEstimated: isMarked(entry), members: members(entry))
      for column in ItemColumn.allCases { run.sizes[column] = extent(column, entry) }
      items.append(run)
    }
    return items
  }

  // MARK: Of a section

  /// The number of entries that are added to a tree at a time.
  private static let portion = 4096

  /// Whether each entry is one item, and they differ only in their sizes.
  private var haveSizesAlone: Bool {
    column(.count).list == nil && count(0) == 1 && column(.estimated).list == nil
      && sayNoMembers
  }

  /// Whether no entry has members beside its size.
  private let sayNoMembers: Bool

  /// The items of a section with these metrics, with missing extents filled in. O(entries)
  func items(
    _ metrics: ResolvedMetrics, isHorizontal: Bool, _ builder: inout ContentTreeBuilder
  ) throws(ModuleFailure) -> Items {
    if itemCount == 0 { return .none }
    let rules = metrics.items
    let readsSizes = ItemColumn.allCases.contains { rules[$0].isRead }
    for column in ItemColumn.allCases where rules[column].isRequired {
      if self.column(.one(isHorizontal ? column.transposed : column)).haveGaps { throw .malformed }
    }
    if haveSizesAlone {
      for start in stride(from: 0, to: entryCount, by: ItemsInput.portion) {
        let part = start..<min(entryCount, start + ItemsInput.portion)
        with(.width, part, rules, isHorizontal) { widths in
          with(.height, part, rules, isHorizontal) { heights in
            builder.append(
              count: part.count, widths: widths, heights: heights,
              isEstimated: isMarked(0) && readsSizes)
          }
        }
      }
      return builder.finishItems()
    }
    for entry in 0..<entryCount {
      func number(_ column: ItemColumn) -> Double {
        let rule = rules[column]
        if !rule.isRead { return 0 }
        return extent(isHorizontal ? column.transposed : column, entry) ?? rule.number
      }
      builder.append(
        ItemRun(
          count: count(entry), width: number(.width), height: number(.height),
          isEstimated: isMarked(entry) && readsSizes,
          members: metrics.rules.kept(members(entry)?.named(isHorizontal: isHorizontal))))
    }
    return builder.finishItems()
  }

  /// Calls `body` with the extents of some entries: one for each, or one for all.
  private func with(
    _ column: ItemColumn, _ part: Range<Int>, _ rules: ItemColumns<MemberValue>,
    _ isHorizontal: Bool, _ body: (Span<Double>) -> Void
  ) {
    let rule = rules[column]
    let given = self.column(.one(isHorizontal ? column.transposed : column))
    guard rule.isRead, let list = given.list else {
      let number = given.one.isNaN ? rule.number : given.one + 0
      let one: InlineArray<1, Double> = [rule.isRead ? number : 0]
      return body(one.span)
    }
    if !given.haveGaps { return list.with(part, body) }
    let filled = part.map { list[$0].isNaN ? rule.number : list[$0] }
    body(filled.span)
  }
}
