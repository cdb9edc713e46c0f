internal import JSONText
internal import LayoutCore

/// An engine's rules for the members of its items, by their names in the snapshot.
private struct ItemRules {
  let engine: any LayoutEngine
  private let members: ItemColumns<MemberValue>
  private let isHorizontal: Bool

  init(_ metrics: ResolvedMetrics, isHorizontal: Bool) {
    engine = metrics.section.engine
    let columns = metrics.items
    members = isHorizontal ? ItemColumns { columns[$0.transposed] } : columns
    self.isHorizontal = isHorizontal
  }

  subscript(member: ItemColumn) -> MemberValue { members[member] }

  /// Whether sizes are read at all; where they are not, none is an estimate.
  var readsSizes: Bool { ItemColumn.allCases.contains { members[$0].isRead } }

  /// The member that says a column, and its rule.
  func member(_ column: ItemColumn) -> (member: ItemColumn, value: MemberValue) {
    let member = isHorizontal ? column.transposed : column
    return (member, members[member])
  }
}

extension SnapshotDecoder {
  /// Reads the items of a section, in any of their forms. O(items that are listed)
  ///
  /// - Parameter text: Has the lists that were cut out, if any were.
  mutating func items(
    _ element: JSONElement, metrics: ResolvedMetrics, in text: RawSpan
  ) -> Items {
    let rules = ItemRules(metrics, isHorizontal: isHorizontal)
    let listedBefore = explicitItemCount
    let items =
      switch document.type(of: element) {
      case .number:
        equalItems(element, count: element, ItemColumns { _ in nil }, estimated: nil, rules)
      case .array: listedItems(element, rules, in: text)
      case .object: describedItems(element, rules, in: text)
      case .string, .boolean, .null:
        refusedItems(element, .wrongType, "must be a number, an array or an object")
      }
    // Both numbers are at most 2⁵³, so the sum has room.
    itemCount += items.count
    guard itemCount <= limits.items else {
      itemCount = limits.items
      return tooManyItems(element)
    }
    // An entry may stand for many.
    let explicitCount = items.explicitCount(for: rules.engine)
    let listedCount = explicitItemCount - listedBefore
    if explicitCount > listedCount, !mayList(explicitCount - listedCount, element) { return .none }
    return items
  }

  private mutating func refusedItems(
    _ element: JSONElement, _ code: Problem.Code, _ detail: String
  ) -> Items {
    fault(element, code, detail)
    return .none
  }

  private mutating func tooManyItems(_ element: JSONElement) -> Items {
    refusedItems(element, .tooMany, "makes more than \(limits.items) items in all")
  }

  /// Whether so many more items may be listed one by one.
  private mutating func mayList(_ count: Int, _ element: JSONElement) -> Bool {
    // Both numbers are at most 2⁵³.
    explicitItemCount += count
    if explicitItemCount <= limits.explicitItems { return true }
    explicitItemCount -= count
    fault(
      element, .tooMany,
      "makes more than \(limits.explicitItems) items that are listed one by one", limit: .items)
    return false
  }

  private mutating func lacks(_ member: String, _ element: JSONElement, _ rules: ItemRules) {
    let need = "the items of a \(rules.engine.name.rawValue) need it"
    if document.type(of: element) == .object {
      fault(element, missing: member, "is missing, \(need)")
    } else {
      fault(element, .missing, "must say the \(member) too, \(need)")
    }
  }

  // MARK: Objects that describe items

  private mutating func describedItems(
    _ element: JSONElement, _ rules: ItemRules, in text: RawSpan
  ) -> Items {
    var count: JSONElement?
    var estimated: JSONElement?
    var numbers = ItemColumns<JSONElement?> { _ in nil }
    var lists = ItemColumns<JSONElement?> { _ in nil }
    if var members = object(element, ItemsKey.self) {
      while let (key, value) = next(&members) {
        switch key {
        case .count: count = value
        case .estimated: estimated = value
        case .one(let member):
          numbers[member] = value
          note(value, member, rules)
        case .list(let member):
          lists[member] = value
          note(value, member, rules)
        }
      }
    }
    let listNames = ItemColumn.allCases.map(\.listName)
    if ItemColumn.allCases.contains(where: { lists[$0] != nil }) {
      for misplaced in [count] + ItemColumn.allCases.map({ numbers[$0] }) {
        guard let misplaced else { continue }
        fault(
          misplaced, .notAllowed, "cannot stand beside \(listNames.joined(separator: " or "))")
      }
      return columnItems(element, lists, estimated: estimated, rules, in: text)
    }
    guard let count else {
      let advice = listNames.joined(separator: " and ")
      fault(element, missing: "count", "is missing; or give \(advice)")
      return .none
    }
    return equalItems(element, count: count, numbers, estimated: estimated, rules)
  }

