internal import JSONText
internal import LayoutCore

/// An engine's rule for a member of the items of a section.
struct ItemMember: Sendable {
  let isRead: Bool
  let isRequired: Bool
  /// The number that replaces a missing one.
  let substitute: Double

  init(_ rule: MemberRule, _ values: MetricsValues) {
    isRead = rule.isRead
    isRequired = rule.isRequired
    substitute = rule.substitute(values)
  }
}

/// An engine's rules for the members of its items, by their names in the snapshot.
private struct ItemRules {
  let engine: Engine
  private let members: ItemColumns<ItemMember>
  private let isHorizontal: Bool

  init(_ metrics: ResolvedMetrics, isHorizontal: Bool) {
    engine = metrics.rules.engine
    let columns = metrics.items
    members = isHorizontal ? ItemColumns { columns[$0.transposed] } : columns
    self.isHorizontal = isHorizontal
  }

  subscript(member: ItemColumn) -> ItemMember { members[member] }

  /// Items with the members that are read.
  func items(count: Int, _ extents: (ItemColumn) -> Extents) -> Items {
    let columns = ItemColumns { column in
      let member = isHorizontal ? column.transposed : column
      return members[member].isRead ? extents(member) : .uniform(0)
    }
    return Items(count: count, columns: columns)
  }
}

extension SnapshotDecoder {
  /// Reads the items of a section, in any of their forms. O(items that are listed)
  mutating func items(_ element: JSONElement, metrics: ResolvedMetrics) -> Items {
    let rules = ItemRules(metrics, isHorizontal: isHorizontal)
    let items =
      switch document.type(of: element) {
      case .number: equalItems(element, count: element, ItemColumns { _ in nil }, rules)
      case .array: listedItems(element, rules)
      case .object: describedItems(element, rules)
      case .string, .boolean, .null:
        refusedItems(element, .wrongType, "must be a number, an array or an object")
      }
    // Both numbers are at most 2⁵³, so the sum has room.
    itemCount += items.count
    guard itemCount <= limits.items else {
      itemCount = limits.items
      return refusedItems(element, .tooMany, "makes more than \(limits.items) items in all")
    }
    return items
  }

  private mutating func refusedItems(
    _ element: JSONElement, _ code: Problem.Code, _ detail: String
  ) -> Items {
    fault(element, code, detail)
    return .none
  }

  /// Whether so many more items may be listed one by one.
  private mutating func mayList(_ count: Int, _ element: JSONElement) -> Bool {
    explicitItemCount += count
    if explicitItemCount <= limits.explicitItems { return true }
    explicitItemCount -= count
    fault(
      element, .tooMany,
      "makes more than \(limits.explicitItems) items that are listed one by one", limit: .items)
    return false
  }

  private mutating func lacks(_ member: String, _ element: JSONElement, _ rules: ItemRules) {
    let need = "the items of a \(rules.engine.rawValue) need it"
    if document.type(of: element) == .object {
      fault(element, missing: member, "is missing, \(need)")
    } else {
      fault(element, .missing, "must say the \(member) too, \(need)")
    }
  }

  // MARK: Objects that describe items

