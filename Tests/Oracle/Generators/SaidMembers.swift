extension SnapshotGenerator {
  /// Has items of some sections say more than sizes.
  mutating func sayingMembers(sections: JSONValue) -> JSONValue {
    var result: [JSONValue] = []
    for var section in sections.array ?? [] {
      if let items = section["items"] { section["items"] = sayingMembers(items: items) }
      result.append(section)
    }
    return .array(result)
  }

  /// Has items that a step brings say more than sizes.
  mutating func sayingMembers(step: JSONValue) -> JSONValue {
    var step = step
    for list in ["insert", "reload", "insertSections", "reloadSections"] {
      var entries: [JSONValue] = []
      for var entry in step[list]?.array ?? [] {
        if let items = entry["items"] { entry["items"] = sayingMembers(items: items) }
        if let sections = entry["sections"] {
          entry["sections"] = sayingMembers(sections: sections)
        }
        if let value = entry["value"] {
          entry["value"] = sayingMembers(sections: .array([value])).array![0]
        }
        entries.append(entry)
      }
      if !entries.isEmpty { step[list] = .array(entries) }
    }
    return step
  }

  /// Items in any form, of which some say more than sizes.
  private mutating func sayingMembers(items: JSONValue) -> JSONValue {
    let probability = random.one(of: [0, 0.2, 0.8])
    var items = items
    for member in NaiveMember.all where random.chance(0.8) {
      items = saying(member, items, probability)
    }
    return items
  }

  private mutating func saying(
    _ member: NaiveMember, _ items: JSONValue, _ probability: Double
  ) -> JSONValue {
    // One of the two forms of matrices; a colour has no spelling of its default.
    let count = random.one(of: [6, 16])
    let isColor = member.name.hasSuffix("olor")
    let values = member.values.filter { $0.array.map { $0.count == count } ?? true }
    let key = member.name == "transform" && count == 16 ? "transform3D" : member.name
    func given(_ random: inout SplitMix64) -> JSONValue {
      random.chance(probability) || isColor || member.standard.array != nil
        || member.standard == .null
        ? random.one(of: values) : member.standard
    }
    switch items {
    case .number(let count):
      return random.chance(probability)
        ? ["count": .number(count), key: given(&random)] : items
    case .array(let rows):
      var entries: [JSONValue] = []
      for var row in rows {
        if random.chance(probability) { row[key] = given(&random) }
        entries.append(row)
      }
      return .array(entries)
    default:
      var items = items
      if items["count"] != nil || random.chance(0.3) {
        items[key] = given(&random)
      } else {
        var list: [JSONValue] = []
        for _ in NaiveItem.asGiven(items).indices {
          list.append(random.chance(0.3) ? .null : given(&random))
        }
        items[key] = .array(list)
      }
      return items
    }
  }
}