  /// Notes a value that the engine does not read.
  private mutating func note(_ value: JSONElement, _ member: ItemColumn, _ rules: ItemRules) {
    if !rules[member].isRead {
      note(unread: value, "is not read by the engine \(rules.engine.name.rawValue)")
    }
  }

  private mutating func equalItems(
    _ items: JSONElement, count: JSONElement, _ numbers: ItemColumns<JSONElement?>,
    estimated: JSONElement?, _ rules: ItemRules
  ) -> Items {
    let extents = ItemColumns { numbers[$0].map { extent($0) ?? 0 } }
    let isEstimated = estimated.flatMap { boolean($0) } ?? false
    guard let count = integer(count, in: 0...limits.items) else { return .none }
    if count > 0 {
      for member in ItemColumn.allCases where rules[member].isRequired && numbers[member] == nil {
        lacks(member.name, items, rules)
      }
    }
    func number(_ column: ItemColumn) -> Double {
      let (member, value) = rules.member(column)
      return value.isRead ? extents[member] ?? value.substitute : 0
    }
    return Items(
      ItemRun(
        count: count, width: number(.width), height: number(.height),
        isEstimated: isEstimated && rules.readsSizes))
  }

  // MARK: A list for each member

  private mutating func columnItems(
    _ items: JSONElement, _ lists: ItemColumns<JSONElement?>, estimated: JSONElement?,
    _ rules: ItemRules, in text: RawSpan
  ) -> Items {
    var listed: [(key: ItemKey, name: String, list: JSONElement)] = ItemColumn.allCases.compactMap {
      column in lists[column].map { (.one(column), column.listName, $0) }
    }
    let isEachMarked = estimated.map { document.type(of: $0) == .array } ?? false
    if let estimated, isEachMarked { listed.append((.estimated, "estimated", estimated)) }
    if self.lists != nil {
      guard listed.allSatisfy({ document.type(of: $0.list) == .array }),
        let cut = self.lists?.takeNumbers(listed.map(\.key))
      else { return refusedCut(items) }
      let isEstimated = isEachMarked ? nil : estimated
      return cutItems(
        items, cut, isEstimated: isEstimated.flatMap { boolean($0) } ?? false, rules, in: text)
    }
    var first: (name: String, count: Int)?
    for (key, name, list) in listed {
      guard document.type(of: list) == .array else { continue }
      let own = document.count(of: list)
      if let first, own != first.count {
        return refusedItems(
          list, .notAllowed,
          "has \(own) \(key.kind == .boolean ? "values" : "numbers"), \(first.name) has \(first.count)"
        )
      }
      first = first ?? (name, own)
    }
    let count = first?.count ?? 0
    guard mayList(count, items) else { return .none }
    if count > 0 {
      for member in ItemColumn.allCases where rules[member].isRequired && lists[member] == nil {
        lacks(member.listName, items, rules)
      }
    }
    let numbers = ItemColumns { column in
      lists[column].map { values($0, .one(column), isRead: rules[column].isRead) } ?? []
    }
    let marks = isEachMarked ? estimated.map { values($0, .estimated, isRead: true) } ?? [] : []
    let isEstimated = isEachMarked ? false : estimated.flatMap { boolean($0) } ?? false
    guard faults.isEmpty, !isStopped else { return .none }
    take(DecodingCost.named(count))
    return madeItems(room: count) { decoder, portion, builder in
      portion.clear()
      for item in 0..<count {
        var row = InlineArray<4, Double?>(repeating: nil)
        for column in ItemColumn.allCases where !numbers[column].isEmpty {
          row[column.rawValue] = numbers[column][item]
        }
        if !marks.isEmpty { row[ItemKey.estimated.place] = marks[item] }
        portion.append(row)
        if portion.count == portion.room || item == count - 1 {
          decoder.add(&portion, isEstimated: isEstimated && rules.readsSizes, rules, to: &builder)
          portion.clear()
        }
      }
      return true
    }
  }

