/// Makes random groups: nested, repeated, with parts that have no extent or stick out.
struct GroupsGenerator {
  /// The metrics that are lists of groups.
  static let keys = ["groups", "leadingGroups", "lastGroups"]

  /// Groups whose members are in one order, without those that say a default.
  static func written(_ groups: JSONValue) -> JSONValue {
    .array(
      (groups.array ?? []).map { part in
        let isDivided = part["row"] != nil || part["column"] != nil
        var result: JSONValue = [:]
        for name in ["height", "ratio", "parts", "points", "repeat", "row", "column", "spacing"] {
          guard let value = part[name] else { continue }
          if ["parts", "repeat"].contains(name) && value == 1 { continue }
          if name == "spacing" && !isDivided { continue }
          result[name] = ["row", "column"].contains(name) ? written(value) : value
        }
        return result
      })
  }

  /// Some groups with at most 300 slots each.
  static func groups(_ counts: ClosedRange<Int>, using random: inout SplitMix64) -> JSONValue {
    var groups: [JSONValue] = []
    for _ in 0..<random.int(counts) {
      var group: JSONValue = [:]
      if random.chance(0.5) {
        group["height"] = random.one(of: [0.5, 7, 33.3, 50, 100, 240])
      } else {
        group["ratio"] = random.one(of: [0.25, 1, 1.5, 2, 3, .number(16.0 / 9), 40])
      }
      divide(&group, slots: 300, level: 0, using: &random)
      groups.append(group)
    }
    return .array(groups)
  }

  /// Gives a group or a part a row or a column, or neither.
  private static func divide(
    _ part: inout JSONValue, slots: Int, level: Int, using random: inout SplitMix64
  ) {
    // A body is nested to 16 levels, of which steps and trees of sources use some.
    guard slots > 1, level < 2, random.chance(level == 0 ? 0.85 : 0.4 - 0.08 * Double(level)) else {
      return
    }
    let count = random.int(1...4)
    var parts: [JSONValue] = []
    for _ in 0..<count {
      var inner: JSONValue = [:]
      if random.chance(0.3) {
        inner["points"] = random.one(of: [0, 0, 5, 12.5, 60, 80, 400])
      } else if random.chance(0.5) {
        inner["parts"] = random.one(of: [1, 2, 3, 0.5, 0.001])
      }
      var left = slots / count
      if random.chance(0.3), left > 1 {
        let repetition = min(left, random.one(of: [1, 2, 2, 3, 5, 40]))
        inner["repeat"] = .number(Double(repetition))
        left /= repetition
      }
      divide(&inner, slots: left, level: level + 1, using: &random)
      parts.append(inner)
    }
    part[random.chance(0.5) ? "row" : "column"] = .array(parts)
    if random.chance(0.4) { part["spacing"] = random.one(of: [0, 0, 1, 6.5, 300]) }
  }
}
