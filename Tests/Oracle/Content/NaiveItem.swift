/// One item as given, in the vertical layout's terms; an extent is nil where it is missing.
struct NaiveItem: Equatable {
  var width: Double?
  var height: Double?
  /// Whether its size is an estimate.
  var isEstimated = false
  /// What it says beside its size, in the order of the list of members.
  var members = NaiveMember.standards

  /// The same with width and height exchanged.
  var transposed: NaiveItem {
    NaiveItem(
      width: height, height: width, isEstimated: isEstimated,
      members: NaiveMember.transposed(members))
  }

  /// The items of a section in any form of docs/rules.md#items, one by one.
  static func list(snapshot: JSONValue, section: JSONValue) -> [NaiveItem] {
    list(section["items"] ?? 0, horizontal: snapshot["scrollDirection"]?.string == "horizontal")
  }

  static func list(_ items: JSONValue, horizontal: Bool) -> [NaiveItem] {
    let given = asGiven(items)
    return horizontal ? given.map(\.transposed) : given
  }

  /// The items with their own names of width and height, not transposed.
  static func asGiven(_ items: JSONValue) -> [NaiveItem] {
    if let count = items.int { return Array(repeating: NaiveItem(), count: count) }
    if let rows = items.array { return rows.flatMap(run) }
    if items["count"] != nil { return run(items) }
    guard let count = items["widths"]?.array?.count ?? items["heights"]?.array?.count else {
      preconditionFailure("not a form of items: \(items.text)")
    }
    return columns(items, count: count)
  }

  /// Items in columns, of which any may be left out.
  static func columns(_ items: JSONValue, count: Int) -> [NaiveItem] {
    let widths = items["widths"]?.array
    let heights = items["heights"]?.array
    let marks = items["estimated"]?.array
    return (0..<count).map { item in
      NaiveItem(
        width: widths?[item].double, height: heights?[item].double,
        isEstimated: (marks?[item] ?? items["estimated"])?.bool ?? false,
        members: NaiveMember.values(items, entry: item))
    }
  }

  /// The equal items of one entry.
  private static func run(_ json: JSONValue) -> [NaiveItem] {
    let item = NaiveItem(
      width: json["width"]?.double, height: json["height"]?.double,
      isEstimated: json["estimated"]?.bool ?? false, members: NaiveMember.values(json))
    return Array(repeating: item, count: json["count"]?.int ?? 1)
  }
}

extension NaiveEngine {
  /// Whether it reads any size, and so keeps marks.
  var readsSizes: Bool { readsAcross || readsAlong }

  /// What it reads of an item, defaults filled in: an extent is nil where it is not read, or where there is none.
  func read(_ item: NaiveItem, _ metrics: NaiveMetrics) -> NaiveItem {
    let fallback = fallback(metrics)
    let members = zip(NaiveMember.all, item.members).map { member, value in
      member.isGeometry && !geometry.contains(member.name) ? member.standard : value
    }
    return NaiveItem(
      width: readsAcross ? item.width ?? fallback.width : nil,
      height: readsAlong ? item.height ?? fallback.height : nil,
      isEstimated: readsSizes && item.isEstimated, members: members)
  }
}
