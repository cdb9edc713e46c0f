import ContentHash
import HTTPServer
import LayoutCore
import LayoutService
import LayoutWire
import Oracle

/// Looks for the bodies that take the most memory to read, as a multiple of their bytes: tries each list with each
/// entry, sections with the shortest nodes, then random mixtures, then changes the worst ones.
struct BodySearch {
  let byteCount: Int
  let tries: Int
  private var generator: SplitMix64
  private var worst: [(recipe: BodyRecipe, multiple: Double)] = []

  init(byteCount: Int, seed: UInt64, tries: Int) {
    self.byteCount = byteCount
    self.tries = tries
    generator = SplitMix64(seed: seed)
  }

  /// Prints the worst multiple of every list, that of the shortest nodes, and the worst of all.
  mutating func run() {
    for list in BodyRecipe.lists.indices {
      for entry in BodyRecipe.lists[list].entries.indices {
        measure(BodyRecipe(list: list, inherited: [], entries: [entry]))
      }
      if let worst = worst.filter({ $0.recipe.list == list }).max(by: { $0.multiple < $1.multiple })
      {
        print("list \(shown(worst.multiple)) \(worst.recipe)")
      }
    }
    for ids in BodySearch.idsOfShortestNodes { measureShortestNodes(ids) }
    for number in 0..<tries {
      worst.sort { $0.multiple > $1.multiple }
      worst.removeLast(max(0, worst.count - 40))
      let base = number % 2 == 0 ? nil : worst.randomElement(using: &generator)?.recipe
      measure(base?.changed(using: &generator) ?? BodyRecipe(using: &generator))
    }
    if let worst = worst.max(by: { $0.multiple < $1.multiple }) {
      print("worst \(shown(worst.multiple)) \(worst.recipe)")
    }
  }

  private mutating func measure(_ recipe: BodyRecipe) {
    worst.append((recipe, multiple(of: recipe)))
  }

  /// The peak while a body is read, named, answered and kept, in multiples of its bytes; on a thread that has read none
  /// before, which would have kept something for the next one.
  private mutating func multiple(of recipe: BodyRecipe) -> Double {
    multiple(of: recipe.body(byteCount: byteCount, using: &generator))
  }

  private func multiple(of body: [UInt8]) -> Double {
    var peak = 0
    onNewThread {
      let subject = Subject()
      let request = Request(posting: body)
      let growth = heapGrowth { _ = subject.service.compute(request) }
      peak = growth.peak
    }
    return Double(peak) / Double(body.count)
  }
}

/// Bodies whose sections have nodes of two sections each, the fewest that a node has.
extension BodySearch {
  /// What sections have beside that: no id, the same one, different ones, or one in every second node.
  private static let idsOfShortestNodes: [@Sendable (Int) -> String] = [
    { _ in "{}" }, { _ in "{\"id\":\"a\"}" }, { "{\"id\":\"\($0 % 10)\"}" },
    { $0 % 4 == 3 ? "{\"id\":\"\"}" : "{}" },
  ]

  /// The beginning of a snapshot in which the digest of a section without items ends a node.
  private static let startOfShortestNodes: String = {
    for spacing in 1... {
      let start = "{\"metrics\":{\"minimumLineSpacing\":\(spacing)},\"sections\":["
      var meter = WorkMeter.unlimited
      let read = try? SnapshotDecoder.read(
        Array((start + "{}]}").utf8).span.bytes, hasSlack: false, naming: .sha256, meter: &meter)
      let named = read.flatMap { IdentifiedSnapshot($0.snapshot, unless: { false }) }
      if SectionNode.ends(after: named!.sectionDigests[0], count: 2) { return start }
    }
    preconditionFailure("one number of 32 is enough")
  }()

  private func measureShortestNodes(_ section: (Int) -> String) {
    var text = BodySearch.startOfShortestNodes + section(0)
    text.reserveCapacity(byteCount + 100)
    var number = 0
    while text.utf8.count < byteCount {
      number += 1
      text += "," + section(number)
    }
    print("nodes", shown(multiple(of: Array((text + "]}").utf8))), section(0), section(3))
  }
}

/// How to make a body of any length: a list in a snapshot, its repeated entries, and what its sections inherit.
struct BodyRecipe: CustomStringConvertible {
  var list: Int
  var inherited: [Int]
  var entries: [Int]

  struct List {
    /// The text before and behind the entries; `$` is replaced by inherited members.
    let start: String
    let end: String
    /// `#` is any number below 100, `~` sixteen letters, `§` a style.
    let entries: [String]
  }

