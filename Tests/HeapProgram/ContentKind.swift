import Oracle

/// A kind of content that services hold, and what is counted for it.
struct ContentKind: Sendable {
  let name: String
  /// What sections inherit.
  var members = ""
  /// How many sections a snapshot has.
  var sectionCount = 300
  /// A section's text, by its number.
  let section: @Sendable (Int, inout SplitMix64) -> String

  private func body(_ number: Int) -> [UInt8] {
    var generator = SplitMix64(seed: UInt64(number))
    // No two are equal, whatever their sections are.
    var text = "{\(members)\"globalHeaders\":[{\"height\":\(number + 1)}],\"sections\":["
    for section in 0..<sectionCount {
      if section > 0 { text += "," }
      text += self.section(number * sectionCount + section, &generator)
    }
    return Array((text + "]}").utf8)
  }

  /// Posts snapshots of this kind until so many bytes are counted for them, then has all of them laid out, and prints
  /// what the heap grew by next to what was counted.
  func measure(bytesMax: Int) {
    let subject = Subject()
    // Not counted: what only the first ones need.
    for number in 0..<2 { post(number, to: subject, "width=390") }
    var count = 2
    report("snapshots", subject, "layoutd_snapshot_bytes") { isEnough in
      while !isEnough() {
        post(count, to: subject, "")
        count += 1
      }
    }
    var laidOut = 2
    report("layouts", subject, "layoutd_memo_bytes") { isEnough in
      while !isEnough(), laidOut < count {
        post(laidOut, to: subject, "width=390")
        laidOut += 1
      }
    }

    /// Prints what the heap grew by, and what a reading did.
    func report(
      _ what: String, _ subject: Subject, _ reading: String, _ fill: (() -> Bool) -> Void
    ) {
      let before = subject.reading(reading)
      let growth = heapGrowth { fill { subject.reading(reading) >= before + bytesMax } }
      print(what, growth.kept, subject.reading(reading) - before, name)
    }
  }

  private func post(_ number: Int, to subject: Subject, _ query: String) {
    let (status, answer) = subject.service.compute(snapshot: body(number), query: query)
    precondition(status < 300, "\(name): \(String(decoding: answer, as: UTF8.self))")
  }
}

extension ContentKind {
  private static func list(
    _ count: Int, _ range: ClosedRange<Int>, _ generator: inout SplitMix64
  ) -> String {
    (0..<count).map { _ in "\(Int.random(in: range, using: &generator))" }.joined(separator: ",")
  }

