import LayoutCore

/// Items as a page writes them: 0, then a count, a width, a height and a mark for all of them; or 1, then how many
/// entries there are, 1 for each list that there is of widths, heights and counts, how marks are said (0 for none, 1 for
/// all, 2 for a list), and the lists. An extent that is not a number is not said.
struct ItemsInput {
  /// How many entries there are.
  let entryCount: Int
  /// How many items each entry has; nil where that is 1.
  private let counts: NumberList?
  private let extents: ItemColumns<NumberList?>
  private let haveGaps: ItemColumns<Bool>
  private let marks: NumberList?
  private let areAllMarked: Bool
  /// How many items there are.
  let itemCount: Int

  init(_ input: inout NumberInput) throws(ModuleFailure) {
    let isListed = try input.flag()
    entryCount = isListed ? try input.count() : 1
    if !isListed {
      counts = try input.list(1)
      (extents, haveGaps) = try ItemsInput.extents(&input, count: 1, have: [true, true])
      (marks, areAllMarked) = (nil, try input.flag())
    } else {
      let have = [try input.flag(), try input.flag()]
      let hasCounts = try input.flag()
      let marking = try input.whole(upTo: 2)
      (extents, haveGaps) = try ItemsInput.extents(&input, count: entryCount, have: have)
      counts = hasCounts ? try input.list(entryCount) : nil
      marks = marking == 2 ? try input.list(entryCount) : nil
      areAllMarked = marking == 1
    }
    itemCount = try ItemsInput.sum(counts, entryCount)
    if let marks {
      for place in 0..<marks.count where marks[place] != 0 && marks[place] != 1 {
        throw .malformed
      }
    }
  }

  private static func extents(
    _ input: inout NumberInput, count: Int, have: [Bool]
  ) throws(ModuleFailure) -> (ItemColumns<NumberList?>, ItemColumns<Bool>) {
    var lists = ItemColumns<NumberList?> { _ in nil }
    var gaps = ItemColumns { _ in true }
    for column in ItemColumn.allCases where have[column.rawValue] {
      let list = try input.list(count)
      let survey = list.survey()
      guard survey.areRight else { throw .malformed }
      lists[column] = list
      gaps[column] = survey.haveGaps
    }
    return (lists, gaps)
  }

  private static func sum(_ counts: NumberList?, _ entryCount: Int) throws(ModuleFailure) -> Int {
    guard let counts else { return entryCount }
    var sum = 0.0
    for place in 0..<counts.count {
      let count = counts[place]
      guard count >= 0, count <= 0x1p53, count.rounded(.down) == count else { throw .malformed }
      sum += count
    }
    guard sum <= Double(NumberInput.itemsMax) else { throw .tooManyItems }
    return Int(sum)
  }

  private func count(_ entry: Int) -> Int { counts.map { Int($0[entry]) } ?? 1 }

  private func isMarked(_ entry: Int) -> Bool { marks.map { $0[entry] == 1 } ?? areAllMarked }

  /// An extent that an entry says, by its name in the page; nil where it says none.
  private func extent(_ column: ItemColumn, _ entry: Int) -> Double? {
    guard let extent = extents[column]?[entry], !extent.isNaN else { return nil }
    return extent + 0
  }

  // MARK: Of a step

  /// The items as a step gives them: nothing is filled in. O(entries)
  func given() -> GivenItems {
    var items = GivenItems(capacity: entryCount)
    for entry in 0..<entryCount {
      var run = GivenItems.Run(count: count(entry), isEstimated: isMarked(entry))
      for column in ItemColumn.allCases { run.sizes[column] = extent(column, entry) }
      items.append(run)
    }
    return items
  }

  // MARK: Of a section

  /// So many entries are added to a tree at a time.
  private static let portion = 4096

  /// The items of a section with these metrics, whose extents that are not said are filled in. O(entries)
  func items(
    _ metrics: ResolvedMetrics, isHorizontal: Bool, _ builder: inout ContentTreeBuilder
  ) throws(ModuleFailure) -> Items {
    if itemCount == 0 { return .none }
    let rules = metrics.items
    let readsSizes = ItemColumn.allCases.contains { rules[$0].isRead }
    for column in ItemColumn.allCases where rules[column].isRequired {
      if haveGaps[isHorizontal ? column.transposed : column] { throw .malformed }
    }
    if counts == nil && marks == nil {
      for start in stride(from: 0, to: entryCount, by: ItemsInput.portion) {
        let part = start..<min(entryCount, start + ItemsInput.portion)
        with(.width, part, rules, isHorizontal) { widths in
          with(.height, part, rules, isHorizontal) { heights in
            builder.append(
              count: part.count, widths: widths, heights: heights,
              isEstimated: areAllMarked && readsSizes)
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
          isEstimated: isMarked(entry) && readsSizes))
    }
    return builder.finishItems()
  }

  /// Calls `body` with the extents of some entries, one for each or one for all.
  private func with(
    _ column: ItemColumn, _ part: Range<Int>, _ rules: ItemColumns<MemberValue>,
    _ isHorizontal: Bool, _ body: (Span<Double>) -> Void
  ) {
    let (rule, name) = (rules[column], isHorizontal ? column.transposed : column)
    guard rule.isRead, let list = extents[name] else {
      let one: InlineArray<1, Double> = [rule.isRead ? rule.number : 0]
      return body(one.span)
    }
    if !haveGaps[name] { return list.with(part, body) }
    let filled = part.map { list[$0].isNaN ? rule.number : list[$0] }
    body(filled.span)
  }
}