  static let inheritedMembers =
    NaiveEngine.all.dropFirst().map { "\"engine\":\"\($0.name)\"" } + [
      "\"scrollDirection\":\"horizontal\"",
      "\"metrics\":{\"sectionSeparatorColor\":\"~~~~\",\"separatorColor\":\"~~~~\"}",
      "\"metrics\":{\"backgroundColor\":\"~~~~\",\"selectedBackgroundColor\":\"~~~~\"}",
      "\"engine\":\"mosaic\",\"metrics\":{\"segments\":[§,§,§,§,§,§,§,§,§,§,§,§,§,§,§,§,§,§,§,§]}",
      "\"engine\":\"mosaic\",\"metrics\":{\"leadingSegments\":["
        + String(repeating: "§,", count: 900) + "§]}",
      "\"engine\":\"column\",\"metrics\":{\"separatorColor\":\"a\",\"separatorInsets\":{\"left\":1}}",
    ]

  private static let sections = [
    "{}", "{\"items\":1}", "{\"items\":#}", "{\"id\":\"a\"}", "{\"id\":\"\"}", "{\"id\":\"#\"}",
    "{\"id\":\"~\"}", "{\"id\":\"~~~~\"}", "{\"items\":[]}", "{\"items\":[{}]}", "{\"items\":[1]}",
    "{\"items\":[{},{\"width\":#}]}", "{\"items\":[{},{\"height\":#}]}",
    "{\"items\":{\"count\":#}}", "{\"items\":{\"widths\":[]}}", "{\"items\":{\"widths\":[#,#]}}",
    "{\"items\":{\"heights\":[#,#]}}", "{\"items\":{\"widths\":[1,2],\"heights\":[#,#]}}",
    "{\"items\":{\"count\":#,\"width\":#,\"height\":#}}", "{\"items\":{\"heights\":[-0,1,1,1,1]}}",
    "{\"headers\":[]}", "{\"headers\":[{}]}", "{\"headers\":[{\"height\":1}]}",
    "{\"headers\":[{\"height\":#}]}", "{\"footers\":[{\"height\":#,\"pin\":true}]}",
    "{\"headers\":[{\"height\":#}],\"footers\":[{\"height\":#}]}",
    "{\"headers\":[{\"height\":1},{\"height\":#,\"pin\":true}]}",
    "{\"headers\":[{\"height\":1,\"padding\":{\"top\":#}}]}",
    "{\"headers\":[{\"height\":1,\"backgroundColor\":\"~\"}]}",
    "{\"headers\":[{\"hidden\":true}]}", "{\"metrics\":{}}", "{\"metrics\":{\"padding\":{}}}",
    "{\"metrics\":{\"padding\":{\"top\":#}}}", "{\"metrics\":{\"rowHeight\":#}}",
    "{\"metrics\":{\"rowHeight\":#},\"items\":1}",
    "{\"metrics\":{\"separatorInsets\":{\"left\":#}}}",
    "{\"metrics\":{\"sectionSeparatorInsets\":{\"left\":#}},\"items\":1}",
    "{\"metrics\":{\"minimumLineSpacing\":#}}", "{\"metrics\":{\"backgroundColor\":\"~\"}}",
    "{\"metrics\":{\"backgroundColor\":\"#\"}}", "{\"metrics\":{\"separatorColor\":\"~\"}}",
    "{\"metrics\":{\"separatorColor\":\"#\"}}", "{\"metrics\":{\"segments\":[§]}}",
    "{\"metrics\":{\"segments\":[§,§,§]}}", "{\"metrics\":{\"numberOfColumns\":#}}",
    "{\"engine\":\"mosaic\"}", "{\"engine\":\"column\",\"items\":#}",
    "{\"engine\":\"mosaic\",\"items\":#}",
    "{\"a\":1}", "{\"id\":\"\",\"id\":\"\"}", "{\"items\":[[[[[]]]]]}", "[]", "0", "\"\"",
    "{\"items\":12345678901234567890}", "{\"items\":1e1}",
  ]
  private static let supplementaries = [
    "{}", "{\"height\":#}", "{\"width\":#}", "{\"pin\":true}", "{\"hidden\":true}",
    "{\"height\":1,\"pin\":true}", "{\"height\":1,\"padding\":{}}",
    "{\"height\":1,\"padding\":{\"top\":#}}", "{\"height\":1,\"backgroundColor\":\"~\"}",
    "{\"height\":1,\"backgroundColor\":\"#\"}", "{\"height\":1,\"data\":\"#\"}",
    "{\"height\":0}", "0", "[]", "{\"x\":#}",
  ]
  private static let sizes = [
    "{}", "{\"width\":#}", "{\"height\":#}", "{\"width\":#,\"height\":#}", "{\"width\":-0}",
    "{\"width\":1,\"width\":1}", "{\"x\":1}", "0", "{\"width\":12345678901234567890}", "{ }",
    "{\"probe\":#}", "{\"probe\":#,\"probeSpan\":3}",
  ]
  private static let numbers = [
    "1", "#", "0.5", "-0", "1e1", "12345678901234567890", "1.00000000000000000000000000000000001",
    "{}", "[]", "\"\"", " 1 ", "-1",
  ]

