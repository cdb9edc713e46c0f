extension NaiveEngine {
  static let groups = NaiveEngine(
    name: "groups", metrics: spacings + ["groups", "leadingGroups", "lastGroups", "shelf"],
    spacing: 0, readsAcross: false, readsAlong: false,
    layOut: { $0.layOutGroups(count: $1.count, $2, $3) },
    variants: [
      [:],
      ["groups": [["height": 40, "row": [["parts": 2], ["column": [["repeat": 2]]]]]]],
      [
        "leadingGroups": [["ratio": 3]], "groups": [["height": 30, "row": [["repeat": 3]]]],
        "lastGroups": [["height": 20, "row": [[:], [:]]]],
      ],
    ])
}

/// A template of a group, with the distances that it inherits.
private struct NaiveGroup {
  let json: JSONValue
  let metrics: NaiveMetrics

  func height(_ width: Double) -> Double {
    if let height = json["height"]?.double { return height }
    return width / json["ratio"]!.double!
  }

  /// The frames of its slots, in order. y is counted from its top.
  func slots(_ width: Double) -> [NaiveRect] {
    Self.slots(json, NaiveRect(x: 0, y: 0, width: width, height: height(width)), metrics)
  }

  private static func slots(
    _ part: JSONValue, _ frame: NaiveRect, _ metrics: NaiveMetrics
  ) -> [NaiveRect] {
    let isRow = part["row"] != nil
    guard let list = (part["row"] ?? part["column"])?.array else { return [frame] }
    // Each repeated part stands for itself.
    let parts = list.flatMap { Array(repeating: $0, count: $0["repeat"]?.int ?? 1) }
    let length = isRow ? frame.width : frame.height
    let spacing =
      part["spacing"]?.double ?? (isRow ? metrics.interitemSpacing : metrics.lineSpacing)
    let points = parts.reduce(0) { $0 + ($1["points"]?.double ?? 0) }
    // Sums of the greatest doubles would be infinite.
    let isGreat = parts.contains { $0["parts"]?.double ?? 1 > 1e200 }
    func share(_ part: JSONValue) -> Double {
      part["points"] == nil ? (part["parts"]?.double ?? 1) / (isGreat ? 1e200 : 1) : 0
    }
    let shares = parts.reduce(0) { $0 + share($1) }
    let room = max(0, length - Double(parts.count - 1) * spacing - points)
    var slots: [NaiveRect] = []
    var start = 0.0
    for part in parts {
      let extent = part["points"]?.double ?? room * share(part) / shares
      let visibleStart = min(start, length)
      let visible = max(0, min(start + extent, length) - visibleStart)
      let inner =
        isRow
        ? NaiveRect(
          x: frame.x + visibleStart, y: frame.y, width: visible, height: frame.height)
        : NaiveRect(
          x: frame.x, y: frame.y + visibleStart, width: frame.width, height: visible)
      slots += Self.slots(part, inner, metrics)
      start += extent + spacing
    }
    return slots
  }
}

extension NaiveBody {
  /// Lays items out by docs/rules.md#groups.
  mutating func layOutGroups(count: Int, _ metrics: NaiveMetrics, _ room: NaiveRoom) {
    func groups(_ list: [JSONValue]) -> [NaiveGroup] {
      list.map { NaiveGroup(json: $0, metrics: metrics) }
    }
    let width = room.available
    let (leading, round) = (groups(metrics.leadingGroups), groups(metrics.groups))
    let last = groups(metrics.lastGroups)
    let frames = (
      leading: leading.map { $0.slots(width) }, round: round.map { $0.slots(width) },
      last: last.map { $0.slots(width) }
    )
    var remaining = count
    var number = 0
    var top = 0.0
    while remaining > 0 {
      var (group, slots): (NaiveGroup, [NaiveRect])
      if number < leading.count {
        (group, slots) = (leading[number], frames.leading[number])
      } else {
        let place = (number - leading.count) % round.count
        (group, slots) = (round[place], frames.round[place])
      }
      if let place = frames.last.firstIndex(where: { $0.count == remaining }) {
        (group, slots) = (last[place], frames.last[place])
      }
      var height = group.height(width)
      if slots.count > remaining {
        slots = Array(slots.prefix(remaining))
        height = slots.map { $0.y + $0.height }.max()!
      }
      for slot in slots {
        cells.append(
          Cell(
            frame: NaiveRect(
              x: room.left + slot.x, y: room.top + (top + slot.y), width: slot.width,
              height: slot.height)))
      }
      lines.append(room.line(room.top + top, height))
      bottom = room.top + top + height
      remaining -= slots.count
      number += 1
      top += height + metrics.lineSpacing
    }
  }
}
