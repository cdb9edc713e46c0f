extension StepGenerator {
  /// So many items in any form, with every extent that an engine needs, or with some left out.
  mutating func items(
    _ count: Int, for engine: NaiveEngine, horizontal: Bool, complete: Bool, placed: Bool = true
  ) -> JSONValue {
    let placed = placed && engine.geometry.contains("x")
    let acrossIsNeeded = complete && engine.readsAcross && !engine.scalesToWidth
    let alongIsNeeded = complete && engine.readsAlong
    let isMarked = random.one(of: [0, 0, 0.5, 1])
    let differ = random.chance(0.7)
    let (hasWidths, hasHeights) = (random.chance(0.6), random.chance(0.6))
    var items: [NaiveItem] = []
    var item = NaiveItem()
    for number in 0..<count {
      if number == 0 || differ && random.chance(0.7) {
        item = NaiveItem()
        if acrossIsNeeded || hasWidths { item.width = extent() }
        if alongIsNeeded || hasHeights { item.height = extent() }
        item.isEstimated = random.chance(isMarked)
        if placed {
          item.members[NaiveMember.place("x")] = .number(random.one(of: [0, 20, 150.25]))
          item.members[NaiveMember.place("y")] = .number(
            random.one(of: [0, 30, random.double(0...900)]))
        }
      }
      items.append(item)
    }
    return written(horizontal ? items.map(\.transposed) : items)
  }

  mutating func extent() -> Double {
    random.one(of: [0, 10, 20, 44, 50, 33.25, 0.1, 120.5, random.double(0...150)])
  }

  /// Items in one of their forms.
  mutating func written(_ items: [NaiveItem]) -> JSONValue {
    let count = JSONValue.number(Double(items.count))
    let item = items.first ?? NaiveItem()
    if allEqual(items) && random.chance(0.6) {
      if item == NaiveItem() && random.chance(0.5) { return count }
      var run = row(item, count: items.count)
      run["count"] = count
      return run
    }
    let allOrNone = { (extents: [Double?]) in allEqual(extents.map { $0 == nil }) }
    let hasColumns = item.width != nil || item.height != nil
    if hasColumns && allOrNone(items.map(\.width)) && allOrNone(items.map(\.height))
      && random.chance(0.5)
    {
      return columns(items)
    }
    var rows: [JSONValue] = []
    var first = 0
    while first < items.count {
      var end = first + 1
      let longest = random.one(of: [1, 2, items.count])
      while end < items.count && end - first < longest && items[end] == items[first] { end += 1 }
      rows.append(row(items[first], count: end - first))
      first = end
    }
    return .array(rows)
  }

  /// Items in columns, of which those without extents are left out.
  mutating func columns(_ items: [NaiveItem]) -> JSONValue {
    var columns: JSONValue = [:]
    let (widths, heights) = (items.compactMap(\.width), items.compactMap(\.height))
    if !widths.isEmpty { columns["widths"] = .array(widths.map(JSONValue.number)) }
    if !heights.isEmpty { columns["heights"] = .array(heights.map(JSONValue.number)) }
    let marks = items.map(\.isEstimated)
    if allEqual(marks) && random.chance(0.7) {
      if marks.first == true { columns["estimated"] = true }
    } else {
      columns["estimated"] = .array(marks.map(JSONValue.bool))
    }
    for (place, member) in NaiveMember.all.enumerated() {
      let values = items.map { $0.members[place] }
      if values.allSatisfy({ $0 == member.standard }) { continue }
      let spelled = values.map { member.spelled($0) }
      let key = spelled.contains { $0?.key == "transform3D" } ? "transform3D" : member.name
      if allEqual(values) && random.chance(0.7) {
        columns[key] = spelled[0]!.value
      } else {
        // A list of matrices has one of the two forms.
        columns[key] = .array(
          zip(values, spelled).map { value, spelled in
            spelled.map { key == "transform3D" ? value : $0.value } ?? .null
          })
      }
    }
    return columns
  }

  private mutating func row(_ item: NaiveItem, count: Int) -> JSONValue {
    var row: JSONValue = [:]
    if count != 1 || random.chance(0.3) { row["count"] = .number(Double(count)) }
    row["width"] = item.width.map(JSONValue.number)
    row["height"] = item.height.map(JSONValue.number)
    if item.isEstimated { row["estimated"] = true }
    item.writeMembers(to: &row)
    return row
  }
}
