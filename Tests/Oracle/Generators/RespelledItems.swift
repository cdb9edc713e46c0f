extension Respelling {
  /// Writes the items of a section in another form, sizes on the items or in the metrics.
  mutating func respellItems(of section: inout JSONValue, _ metrics: inout JSONValue) {
    var items = NaiveItem.asGiven(section["items"] ?? 0)
    if items.isEmpty {
      section["items"] = random.one(of: [
        nil, 0, [], ["count": 0], ["widths": [], "heights": []], ["heights": []],
      ])
      return
    }
    let resolved = NaiveMetrics(snapshot: snapshot, section: section)
    let engine = NaiveEngine.named(engine(of: section))
    // Named as the snapshot names them.
    var fallback = engine.fallback(resolved)
    if horizontal { fallback = fallback.transposed }
    items = items.map {
      NaiveItem(
        width: $0.width ?? fallback.width, height: $0.height ?? fallback.height,
        isEstimated: $0.isEstimated, members: $0.members)
    }
    if unstated.contains(.unreadItemSizes) { changeUnreadSizes(&items, engine: engine) }
    let keepsRowHeight = resolved.fillsRemainder && engine.metrics.contains("rowHeight")
    if !keepsRowHeight, random.chance(0.4) {
      moveFallback(to: items[0], &fallback, &metrics, engine: engine)
    }
    section["items"] = form(of: items, fallback)
  }

  /// Makes the first item's size the one that the metrics give.
  private mutating func moveFallback(
    to item: NaiveItem, _ fallback: inout NaiveItem, _ metrics: inout JSONValue, engine: NaiveEngine
  ) {
    if engine.metrics.contains("itemSize") {
      metrics["itemSize"] = ["width": .number(item.width!), "height": .number(item.height!)]
      fallback = item
    } else if engine.metrics.contains("rowHeight") {
      metrics["rowHeight"] = .number(horizontal ? item.width! : item.height!)
      if horizontal { fallback.width = item.width } else { fallback.height = item.height }
    }
  }

  private mutating func changeUnreadSizes(_ items: inout [NaiveItem], engine: NaiveEngine) {
    guard !engine.readsAcross || !engine.readsAlong else { return }
    let extents: [Double?] = [nil, 3, 70.5]
    let style = random.int(0...2)
    for index in items.indices {
      let other = style == 2 ? random.one(of: extents) : extents[style]
      if !(horizontal ? engine.readsAlong : engine.readsAcross) { items[index].width = other }
      if !(horizontal ? engine.readsAcross : engine.readsAlong) { items[index].height = other }
      if unstated.contains(.runs) && !engine.readsSizes {
        items[index].isEstimated = random.chance(0.3)
      }
    }
  }

  /// The items in one of the possible forms; members that equal the default may be absent.
  private mutating func form(of items: [NaiveItem], _ fallback: NaiveItem) -> JSONValue {
    func mayLackWidth(_ item: NaiveItem) -> Bool {
      item.width == nil || item.width == fallback.width
    }
    func mayLackHeight(_ item: NaiveItem) -> Bool {
      item.height == nil || item.height == fallback.height
    }
    let count = JSONValue.number(Double(items.count))
    var forms = [rows(items, fallback)]
    let isMarked = items.contains(where: \.isEstimated)
    if !isMarked && items.allSatisfy({ mayLackWidth($0) && mayLackHeight($0) }) {
      forms += [count, ["count": count]]
    }
    if allEqual(items) {
      var form = row(items[0], fallback)
      form["count"] = count
      forms += [form, form]
    }
    let widths = items.compactMap(\.width)
    let heights = items.compactMap(\.height)
    var columns: JSONValue = [:]
    if widths.count == items.count { columns["widths"] = .array(widths.map(JSONValue.number)) }
    if heights.count == items.count {
      columns["heights"] = .array(heights.map(JSONValue.number))
    }
    let widthsSaid = columns["widths"] != nil || items.allSatisfy(mayLackWidth)
    let heightsSaid = columns["heights"] != nil || items.allSatisfy(mayLackHeight)
    if widthsSaid && heightsSaid && columns.members?.isEmpty == false {
      let both = columns["widths"] != nil && columns["heights"] != nil
      if both && items.allSatisfy(mayLackWidth) && random.chance(0.5) {
        columns["widths"] = nil
      } else if both && items.allSatisfy(mayLackHeight) && random.chance(0.5) {
        columns["heights"] = nil
      }
      if items.allSatisfy(\.isEstimated) && random.chance(0.5) {
        columns["estimated"] = true
      } else if isMarked {
        columns["estimated"] = .array(items.map { .bool($0.isEstimated) })
      } else if unstated.contains(.runs) && random.chance(0.2) {
        columns["estimated"] = false
      }
      for (place, member) in NaiveMember.all.enumerated() where items.contains(where: \.saysMembers)
      {
        let values = items.map { $0.members[place] }
        if values.allSatisfy({ $0 == member.standard }) && random.chance(0.7) { continue }
        let key = member.name == "transform" ? "transform3D" : member.name
        columns[key] = .array(values.map { $0 == member.standard ? .null : $0 })
      }
      forms += [columns, columns]
    }
    return random.one(of: forms)
  }

  private mutating func rows(_ items: [NaiveItem], _ fallback: NaiveItem) -> JSONValue {
    var rows: [JSONValue] = []
    // Of how many items the last row may yet be.
    var more = 0
    for (number, item) in items.enumerated() {
      if number > 0 && more > 0 && item == items[number - 1] {
        rows[rows.count - 1]["count"] = .number((rows.last!["count"]?.double ?? 1) + 1)
        more -= 1
        continue
      }
      rows.append(row(item, fallback))
      guard unstated.contains(.runs) else { continue }
      more = random.one(of: [0, 1, 5, .max])
      if random.chance(0.1) { rows[rows.count - 1]["count"] = 1 }
      if random.chance(0.02) {
        var none = rows.last!
        none["count"] = 0
        rows.insert(none, at: rows.count - 1)
      }
    }
    return .array(rows)
  }

  private mutating func row(_ item: NaiveItem, _ fallback: NaiveItem) -> JSONValue {
    var row: JSONValue = [:]
    if let width = item.width, width != fallback.width || random.chance(0.5) {
      row["width"] = .number(width)
    }
    if let height = item.height, height != fallback.height || random.chance(0.5) {
      row["height"] = .number(height)
    }
    if item.isEstimated || unstated.contains(.runs) && random.chance(0.05) {
      row["estimated"] = .bool(item.isEstimated)
    }
    item.writeMembers(to: &row)
    return row
  }

  /// Headers or footers with their defaults written out or left out.
  mutating func respelledSupplementaries(
    _ array: JSONValue?, inheriting metrics: NaiveMetrics?
  ) -> JSONValue? {
    guard let elements = array?.array, !elements.isEmpty else {
      return random.chance(0.3) ? [] : nil
    }
    var result: [JSONValue] = []
    for var element in elements {
      for key in ["pin", "hidden"] where element[key]?.bool != true {
        element[key] = random.chance(0.5) ? false : nil
      }
      if unstated.contains(.unreadSupplementaryExtents) {
        element[horizontal ? "height" : "width"] = random.one(of: [nil, 0, 12.5])
      }
      if unstated.contains(.inheritedColorsWrittenOut), let metrics {
        writeColor("backgroundColor", metrics.backgroundColor, on: &element)
        writeColor("selectedBackgroundColor", metrics.selectedBackgroundColor, on: &element)
      }
      result.append(element)
    }
    return .array(result)
  }

  /// A placeholder with its defaults written out or left out; one that is forgotten where there are items.
  mutating func respelledPlaceholder(of section: JSONValue, _ metrics: NaiveMetrics) -> JSONValue? {
    let along = horizontal ? "width" : "height"
    guard NaiveItem.asGiven(section["items"] ?? 0).isEmpty else {
      return random.chance(0.2) ? [:] : nil
    }
    guard var element = section["placeholder"], element[along] != 0 else {
      return random.chance(0.2) ? .object([JSONValue.Member(along, 0)]) : nil
    }
    if unstated.contains(.unreadSupplementaryExtents) {
      element[horizontal ? "height" : "width"] = random.one(of: [nil, 0, 12.5])
    }
    if unstated.contains(.inheritedColorsWrittenOut) {
      writeColor("backgroundColor", metrics.backgroundColor, on: &element)
      writeColor("selectedBackgroundColor", metrics.selectedBackgroundColor, on: &element)
    }
    return element
  }

  private mutating func writeColor(
    _ key: String, _ inherited: String?, on element: inout JSONValue
  ) {
    if element[key] == nil && random.chance(0.5) {
      element[key] = inherited.map(JSONValue.string) ?? .null
    }
  }
}