  private mutating func describedItems(_ element: JSONElement, _ rules: ItemRules) -> Items {
    var count: JSONElement?
    var numbers = ItemColumns<JSONElement?> { _ in nil }
    var lists = ItemColumns<JSONElement?> { _ in nil }
    if var members = object(element, ItemsKey.self) {
      while let (key, value) = next(&members) {
        switch key {
        case .count: count = value
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
      return columnItems(element, lists, rules)
    }
    guard let count else {
      let advice = listNames.joined(separator: " and ")
      fault(element, missing: "count", "is missing; or give \(advice)")
      return .none
    }
    return equalItems(element, count: count, numbers, rules)
  }

  /// Notes a value that the engine does not read.
  private mutating func note(_ value: JSONElement, _ member: ItemColumn, _ rules: ItemRules) {
    if !rules[member].isRead {
      note(unread: value, "is not read by the engine \(rules.engine.rawValue)")
    }
  }

  private mutating func equalItems(
    _ items: JSONElement, count: JSONElement, _ numbers: ItemColumns<JSONElement?>,
    _ rules: ItemRules
  ) -> Items {
    let extents = ItemColumns { numbers[$0].map { extent($0) ?? 0 } }
    guard let count = integer(count, in: 0...limits.items) else { return .none }
    if count > 0 {
      for member in ItemColumn.allCases where rules[member].isRequired && numbers[member] == nil {
        lacks(member.name, items, rules)
      }
    }
    return rules.items(count: count) { .uniform(extents[$0] ?? rules[$0].substitute) }
  }

  // MARK: A list for each member

  private mutating func columnItems(
    _ items: JSONElement, _ lists: ItemColumns<JSONElement?>, _ rules: ItemRules
  ) -> Items {
    let counts = ItemColumns { member in lists[member].flatMap { numberCount($0, member) } }
    let counted = ItemColumn.allCases.filter { counts[$0] != nil }
    let count = counted.first.flatMap { counts[$0] } ?? 0
    for member in counted {
      guard let list = lists[member], let own = counts[member], own != count else { continue }
      return refusedItems(
        list, .notAllowed, "has \(own) numbers, \(counted[0].listName) has \(count)")
    }
    guard mayList(count, items) else { return .none }
    if count > 0 {
      for member in ItemColumn.allCases where rules[member].isRequired && lists[member] == nil {
        lacks(member.listName, items, rules)
      }
    }
    let numbers = ItemColumns { member in
      lists[member].map { self.numbers($0, member, count: count, rules) }
    }
    guard faults.isEmpty, !isStopped else { return .none }
    return rules.items(count: count) { member in
      let substitute = rules[member].substitute
      return numbers[member]?.extents(substitute: substitute) ?? .uniform(substitute)
    }
  }

  /// How many numbers a list has; nil where it is no list.
  private func numberCount(_ list: JSONElement, _ member: ItemColumn) -> Int? {
    guard document.type(of: list) == .array else { return nil }
    return lists.map { $0.next(member)?.values.count ?? 0 } ?? document.count(of: list)
  }

  /// The numbers of a list: of the one that has been cut out of the text, or of the document.
  private mutating func numbers(
    _ list: JSONElement, _ member: ItemColumn, count: Int, _ rules: ItemRules
  ) -> ItemNumbers {
    guard var elements = array(list) else { return ItemNumbers() }
    if lists != nil {
      if let numbers = lists?.take(member) { return numbers }
      refuseCut(list)
      return ItemNumbers()
    }
    var numbers: [Double] = []
    if rules[member].isRead { numbers.reserveCapacity(count) }
    while goesOn, let element = document.next(&elements) {
      take(DecodingCost.member)
      if let number = extent(element), rules[member].isRead { numbers.append(number) }
    }
    return ItemNumbers(numbers)
  }

  /// Notes that a list is not where one was cut out of the text, or is wrong: the text is read again as a whole, which
  /// finds the words for it.
  private mutating func refuseCut(_ element: JSONElement) { fault(element, .outOfRange, "") }

  // MARK: A list of objects

  private mutating func listedItems(_ list: JSONElement, _ rules: ItemRules) -> Items {
    let count = lists.map { $0.nextRows?.count ?? 0 } ?? document.count(of: list)
    guard mayList(count, list) else { return .none }
    var rows = lists == nil ? rows(list, count: count, rules) : cutRows(list, rules)
    guard faults.isEmpty, !isStopped else { return .none }
    let unread = ItemColumn.allCases.filter { !rules[$0].isRead && rows.numbers[$0].isPresent }
    if !unread.isEmpty {
      let names = unread.map(\.listName).joined(separator: " and ")
      note(unread: list, "has \(names), which the engine \(rules.engine.rawValue) does not read")
    }
    return rules.items(count: rows.count) { member in
      rows.take(member).extents(substitute: rules[member].substitute)
    }
  }

  /// The rows that have been cut out of the text.
  private mutating func cutRows(_ list: JSONElement, _ rules: ItemRules) -> ItemRows {
    guard let rows = lists?.takeRows(),
      !ItemColumn.allCases.contains(where: {
        rules[$0].isRequired && rows.numbers[$0].isLacking
      })
    else {
      refuseCut(list)
      return ItemRows()
    }
    return rows
  }

  /// The rows of the document.
  private mutating func rows(
    _ list: JSONElement, count: Int, _ rules: ItemRules
  ) -> ItemRows {
    var rows = ItemRows()
    var elements = document.contents(of: list)
    for member in ItemColumn.allCases where rules[member].isRead {
      rows.numbers[member].reserve(count)
    }
    while goesOn, let row = document.next(&elements) {
      take(DecodingCost.member)
      let numbers = numbers(ofRow: row)
      for member in ItemColumn.allCases {
        let rule = rules[member]
        if rule.isRequired && numbers[member] == nil { lacks(member.name, row, rules) }
        rows.numbers[member].append(numbers[member], isRead: rule.isRead)
      }
      rows.count += 1
    }
    return rows
  }

  /// The numbers of one item.
  private mutating func numbers(ofRow row: JSONElement) -> ItemColumns<Double?> {
    var numbers = ItemColumns<Double?> { _ in nil }
    guard var members = object(row, ItemColumn.self) else { return numbers }
    while let (member, value) = next(&members) { numbers[member] = extent(value) ?? 0 }
    return numbers
  }
}
