internal import JSONText
internal import LayoutCore

extension SnapshotDecoder {
  /// Reads items in any of their forms, as they are given. O(what is listed)
  mutating func givenItems(_ element: JSONElement) -> GivenItems {
    switch document.type(of: element) {
    case .number:
      var items = GivenItems()
      if let count = integer(element, in: 0...limits.items) {
        items.append(GivenItems.Run(count: count))
      }
      return items
    case .array: return givenRuns(element)
    case .object: return describedItems(element)
    case .string, .boolean, .null:
      fault(element, .wrongType, "must be a number, an array or an object")
      return GivenItems()
    }
  }

  /// Whether a step may say something of so many more items one by one.
  private mutating func mayList(_ count: Int, _ element: JSONElement) -> Bool {
    explicitItemCount += count
    hold(ListMemory.item * count)
    if explicitItemCount <= limits.explicitItems { return goesOn }
    explicitItemCount -= count
    fault(
      element, .tooMany,
      "makes more than \(limits.explicitItems) items of a step that are listed one by one",
      limit: .items)
    return false
  }

  private mutating func givenRuns(_ list: JSONElement) -> GivenItems {
    let count = document.count(of: list)
    guard mayList(count, list), var elements = array(list) else { return GivenItems() }
    var items = GivenItems(capacity: count)
    while goesOn, let element = document.next(&elements) {
      take(DecodingCost.member)
      var run = GivenItems.Run(count: 1)
      guard var members = object(element, ItemKey.self) else { continue }
      while let (key, value) = next(&members) {
        switch key {
        case .count: run.count = integer(value, in: 0...limits.items) ?? 0
        case .estimated: run.isEstimated = boolean(value) ?? false
        case .one(let column): run.sizes[column] = extent(value)
        }
      }
      guard items.count + run.count <= limits.items else {
        fault(element, .tooMany, "makes more than \(limits.items) items")
        return items
      }
      items.append(run)
    }
    return items
  }

  private mutating func describedItems(_ element: JSONElement) -> GivenItems {
    var count: JSONElement?
    var estimated: JSONElement?
    var numbers = ItemColumns<JSONElement?> { _ in nil }
    var lists = ItemColumns<JSONElement?> { _ in nil }
    guard var members = object(element, ItemsKey.self) else { return GivenItems() }
    while let (key, value) = next(&members) {
      switch key {
      case .count: count = value
      case .estimated: estimated = value
      case .one(let column): numbers[column] = value
      case .list(let column): lists[column] = value
      }
    }
    let names = ItemColumn.allCases.map(\.listName)
    if ItemColumn.allCases.contains(where: { lists[$0] != nil }) {
      for misplaced in [count] + ItemColumn.allCases.map({ numbers[$0] }) {
        guard let misplaced else { continue }
        fault(misplaced, .notAllowed, "cannot stand beside \(names.joined(separator: " or "))")
      }
      return givenColumns(lists, estimated, of: element, count: nil)
    }
    var items = GivenItems()
    guard let count else {
      fault(
        element, missing: "count", "is missing; or give \(names.joined(separator: " and "))")
      return items
    }
    var run = GivenItems.Run(count: integer(count, in: 0...limits.items) ?? 0)
    for column in ItemColumn.allCases { run.sizes[column] = numbers[column].flatMap { extent($0) } }
    run.isEstimated = estimated.flatMap { boolean($0) } ?? false
    items.append(run)
    return items
  }

  /// Reads lists of numbers, and a mark or a list of marks, all of one length.
  ///
  /// - Parameter count: The length where something else gives it, and its name.
  mutating func givenColumns(
    _ lists: ItemColumns<JSONElement?>, _ estimated: JSONElement?, of element: JSONElement,
    count given: (name: String, count: Int)?
  ) -> GivenItems {
    var length = given
    var listed: [(name: String, list: JSONElement)] = ItemColumn.allCases.compactMap { column in
      lists[column].map { (column.listName, $0) }
    }
    if let estimated, document.type(of: estimated) == .array {
      listed.append(("estimated", estimated))
    }
    for (name, list) in listed where document.type(of: list) == .array {
      let own = document.count(of: list)
      if let length, own != length.count {
        fault(
          list, .notAllowed, "has \(own) values, \(length.name) has \(length.count)")
        return GivenItems()
      }
      length = (name, own)
    }
    guard let count = length?.count, mayList(given == nil ? count : 0, element) else {
      for column in ItemColumn.allCases { _ = lists[column].flatMap { array($0) } }
      return GivenItems()
    }
    let columns = ItemColumns { column in lists[column].flatMap { array($0) } }
    var contents = columns
    var marks: JSONContents?
    var mark = false
    if let estimated {
      if document.type(of: estimated) == .array {
        marks = document.contents(of: estimated)
      } else {
        mark = boolean(estimated) ?? false
      }
    }
    var items = GivenItems(capacity: count)
    for _ in 0..<count {
      guard goesOn else { break }
      take(DecodingCost.member)
      var run = GivenItems.Run(count: 1)
      for column in ItemColumn.allCases where contents[column] != nil {
        if let number = document.next(&contents[column]!) { run.sizes[column] = extent(number) }
      }
      if marks != nil, let own = document.next(&marks!) { mark = boolean(own) ?? false }
      run.isEstimated = mark
      items.append(run)
    }
    return items
  }
}
