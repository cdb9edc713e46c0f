extension StepGenerator {
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
    let values = [member.standard] + member.values
    func given(_ random: inout SplitMix64) -> JSONValue {
      random.chance(probability) ? .number(random.one(of: values)) : .number(member.standard)
    }
    switch items {
    case .number(let count):
      return random.chance(probability)
        ? ["count": .number(count), member.name: given(&random)] : items
    case .array(let rows):
      var entries: [JSONValue] = []
      for var row in rows {
        if random.chance(probability) { row[member.name] = given(&random) }
        entries.append(row)
      }
      return .array(entries)
    default:
      var items = items
      if items["count"] != nil || random.chance(0.3) {
        items[member.name] = given(&random)
      } else {
        var list: [JSONValue] = []
        for _ in NaiveItem.asGiven(items).indices {
          list.append(random.chance(0.3) ? .null : given(&random))
        }
        items[member.name] = .array(list)
      }
      return items
    }
  }
}