  /// The values of a list, as many as it has unless one is wrong; none where it is not read.
  private mutating func values(_ list: JSONElement, _ member: ItemKey, isRead: Bool) -> [Double] {
    guard var elements = array(list) else { return [] }
    var values: [Double] = []
    if isRead { values.reserveCapacity(document.count(of: list)) }
    while goesOn, let element = document.next(&elements) {
      take(DecodingCost.member)
      if let value = value(element, of: member), isRead { values.append(value) }
    }
    return values
  }

  /// The value of a member as a number.
  private mutating func value(_ element: JSONElement, of member: ItemKey) -> Double? {
    switch member {
    case .one: extent(element)
    case .count: integer(element, in: 0...limits.items).map(Double.init)
    case .estimated: boolean(element).map { $0 ? 1 : 0 }
    }
  }

  // MARK: A list of objects

  private mutating func listedItems(
    _ list: JSONElement, _ rules: ItemRules, in text: RawSpan
  ) -> Items {
    if lists != nil {
      guard let cut = lists?.takeRows() else { return refusedCut(list) }
      return cutItems(list, cut, isEstimated: false, rules, in: text)
    }
    let count = document.count(of: list)
    guard count > 0, mayList(count, list) else { return .none }
    return madeItems(room: count) { $0.addRows(of: list, rules, &$1, to: &$2) }
  }

  /// Notes those members of listed items, by a bit for each, that the engine does not read.
  private mutating func note(_ list: JSONElement, unread present: Int, _ rules: ItemRules) {
    func isUnread(_ column: ItemColumn) -> Bool {
      present >> column.rawValue & 1 == 1 && !rules[column].isRead
    }
    guard ItemColumn.allCases.contains(where: isUnread) else { return }
    let names = ItemColumn.allCases.filter(isUnread).map(\.listName).joined(separator: " and ")
    note(
      unread: list, "has \(names), which the engine \(rules.engine.name.rawValue) does not read")
  }

  /// Adds the rows of the document; false where anything is wrong, or no steps are left.
  private mutating func addRows(
    of list: JSONElement, _ rules: ItemRules, _ portion: inout ItemPortion,
    to builder: inout ContentTreeBuilder
  ) -> Bool {
    var elements = document.contents(of: list)
    var present = 0
    var total = 0.0
    portion.clear()
    while goesOn, let row = document.next(&elements) {
      take(DecodingCost.member)
      var numbers = InlineArray<4, Double?>(repeating: nil)
      if var members = object(row, ItemKey.self) {
        while let (member, value) = next(&members) {
          numbers[member.place] = self.value(value, of: member) ?? 0
        }
      }
      for member in ItemColumn.allCases
      where rules[member].isRequired && numbers[member.rawValue] == nil {
        lacks(member.name, row, rules)
      }
      if portion.count == portion.room {
        present |= portion.present
        addRight(&portion, &total, rules, to: &builder)
        portion.clear()
      }
      portion.append(numbers)
    }
    present |= portion.present
    addRight(&portion, &total, rules, to: &builder)
    guard faults.isEmpty, !isStopped else { return false }
    note(list, unread: present, rules)
    if total > Double(limits.items) { _ = tooManyItems(list) }
    return faults.isEmpty
  }

  /// Adds items as long as nothing is wrong, and the sum of their counts, `total`, is not beyond the limit.
  private mutating func addRight(
    _ portion: inout ItemPortion, _ total: inout Double, _ rules: ItemRules,
    to builder: inout ContentTreeBuilder
  ) {
    take(DecodingCost.named(portion.count))
    for count in portion.values(.count) ?? [] where !count.isNaN { total += count }
    // The sum of whole numbers is exact as long as it is at most 2⁵³.
    guard faults.isEmpty, !isStopped, total <= Double(limits.items) else { return }
    add(&portion, isEstimated: false, rules, to: &builder)
  }

  // MARK: Portions

