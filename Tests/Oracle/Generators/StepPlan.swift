/// A step in the making: what is named before the step, and the blocks that still need a place after it.
struct StepPlan {
  /// Neighbours that come to places after the step, by an entry of a list.
  struct Block {
    var list: String
    var entry: Int
    var length: Int
  }

  /// The sections before the step, and the engines that they have after it.
  let sections: [NaiveResolvedSection]
  var engines: [NaiveEngine]
  let horizontal: Bool
  var step: JSONValue = [:]
  /// The sections that are deleted or reloaded.
  var ended: Set<Int> = []
  /// How many items of a section stay in it.
  var kept: [Int]
  /// What comes to each section, by its number before.
  var incoming: [Int: [Block]] = [:]

  init(sections: [NaiveResolvedSection], horizontal: Bool) {
    self.sections = sections
    self.horizontal = horizontal
    engines = sections.map(\.engine)
    kept = sections.map(\.items.count)
    for section in sections.indices { incoming[section] = [] }
  }

  /// The sections whose items stay.
  var staying: [Int] { sections.indices.filter { !ended.contains($0) } }

  func count(of list: String) -> Int { step[list]?.array?.count ?? 0 }

  mutating func append(_ entry: JSONValue, to list: String) {
    step[list] = .array((step[list]?.array ?? []) + [entry])
  }

  /// Gives moved and inserted sections their places.
  mutating func placeSections(using random: inout SplitMix64) {
    var blocks: [Block] = []
    var gone = 0
    for (number, entry) in (step["moveSections"]?.array ?? []).enumerated() {
      blocks.append(Block(list: "moveSections", entry: number, length: entry["count"]!.int!))
      gone += entry["count"]!.int!
    }
    for entry in step["deleteSections"]?.array ?? [] { gone += entry["count"]?.int ?? 1 }
    for (number, entry) in (step["insertSections"]?.array ?? []).enumerated() {
      blocks.append(
        Block(list: "insertSections", entry: number, length: entry["sections"]!.array!.count))
    }
    for (block, place) in Self.places(of: blocks, among: sections.count - gone, using: &random) {
      change(block) { entry in
        entry[block.list == "moveSections" ? "to" : "section"] = .number(Double(place))
      }
    }
  }

  /// Gives moved and inserted items their places.
  mutating func placeItems(using random: inout SplitMix64) {
    let values = NaiveStepValues(step.sectionLists, sections: sections, horizontal: horizontal)
    let after = values.step.applied(to: NaiveStep.list(sections.map(\.items.count)))
    for (number, section) in after.enumerated() {
      guard let before = section.section, !section.isReloaded else { continue }
      let blocks = incoming[before]!
      for (block, place) in Self.places(of: blocks, among: kept[before], using: &random) {
        change(block) { entry in
          let path: JSONValue = [
            "section": .number(Double(number)), "item": .number(Double(place)),
          ]
          if block.list == "move" {
            entry["to"] = path
          } else {
            for member in path.members! { entry[member.key] = member.value }
          }
        }
      }
    }
  }

  /// Places for blocks so that all are filled, with so many others that stay.
  private static func places(
    of blocks: [Block], among staying: Int, using random: inout SplitMix64
  ) -> [(Block, Int)] {
    var row = blocks.map { Optional($0) } + Array(repeating: nil, count: staying)
    row.shuffle(using: &random)
    var place = 0
    var places: [(Block, Int)] = []
    for block in row {
      if let block { places.append((block, place)) }
      place += block?.length ?? 1
    }
    return places
  }

  private mutating func change(_ block: Block, _ body: (inout JSONValue) -> Void) {
    var entries = step[block.list]!.array!
    body(&entries[block.entry])
    step[block.list] = .array(entries)
  }
}

extension JSONValue {
  /// Of a step the lists of sections alone.
  fileprivate var sectionLists: JSONValue {
    .object(members!.filter { $0.key.hasSuffix("Sections") })
  }
}
