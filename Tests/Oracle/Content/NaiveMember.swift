/// What an item may say beside its size: a number that stands in its object by a name.
struct NaiveMember {
  let name: String
  /// What names it in leaves.
  let code: UInt64
  let standard: Double

  /// In the order of the codes.
  static let all = [NaiveMember(name: "probe", code: 100, standard: 1)]
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
  /// Whether it says more than its size.
  var saysMembers: Bool { members != NaiveMember.standards }

  /// Writes what it says into its object.
  func writeMembers(to json: inout JSONValue) {
    for (member, value) in zip(NaiveMember.all, members) where value != member.standard {
      json[member.name] = .number(value)
    }
  }
}
