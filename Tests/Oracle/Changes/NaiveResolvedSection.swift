/// A section with nothing left to inherit: what steps change (docs/rules.md#steps).
struct NaiveResolvedSection {
  var id: JSONValue?
  var engine: NaiveEngine
  /// Every metric that the engine reads, defaults filled in; the sizes of items have gone into the items.
  var metrics: JSONValue
  var headers: [JSONValue]
  /// What it shows in place of items; nil where it has some.
  var placeholder: JSONValue?
  var footers: [JSONValue]
  /// What the engine reads of each item, in the vertical layout's terms.
  var items: [NaiveItem]
  let horizontal: Bool

  /// Resolves a section as a snapshot has it, or against the defaults where `snapshot` says no more than directions.
  init(_ section: JSONValue, of snapshot: JSONValue) {
    let metrics = NaiveMetrics(snapshot: snapshot, section: section)
    let engine = NaiveEngine.named(metrics.engine)
    self.engine = engine
    horizontal = snapshot["scrollDirection"]?.string == "horizontal"
    id = section["id"]
    self.metrics = engine.resolved(
      [section["metrics"], snapshot["metrics"]].compactMap { $0 }, horizontal: horizontal)
    headers = NaiveSupplementary.resolved(section["headers"], self.metrics, horizontal: horizontal)
    footers = NaiveSupplementary.resolved(section["footers"], self.metrics, horizontal: horizontal)
    items = NaiveItem.list(snapshot: snapshot, section: section).map { engine.read($0, metrics) }
    placeholder = NaiveSupplementary.resolved(
      placeholder: section["placeholder"], self.metrics, horizontal: horizontal)
    if !items.isEmpty { placeholder = nil }
  }

  /// Replaces what an entry of `setSections` gives.
  mutating func set(_ given: JSONValue) {
    if let name = given["engine"]?.string { engine = NaiveEngine.named(name) }
    metrics = engine.resolved([given["metrics"] ?? [:], metrics], horizontal: horizontal)
    if let list = given["headers"] {
      headers = NaiveSupplementary.resolved(list, metrics, horizontal: horizontal)
    }
    if let placeholder = given["placeholder"] {
      self.placeholder = NaiveSupplementary.resolved(
        placeholder: placeholder, metrics, horizontal: horizontal)
    }
    if let list = given["footers"] {
      footers = NaiveSupplementary.resolved(list, metrics, horizontal: horizontal)
    }
  }

  /// The section in a snapshot without an engine and metrics of its own.
  var json: JSONValue {
    var section: JSONValue = ["engine": .string(engine.name), "metrics": metrics]
    section["id"] = id
    section["headers"] = headers.isEmpty ? nil : .array(headers)
    section["placeholder"] = placeholder
    section["footers"] = footers.isEmpty ? nil : .array(footers)
    let areListed = engine.readsSizes || items.contains(where: \.saysMembers)
    section["items"] = areListed ? .array(items.map(row)) : .number(Double(items.count))
    return section
  }

  private func row(_ item: NaiveItem) -> JSONValue {
    let item = horizontal ? item.transposed : item
    var row: JSONValue = [:]
    row["width"] = item.width.map(JSONValue.number)
    row["height"] = item.height.map(JSONValue.number)
    row["estimated"] = item.isEstimated ? true : nil
    item.writeMembers(to: &row)
    return row
  }
}

extension NaiveSupplementary {
  /// A placeholder with its colours written out; nil for none, and for one that takes no room.
  static func resolved(
    placeholder given: JSONValue?, _ metrics: JSONValue?, horizontal: Bool
  ) -> JSONValue? {
    let along = horizontal ? "width" : "height"
    guard let given, given != .null, given[along] != 0 else { return nil }
    var element: JSONValue = [:]
    element[along] = given[along]
    for key in ["backgroundColor", "selectedBackgroundColor"] {
      element[key] = given[key] ?? metrics?[key] ?? JSONValue.null
    }
    element["padding"] = given["padding"].map(NaiveInsets.written)
    element["data"] = given["data"]?.string.flatMap { $0.isEmpty ? nil : .string($0) }
    return element
  }

  /// Headers or footers with their colours written out; hidden and empty ones say no more, and none ends the list.
  static func resolved(
    _ list: JSONValue?, _ metrics: JSONValue?, horizontal: Bool
  ) -> [JSONValue] {
    let along = horizontal ? "width" : "height"
    var result: [JSONValue] = []
    for given in list?.array ?? [] {
      let extent = extent(of: given, horizontal: horizontal)
      if extent == 0 || given["hidden"]?.bool == true {
        result.append(["hidden": true])
        continue
      }
      var element: JSONValue = [:]
      element[along] = .number(extent)
      element["pin"] = .bool(given["pin"]?.bool ?? false)
      element["waits"] = given["waits"]?.bool == true ? true : nil
      for key in ["backgroundColor", "selectedBackgroundColor"] {
        element[key] = given[key] ?? metrics?[key] ?? JSONValue.null
      }
      element["padding"] = given["padding"].map(NaiveInsets.written)
      element["data"] = given["data"]?.string.flatMap { $0.isEmpty ? nil : .string($0) }
      element["estimated"] = given["estimated"]?.bool == true ? true : nil
      result.append(element)
    }
    while result.last == ["hidden": true] { result.removeLast() }
    return result
  }
}

extension NaiveInsets {
  /// Insets with all four edges.
  static func written(_ json: JSONValue) -> JSONValue {
    let insets = NaiveInsets(json)
    return [
      "top": .number(insets.top), "left": .number(insets.left), "bottom": .number(insets.bottom),
      "right": .number(insets.right),
    ]
  }
}