  static let all: [ContentKind] = [
    ContentKind(name: "equal tiny sections", sectionCount: 3000) { _, _ in "{}" },
    ContentKind(name: "tiny sections", sectionCount: 3000) { number, _ in "{\"items\":\(number)}" },
    ContentKind(name: "small snapshots", sectionCount: 1) { number, _ in "{\"items\":\(number)}" },
    ContentKind(name: "small snapshots of three sections", sectionCount: 3) { number, _ in
      "{\"id\":\"s\(number)\",\"items\":\(number),\"headers\":[{\"height\":44,\"pin\":true}]}"
    },
    ContentKind(name: "uniform items with ids", sectionCount: 1000) { number, _ in
      "{\"id\":\"section \(number)\",\"items\":{\"count\":\(number),\"width\":30,\"height\":40}}"
    },
    ContentKind(name: "long ids") { number, _ in
      "{\"id\":\"a section with a rather long name \(number)\",\"items\":\(number % 7)}"
    },
    ContentKind(name: "flow of few items") { _, random in
      "{\"items\":{\"widths\":[\(list(3, 10...99, &random))],"
        + "\"heights\":[\(list(3, 10...99, &random))]}}"
    },
    ContentKind(name: "flow of many items", sectionCount: 3) { _, random in
      "{\"items\":{\"widths\":[\(list(3000, 10...99, &random))],"
        + "\"heights\":[\(list(3000, 10...99, &random))]}}"
    },
    ContentKind(name: "flow of one width", sectionCount: 10) { _, random in
      "{\"items\":[\((0..<200).map { _ in "{\"height\":\(Int.random(in: 1...99, using: &random))}" }.joined(separator: ","))]}"
    },
    ContentKind(
      name: "flow of long lines", members: "\"metrics\":{\"itemSize\":{\"height\":3}},",
      sectionCount: 3
    ) { _, random in "{\"items\":{\"widths\":[\(list(3000, 0...1, &random))]}}" },
    ContentKind(name: "column of few items", members: "\"engine\":\"column\",") { _, random in
      "{\"items\":{\"heights\":[\(list(4, 10...99, &random))]}}"
    },
    ContentKind(name: "column of many items", members: "\"engine\":\"column\",", sectionCount: 3) {
      _, random in "{\"items\":{\"heights\":[\(list(3000, 10...99, &random))]}}"
    },
    ContentKind(name: "waterfall of few items", members: "\"engine\":\"waterfall\",") {
      _, random in "{\"items\":{\"heights\":[\(list(4, 10...99, &random))]}}"
    },
    ContentKind(
      name: "waterfall of many items", members: "\"engine\":\"waterfall\",",
      sectionCount: 3
    ) { _, random in
      "{\"items\":{\"widths\":[\(list(3000, 10...99, &random))],"
        + "\"heights\":[\(list(3000, 10...99, &random))]}}"
    },
    ContentKind(
      name: "waterfall from left to right",
      members: "\"engine\":\"waterfall\",\"metrics\":{\"placement\":\"leftToRight\"},",
      sectionCount: 30
    ) { _, random in "{\"items\":{\"heights\":[\(list(100, 0...99, &random))]}}" },
    ContentKind(
      name: "waterfall of many columns",
      members: "\"engine\":\"waterfall\",\"metrics\":{\"numberOfColumns\":50},", sectionCount: 10
    ) { _, random in "{\"items\":{\"heights\":[\(list(500, 0...99, &random))]}}" },
    // What items say beside their sizes, as debug builds know it.
    ContentKind(name: "few items that say more", members: "\"engine\":\"column\",") { _, random in
      "{\"items\":{\"heights\":[\(list(4, 10...99, &random))],\"probe\":[2,3,\(list(2, 1...9, &random))]}}"
    },
    ContentKind(
      name: "many items that say more", members: "\"engine\":\"column\",", sectionCount: 3
    ) { _, random in
      "{\"items\":{\"heights\":[\(list(3000, 10...99, &random))],"
        + "\"probe\":[\(list(3000, 1...9, &random))],\"probeSpan\":[\(list(3000, 1...9, &random))]}}"
    },
    ContentKind(name: "equal items that say more", sectionCount: 1000) { number, _ in
      "{\"items\":{\"count\":\(number),\"width\":30,\"height\":40,\"probe\":7}}"
    },
    ContentKind(name: "mosaic", members: "\"engine\":\"mosaic\",") { number, _ in
      "{\"items\":\(number + 3)}"
    },
    ContentKind(
      name: "mosaics of one list",
      members: "\"engine\":\"mosaic\",\"metrics\":{\"segments\":["
        + String(repeating: "\"fullWidth\",\"fiftyFifty\",", count: 400) + "\"fullWidth\"]},"
    ) { number, _ in
      "{\"items\":\(number),\"metrics\":{\"segmentHeight\":\(number % 100 + 1)}}"
    },
    ContentKind(name: "mosaics of many lists", members: "\"engine\":\"mosaic\",") {
      number, random in
      let styles = (0..<20).map { _ in
        Bool.random(using: &random) ? "\"fullWidth\"" : "\"fiftyFifty\""
      }
      return "{\"items\":\(number),\"metrics\":{\"segments\":[\(styles.joined(separator: ","))]}}"
    },
    ContentKind(name: "a header of each section") { number, _ in
      "{\"headers\":[{\"height\":\(number),\"pin\":true}],\"items\":3}"
    },
    ContentKind(name: "equal headers", sectionCount: 1000) { number, _ in
      "{\"headers\":[{\"height\":44,\"pin\":true}],\"items\":\(number)}"
    },
    ContentKind(name: "stacks of headers and footers", sectionCount: 20) { number, random in
      let stack = (0..<30).map {
        "{\"height\":\(number % 1000 + $0 + 1),\"pin\":\(Bool.random(using: &random))}"
      }
      return "{\"headers\":[\(stack.joined(separator: ","))],"
        + "\"footers\":[\(stack.prefix(5).joined(separator: ","))]}"
    },
    ContentKind(name: "long stacks with colours", sectionCount: 2) { number, random in
      let stack = (0..<500).map { _ in
        "{\"height\":\(number + 1),\"backgroundColor\":\"#\(Int.random(in: 100...999, using: &random))\","
          + "\"padding\":{\"top\":\(Int.random(in: 1...99, using: &random))}}"
      }
      return "{\"headers\":[\(stack.joined(separator: ","))]}"
    },
    ContentKind(
      name: "inherited colours",
      members: "\"metrics\":{\"backgroundColor\":\"a colour of thirty-two letters!!\","
        + "\"sectionSeparatorColor\":\"another one that is inherited\"},"
    ) { number, _ in
      "{\"metrics\":{\"padding\":{\"top\":\(number)}},\"items\":2,\"headers\":[{\"height\":3}]}"
    },
    ContentKind(name: "colours of their own") { number, _ in
      "{\"metrics\":{\"backgroundColor\":\"the colour of number \(number)\"},\"items\":2}"
    },
    ContentKind(name: "separators", members: "\"engine\":\"column\",") { number, _ in
      "{\"metrics\":{\"separatorColor\":\"#\(number % 1000)\",\"numberOfColumns\":\(number % 9 + 1)},"
        + "\"items\":9}"
    },
    ContentKind(name: "backgrounds and shelves") { number, _ in
      "{\"metrics\":{\"background\":{\"color\":\"the colour of number \(number)\"},"
        + "\"shelf\":{\"height\":\(number)}},\"items\":9}"
    },
  ]
}
