/// A step as JSON, read for sections that stand before it: the entries for `NaiveStep`, and what they bring.
struct NaiveStepValues {
  let json: JSONValue
  /// The sections before the step.
  let before: [NaiveResolvedSection]
  let horizontal: Bool
  private(set) var step = NaiveStep()
  /// The items of each entry that gives some, by `list/entry`.
  private var given: [String: [NaiveItem]] = [:]
  /// The mean size of the items of each section that an entry gives it to.
  private var means: [Int: NaiveItem] = [:]
  /// Lists and entries that leave a size open.
  private var missing: Set<[Int]> = []

  init(_ json: JSONValue, sections: [NaiveResolvedSection], horizontal: Bool) {
    self.json = json
    before = sections
    self.horizontal = horizontal
    for name in NaiveStep.names {
      step[name] = (json[name]?.array ?? []).enumerated().map { number, entry in
        self.read(entry, name, number)
      }
    }
  }

  /// The members that items get which stay what they are, by their sections and numbers before the step.
  private var adjusted: [[Int]: [Int: JSONValue]] = [:]

  /// What an entry names; keeps the items that it gives.
  private mutating func read(_ json: JSONValue, _ name: String, _ number: Int) -> NaiveStep.Entry {
    let count = json["count"]?.int ?? 1
    if name == "move" {
      let (from, to) = (json["from"]!, json["to"]!)
      return NaiveStep.Entry(
        from["section"]!.int!, from["item"]!.int!, count: count, to: to["section"]!.int!,
        to["item"]!.int!)
    }
    if name == "moveSections" {
      return NaiveStep.Entry(json["from"]!.int!, count: count, to: json["to"]!.int!)
    }
    var entry = NaiveStep.Entry(json["section"]!.int!, json["item"]?.int ?? 0, count: count)
    switch name {
    case "reload", "insert", "resize":
      if let items = json["items"] {
        given["\(name)/\(number)"] = NaiveItem.list(items, horizontal: horizontal)
        entry.count = given["\(name)/\(number)"]!.count
      } else if let at = json["at"]?.array {
        let items = NaiveItem.columns(json, count: at.count)
        given["\(name)/\(number)"] = horizontal ? items.map(\.transposed) : items
        entry.at = at.map { $0.int! }
        entry.count = at.count
      } else if name == "resize" {
        entry.at = []
        if before.indices.contains(entry.section) {
          let section = before[entry.section]
          entry.at = section.items.indices.filter { section.takesMean(section.items[$0]) }
          means[entry.section] = section.mean
        }
      }
    case "adjust":
      if let at = json["at"]?.array {
        entry.at = at.map { $0.int! }
        entry.count = at.count
      }
      let members = NaiveMember.all.indices.filter { place in
        let name = NaiveMember.all[place].name
        return json[name] != nil || name == "transform" && json["transform3D"] != nil
      }
      if members.isEmpty { entry.count = 0 }
      for (offset, item) in entry.items.enumerated() {
        let values = NaiveMember.values(json, entry: offset)
        for place in members {
          // In a horizontal snapshot, the places of items are exchanged.
          let own = horizontal ? NaiveMember.all[place].transposed.map(NaiveMember.place) : nil
          adjusted[[entry.section, item], default: [:]][own ?? place] = values[place]
        }
      }
    case "setSections":
      let members = ["engine", "metrics", "headers", "placeholder", "footers"]
      if members.allSatisfy({ json[$0] == nil }) { entry.count = 0 }
    case "reloadSections":
      entry.itemCounts = [NaiveItem.asGiven(json["value"]!["items"] ?? 0).count]
    case "insertSections":
      entry.itemCounts = json["sections"]!.array!.map {
        NaiveItem.asGiven($0["items"] ?? 0).count
      }
    default: break
    }
    return entry
  }

  /// The entry that a source names, and the offset in it.
  func entry(_ source: String) -> (list: String, number: Int, offset: Int, json: JSONValue) {
    let parts = source.split(separator: "/")
    let (number, offset) = (Int(parts[1])!, Int(parts[2])!)
    return (String(parts[0]), number, offset, json[String(parts[0])]![number])
  }

  // MARK: After the step

