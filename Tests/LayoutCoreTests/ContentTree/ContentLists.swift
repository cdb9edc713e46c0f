import Oracle

@testable import LayoutCore

/// Sorts of lists that are cut, joined and kept in different ways.
enum ContentList: CaseIterable {
  case allSizes, wholes, quarters, fewSizes, twoSizes, periodic, equal, runs, marks, bothExtents
  case members, runsWithMembers, oneBigRun, none

  /// A list of about so many runs before neighbours are joined.
  func runs(_ count: Int, using random: inout SplitMix64) -> [ItemRun] {
    switch self {
    case .none: []
    case .oneBigRun: [ItemRun(count: 1_000_000_000, width: 0, height: 44)]
    default: (0..<count).map { run($0, using: &random) }
    }
  }

  /// One run of such a list.
  func run(_ number: Int, using random: inout SplitMix64) -> ItemRun {
    func height() -> Double {
      switch self {
      case .allSizes: Double.random(in: 0...500, using: &random)
      case .wholes: Double(Int.random(in: 20...280, using: &random))
      case .quarters: Double(Int.random(in: 160...600, using: &random)) / 4
      case .fewSizes, .runs, .marks: [44, 60, 72].randomElement(using: &random)!
      case .twoSizes: [44, 60].randomElement(using: &random)!
      case .periodic: number % 2 == 0 ? 44 : 60
      case .bothExtents: Double(Int.random(in: 1...70, using: &random)) / 8
      case .members: [44, 60].randomElement(using: &random)!
      case .equal, .runsWithMembers, .oneBigRun, .none: 44
      }
    }
    let width =
      self == .bothExtents ? [-1, 0, 50, 1e-3].randomElement(using: &random)! : 0
    let hasCounts = self == .runs || self == .runsWithMembers
    return ItemRun(
      count: hasCounts ? [1, 2, 300, 70_000, 5_000_000_000].randomElement(using: &random)! : 1,
      width: width, height: height(), isEstimated: self == .marks && Bool.random(using: &random),
      members: members(number, using: &random))
  }

  /// What the items of a run of such a list say beside their size: often nothing for some thousand runs.
  func members(_ number: Int, using random: inout SplitMix64) -> GivenMembers? {
    switch self {
    case .members where number % 8192 < 4096, .runsWithMembers:
      .probe(
        [1, 1, 0, -1000, 255, 0.5, 0.1, Double(number % 300)].randomElement(using: &random)!)
    default: nil
    }
  }
}

extension GivenMembers {
  /// What an item says that says the members which tests know: an attribute, and one that is geometry.
  static func probe(_ value: Double, span: Double = 1) -> GivenMembers? {
    var members = GivenMembers()
    if value != 1 { members[100] = .number(value + 0) }
    if span != 1 { members[101] = .number(span) }
    return members.ofItem
  }

  /// The values of those members.
  var probe: Double { number(100) ?? 1 }
  var span: Double { number(101) ?? 1 }
}

extension ContentList {
  /// Runs chosen so that every one ends a leaf that may end there, or none does.
  static func ground(_ count: Int, cuts: Bool) -> [ItemRun] {
    // What ends a leaf depends on the last 16 runs: each height is chosen for the run after those before it.
    var sum: UInt64 = 0
    var runs: [ItemRun] = []
    while runs.count < count {
      for candidate in 1... where Double(candidate) != runs.last?.height {
        let height = Double(candidate)
        var x = height.bitPattern &* 0xC2B2_AE3D_27D4_EB4F &+ 2 &* 0x1656_67B1_9E37_79F9
        x = (x ^ (x >> 32)) &* 0xD6E8_FEB8_6659_FD93
        x ^= x >> 32
        let next = sum << 4 &+ x
        guard ((next &* 0xD6E8_FEB8_6659_FD93) >> 56 == 0) == cuts else { continue }
        sum = next
        runs.append(ItemRun(width: 0, height: height))
        break
      }
    }
    return runs
  }
}