  static let lists = [
    List(start: "{$\"sections\":[", end: "]}", entries: sections),
    List(start: "{$\"globalHeaders\":[", end: "],\"sections\":[]}", entries: supplementaries),
    List(start: "{$\"sections\":[{\"headers\":[", end: "]}]}", entries: supplementaries),
    List(start: "{$\"sections\":[{\"items\":[", end: "]}]}", entries: sizes),
    List(start: "{$\"sections\":[{\"items\":{\"widths\":[", end: "]}}]}", entries: numbers),
    List(
      start: "{$\"sections\":[{\"items\":{\"probe\":[", end: "]}}]}", entries: numbers + ["null"]),
    List(start: "{$\"sections\":[{\"items\":[{\"width\":1}]},", end: "]}", entries: sections),
    List(
      start: "{$\"metrics\":{\"segments\":[", end: "]},\"sections\":[]}",
      entries: ["\"fullWidth\"", "§", "1", "\"\"", "{}"]),
    List(
      start: "{$\"sections\":[{", end: "}]}",
      entries: [
        "\"\":0", "\"#\":0", "\"~~~~~~~~\":0", "\"items\":1", "\"x\":{}", "\"\\u0041\":0",
        "\"x\":12345678901234567890",
      ]),
    List(
      start: "{$\"sections\":[{\"id\":\"", end: "\"}]}",
      entries: ["\\u0041", "\\n", "a", "ä", "\\ud83d\\ude00", "\\", "\u{1}"]),
    List(
      start: "[", end: "]",
      entries: ["0", "[]", "{}", "\"\"", "[", "{\"\":0}", "12345678901234567890", "-", "null"]),
    List(start: "", end: "", entries: [" ", "[", "{\"a\":", "\"", "1", "\u{FF}", "[]"]),
  ]

  init(list: Int, inherited: [Int], entries: [Int]) {
    self.list = list
    self.inherited = inherited
    self.entries = entries
  }

  /// Any recipe.
  init(using generator: inout SplitMix64) {
    list = Int.random(in: 0..<7, using: &generator)
    let entryCount = BodyRecipe.lists[list].entries.count
    entries = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
      Int.random(in: 0..<entryCount, using: &generator)
    }
    inherited = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
      BodyRecipe.inheritedMembers.indices.randomElement(using: &generator) ?? 0
    }
  }

  /// The same with one part changed.
  func changed(using generator: inout SplitMix64) -> BodyRecipe {
    var recipe = self
    let entryCount = BodyRecipe.lists[list].entries.count
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      recipe.entries[Int.random(in: entries.indices, using: &generator)] =
        Int.random(in: 0..<entryCount, using: &generator)
    case 1: recipe.entries.append(Int.random(in: 0..<entryCount, using: &generator))
    case 2 where entries.count > 1: recipe.entries.removeLast()
    default:
      recipe.inherited = [BodyRecipe.inheritedMembers.indices.randomElement(using: &generator) ?? 0]
    }
    return recipe
  }

  var description: String {
    let entries = entries.map { BodyRecipe.lists[list].entries[$0] }
    let inherited = inherited.map { BodyRecipe.inheritedMembers[$0].prefix(60) }
    return "\(BodyRecipe.lists[list].start) \(inherited) \(entries)"
  }

  /// A body of about so many bytes: the entries in any order.
  func body(byteCount: Int, using generator: inout SplitMix64) -> [UInt8] {
    let list = BodyRecipe.lists[list]
    var members = inherited.map { BodyRecipe.inheritedMembers[$0] }.joined(separator: ",")
    if !members.isEmpty { members += "," }
    let halves = list.start.split(separator: "$", omittingEmptySubsequences: false)
    var body = Array(halves[0].utf8)
    body.reserveCapacity(byteCount + 4096)
    if halves.count > 1 {
      BodyRecipe.append(Array(members.utf8), to: &body, using: &generator)
      body += Array(halves[1].utf8)
    }
    let choices = entries.map { Array(list.entries[$0].utf8) }
    let isText = list.start.hasSuffix("\"") || list.start.isEmpty
    var isFirst = true
    while body.count < byteCount {
      if !isFirst && !isText { body.append(UInt8(ascii: ",")) }
      isFirst = false
      BodyRecipe.append(
        choices[Int.random(in: choices.indices, using: &generator)], to: &body, using: &generator)
    }
    return body + Array(list.end.utf8)
  }

  private static let styles = ["fullWidth", "fiftyFifty", "twoThirdsOneThird"].map {
    Array("\"\($0)\"".utf8)
  }

  private static func append(
    _ text: [UInt8], to body: inout [UInt8], using generator: inout SplitMix64
  ) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "#"):
        body += Array("\(Int.random(in: 0..<100, using: &generator))".utf8)
      case UInt8(ascii: "~"):
        var word = generator.next()
        for _ in 0..<16 {
          body.append(UInt8(ascii: "a") + UInt8(word % 16))
          word /= 16
        }
      case 0xC2: break
      case 0xA7: body += styles[Int.random(in: 0..<3, using: &generator)]
      default: body.append(byte)
      }
    }
  }
}
