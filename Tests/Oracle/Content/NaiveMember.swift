/// What an item may say beside its size: a number that stands in its object by a name.
struct NaiveMember {
  let name: String
  /// What names it in leaves.
  let code: UInt64
  let standard: Double
  /// Whether frames depend on it: engines that do not read it forget it, and elements do not have it.
  var isGeometry = false
  /// Values of many kinds that it may have.
  let values: [Double]

  /// In the order of the codes.
  static let all = [
    NaiveMember(name: "probe", code: 100, standard: 1, values: [0, 2, 300, -1000, 0.5, 0.1, -3.7]),
    NaiveMember(
      name: "probeSpan", code: 101, standard: 1, isGeometry: true, values: [2, 3, 50, 100]),
  ]
  static let standards = all.map(\.standard)

  /// What an item's object says of each, or the entry of an item in lists.
  static func values(_ json: JSONValue, entry: Int? = nil) -> [Double] {
    all.map { member in
      let value = json[member.name]
      return entry.flatMap { value?.array?[$0] }?.double ?? value?.double ?? member.standard
    }
  }
}

extension NaiveItem {
  /// What elements have of what it says.
  var attributes: [Double] {
    zip(NaiveMember.all, members).map { $0.isGeometry ? $0.standard : $1 }
  }

  /// What frames depend on beside its size.
  var geometry: [Double] { zip(NaiveMember.all, members).filter { $0.0.isGeometry }.map(\.1) }

  /// Whether it says more than its size.
  var saysMembers: Bool { members != NaiveMember.standards }

  /// Writes what it says into its object.
  func writeMembers(to json: inout JSONValue) {
    for (member, value) in zip(NaiveMember.all, members) where value != member.standard {
      json[member.name] = .number(value)
    }
  }
}
