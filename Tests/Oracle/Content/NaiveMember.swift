/// What an item may say beside its size.
public struct NaiveMember: Sendable {
  let name: String
  /// What names it in leaves.
  public let code: UInt64
  public let standard: JSONValue
  /// Whether frames depend on it: engines that do not read it forget it, and elements do not have it.
  var isGeometry = false
  /// Values of many kinds that it may have, as they are spelled.
  let values: [JSONValue]
  /// The name that it has in a horizontal snapshot; nil for the same one.
  var transposed: String?

  /// In the order of the codes.
  public static let all = [
    NaiveMember(
      name: "span", code: 1, standard: 1, isGeometry: true,
      values: [2, 3, 2, 5, "all", 10_000, 1]),
    NaiveMember(
      name: "columnIndex", code: 2, standard: .null, isGeometry: true,
      values: [0, 1, 2, 1, 0, 3, 9_999]),
    NaiveMember(
      name: "x", code: 3, standard: 0, isGeometry: true, values: [10, 40, 33.25, 250, 0.1],
      transposed: "y"),
    NaiveMember(
      name: "y", code: 4, standard: 0, isGeometry: true, values: [10, 60, 33.25, 900, 0.1],
      transposed: "x"),
    NaiveMember(name: "alpha", code: 5, standard: 1, values: [0, 0.5, 0.1, 1]),
    NaiveMember(
      name: "zIndex", code: 6, standard: 0, values: [1, -1, 300, 70_000, -1_000_000, 1001]),
    NaiveMember(name: "hidden", code: 7, standard: false, values: [true]),
    NaiveMember(
      name: "transform", code: 8, standard: .array(NaiveMember.identity),
      values: [
        [1, 0, 0, 1, 10, -20.5], [0, 1, -1, 0, 0, 0], [0.5, 0, 0, 0.5, 0, 0], [1, 0, 0, 1, 0, 0],
        [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -0.01, 0, 0, 0, 1],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 0, 1],
      ]),
    NaiveMember(
      name: "data", code: 24, standard: "",
      values: ["a", "b", "\u{0}", "é", "e\u{301}", .string(String(repeating: "x", count: 256))]),
    NaiveMember(name: "backgroundColor", code: 25, standard: "", values: ["#fff", "red"]),
    NaiveMember(name: "selectedBackgroundColor", code: 26, standard: "", values: ["blue"]),
    NaiveMember(name: "probe", code: 100, standard: 1, values: [0, 2, 300, -1000, 0.5, 0.1, -3.7]),
    NaiveMember(
      name: "probeSpan", code: 101, standard: 1, isGeometry: true, values: [2, 3, 50, 100]),
  ]
  static let standards = all.map(\.standard)
  private static let identity = (0..<16).map { JSONValue.number($0 % 5 == 0 ? 1 : 0) }

  /// A value in the form in which equal ones are equal: a matrix has 16 numbers.
  private func plain(_ value: JSONValue) -> JSONValue {
    guard name == "transform", let numbers = value.array, numbers.count == 6 else { return value }
    var matrix = NaiveMember.identity
    for (place, number) in zip([0, 1, 4, 5, 12, 13], numbers) { matrix[place] = number }
    return .array(matrix)
  }

  /// Whether a list gives a value for each item.
  private func isListed(_ value: JSONValue) -> Bool {
    guard let list = value.array else { return false }
    if name != "transform" { return true }
    return list.allSatisfy { $0 == .null || $0.array != nil }
  }

  static func place(_ name: String) -> Int { all.firstIndex { $0.name == name }! }

  /// The values of members after a horizontal snapshot is transposed, or back.
  static func transposed(_ values: [JSONValue]) -> [JSONValue] {
    all.map { values[place($0.transposed ?? $0.name)] }
  }

  /// What an item's object says of each, or the entry of an item in lists.
  static func values(_ json: JSONValue, entry: Int? = nil) -> [JSONValue] {
    all.map { member in
      var value = json[member.name]
      if member.name == "transform" { value = value ?? json["transform3D"] }
      if let entry, let given = value, member.isListed(given) { value = given.array![entry] }
      guard let value, value != .null else { return member.standard }
      return member.plain(value)
    }
  }

  /// Its key and its value in an object; nil for its default.
  func spelled(_ value: JSONValue) -> (key: String, value: JSONValue)? {
    if value == standard { return nil }
    guard name == "transform", let numbers = value.array else { return (name, value) }
    let places = [0, 1, 4, 5, 12, 13]
    let isOfPlane = numbers.indices.allSatisfy {
      places.contains($0) || numbers[$0] == NaiveMember.identity[$0]
    }
    return isOfPlane ? (name, .array(places.map { numbers[$0] })) : ("transform3D", value)
  }

  /// The number that is kept of a span or a column, or the value itself.
  public func kept(_ value: JSONValue) -> JSONValue {
    switch name {
    case "span": value == "all" ? 0 : value
    case "columnIndex": value == .null ? 0 : .number(value.double! + 1)
    default: value
    }
  }

  /// The value of which a number is kept.
  public func spelled(kept number: Double) -> JSONValue {
    switch name {
    case "span": number == 0 ? "all" : .number(number)
    case "columnIndex": number == 0 ? .null : .number(number - 1)
    default: standard.bool == nil ? .number(number) : .bool(number == 1)
    }
  }

  /// The numbers and texts that stand in leaves, each with its code and its default.
  func columns(_ value: JSONValue) -> [(code: UInt64, value: JSONValue, standard: JSONValue)] {
    func number(_ value: JSONValue) -> JSONValue {
      value.bool.map { .number($0 ? 1 : 0) } ?? kept(value)
    }
    guard let numbers = value.array else { return [(code, number(value), number(standard))] }
    return numbers.enumerated().map {
      (code + UInt64($0), $1, NaiveMember.identity[$0])
    }
  }
}

extension NaiveItem {
  /// The value of the member with a name.
  func member(_ name: String) -> JSONValue { members[NaiveMember.place(name)] }

  /// What elements have of what it says.
  var attributes: [JSONValue] {
    zip(NaiveMember.all, members).map { $0.isGeometry ? $0.standard : $1 }
  }

  /// What frames depend on beside its size.
  var geometry: [JSONValue] { zip(NaiveMember.all, members).filter { $0.0.isGeometry }.map(\.1) }

  /// Whether it says more than its size.
  var saysMembers: Bool { members != NaiveMember.standards }

  /// Writes what it says into its object.
  func writeMembers(to json: inout JSONValue) {
    for (member, value) in zip(NaiveMember.all, members) {
      if let (key, value) = member.spelled(value) { json[key] = value }
    }
  }
}