  /// Makes a tree of the items that `add` adds; none where it refuses them.
  private mutating func madeItems(
    room: Int,
    _ add: (inout SnapshotDecoder, inout ItemPortion, inout ContentTreeBuilder) -> Bool
  ) -> Items {
    var portion = portion.take() ?? ItemPortion(room: 0)
    if portion.room < min(room, ItemPortion.roomMax) {
      portion = ItemPortion(room: min(2 * room, ItemPortion.roomMax))
    }
    var builder = treeBuilder.take() ?? ContentTreeBuilder(naming: naming)
    let isRight = add(&self, &portion, &builder)
    self.portion = portion
    guard isRight else { return .none }
    let items = builder.finishItems()
    treeBuilder = builder
    return items
  }

  // MARK: Lists that have been cut out of the text

  /// Notes that a list is not where one was cut out of the text, or is wrong: the text is read again as a whole, which
  /// finds the words for it.
  private mutating func refusedCut(_ element: JSONElement) -> Items {
    refusedItems(element, .outOfRange, "")
  }

  /// Reads lists from the text, and makes leaves of their items portion by portion. O(bytes)
  private mutating func cutItems(
    _ element: JSONElement, _ cut: CutItems, isEstimated: Bool, _ rules: ItemRules,
    in text: RawSpan
  ) -> Items {
    guard let byteCount = lists?.textByteCount else { return refusedCut(element) }
    let text = text.extracting(first: byteCount)
    return madeItems(room: ItemPortion.roomMax) { decoder, portion, builder in
      var cut = cut
      var present = 0
      var total = 0.0
      repeat {
        do throws(WalkStop) {
          guard try portion.read(&cut, in: text, &decoder.meter),
            decoder.mayList(portion.count, element), decoder.isRight(portion, rules, &total)
          else {
            _ = decoder.refusedCut(element)
            return false
          }
          try decoder.meter.take(DecodingCost.named(portion.count))
        } catch {
          decoder.stop()
          return false
        }
        present |= portion.present
        decoder.add(&portion, isEstimated: isEstimated && rules.readsSizes, rules, to: &builder)
      } while !portion.isAtEnd
      if cut.rows != nil { decoder.note(element, unread: present, rules) }
      return true
    }
  }

  /// Whether no item lacks what its engine needs, and counts are whole numbers; `total` is the sum of all counts.
  private func isRight(_ portion: ItemPortion, _ rules: ItemRules, _ total: inout Double) -> Bool {
    if portion.count == 0 { return true }
    for column in ItemColumn.allCases where rules[column].isRequired {
      if portion.lacks(.one(column)) || !portion.has(.one(column)) { return false }
    }
    for count in portion.values(.count) ?? [] where !count.isNaN {
      // 2⁵³ may be a greater number, rounded.
      guard count.rounded() == count, count < Double(limits.items) else { return false }
      total += count
    }
    // The sum of whole numbers is exact as long as it is at most 2⁵³.
    return total <= Double(limits.items)
  }

  private func add(
    _ portion: inout ItemPortion, isEstimated: Bool, _ rules: ItemRules,
    to builder: inout ContentTreeBuilder
  ) {
    if portion.count == 0 { return }
    let ranges = ItemColumns { column in
      let (member, value) = rules.member(column)
      return portion.numbers(.one(member), isRead: value.isRead, substitute: value.substitute)
    }
    let readsMarks = rules.readsSizes && portion.has(.estimated)
    guard readsMarks || portion.has(.count) else {
      return builder.append(
        count: portion.count, widths: portion.numbers.span.extracting(ranges[.width]),
        heights: portion.numbers.span.extracting(ranges[.height]), isEstimated: isEstimated)
    }
    let counts = portion.numbers(.count, substitute: 1)
    let marks = portion.numbers(
      .estimated, isRead: readsMarks, substitute: isEstimated ? 1 : 0)
    func number(_ range: Range<Int>, _ item: Int) -> Double {
      portion.numbers[range.lowerBound + (range.count == 1 ? 0 : item)]
    }
    for item in 0..<portion.count {
      builder.append(
        ItemRun(
          count: Int(number(counts, item)), width: number(ranges[.width], item),
          height: number(ranges[.height], item), isEstimated: number(marks, item) == 1))
    }
  }
}