  /// The sections after the step, which has placed them so.
  mutating func sections(_ placed: [NaiveStep.ListedSection]) -> [NaiveResolvedSection] {
    // Settings of the snapshot but its direction are gone.
    let bare: JSONValue = ["scrollDirection": horizontal ? "horizontal" : "vertical"]
    var sections: [NaiveResolvedSection] = []
    for (place, section) in placed.enumerated() {
      let source = section.source.map(entry)
      guard let number = section.section, !section.isReloaded else {
        let source = source!
        let value = source.json["value"] ?? source.json["sections"]![source.offset]
        sections.append(NaiveResolvedSection(value, of: bare))
        continue
      }
      var result = before[number]
      if let source { result.set(source.json) }
      let defaults = NaiveDefaults(
        result.engine, set: source?.json["metrics"] ?? [:], entry: source?.number,
        horizontal: horizontal)
      result.items = []
      for (item, placedItem) in section.items.enumerated() {
        result.items.append(self.item(placedItem, [place, item], defaults))
      }
      if !result.items.isEmpty { result.placeholder = nil }
      sections.append(result)
    }
    return sections
  }

  /// An item after the step: what this step gives it, else what it had, else what the step's settings or the defaults say.
  private mutating func item(
    _ placed: NaiveStep.Item, _ place: [Int], _ defaults: NaiveDefaults
  ) -> NaiveItem {
    var item = placed.section.map { before[$0].items[placed.item] } ?? NaiveItem()
    if let section = placed.section {
      for (member, value) in adjusted[[section, placed.item]] ?? [:] {
        item.members[member] = value
      }
    }
    let source = placed.source.map(entry)
    if let source, let given = given["\(source.list)/\(source.number)"] {
      item.width = given[source.offset].width ?? item.width
      item.height = given[source.offset].height ?? item.height
      item.isEstimated = given[source.offset].isEstimated
      if source.list != "resize" { item.members = given[source.offset].members }
    } else if let source, source.list == "resize", let mean = means[placed.section!] {
      item.width = mean.width ?? item.width
      item.height = mean.height ?? item.height
    }
    let engine = defaults.engine
    let read = engine.read(item, defaults.metrics)
    let lacksDefault =
      placed.section == nil && !defaults.areSaid
      && (engine.readsAlong && item.height == nil || item.width == nil && read.width != nil)
    let lacksNeeded =
      engine.readsAlong && read.height == nil || engine.needsAcross && read.width == nil
    if lacksNeeded || lacksDefault {
      addMissing(source?.list == "insert" ? source?.number : nil, placed, place, defaults.entry)
    }
    return read
  }

  /// The entry that left a size open: that of the insertion, of the move, or of the settings.
  private mutating func addMissing(
    _ insert: Int?, _ placed: NaiveStep.Item, _ place: [Int], _ setter: Int?
  ) {
    let move = step["move"].firstIndex {
      $0.toSection == place[0] && ($0.toItem..<$0.toItem + $0.count).contains(place[1])
    }
    let (list, entry): (String, Int?) =
      insert != nil
      ? ("insert", insert)
      : placed.isMoved && move != nil ? ("move", move) : ("setSections", setter)
    missing.insert([NaiveStep.names.firstIndex(of: list)!, entry!])
  }

  /// The entries that leave a size open, in order.
  var missingSizes: [String] {
    missing.sorted { $0.lexicographicallyPrecedes($1) }.prefix(20).map {
      "/\(NaiveStep.names[$0[0]])/\($0[1]) size-missing"
    }
  }
}

extension NaiveResolvedSection {
  /// Whether an item's size becomes the mean where a step says so.
  func takesMean(_ item: NaiveItem) -> Bool {
    item.isEstimated && !engine.readsRatios && (!engine.scalesToWidth || item.width == nil)
  }

  /// The mean size of the items that are no estimates.
  var mean: NaiveItem? {
    naiveMean(
      items,
      NaiveMetrics(snapshot: [:], section: ["engine": .string(engine.name)]))
  }
}

/// What sizes the items of a section have that are given none, and which entry says so.
private struct NaiveDefaults {
  let engine: NaiveEngine
  let metrics: NaiveMetrics
  /// Whether the step says them.
  let areSaid: Bool
  let entry: Int?

  init(_ engine: NaiveEngine, set: JSONValue, entry: Int?, horizontal: Bool) {
    self.engine = engine
    self.entry = entry
    metrics = NaiveMetrics(
      snapshot: ["scrollDirection": horizontal ? "horizontal" : "vertical"],
      section: ["metrics": set])
    areSaid = ["itemSize", "rowHeight"].contains {
      set[$0] != nil && engine.metrics.contains($0)
    }
  }
}
