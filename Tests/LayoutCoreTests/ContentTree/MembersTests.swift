import Comparison
import Oracle
import Testing

@testable import LayoutCore

@Suite("What items say beside their size")
struct MembersTests {
  /// The bytes that a leaf is named by.
  private final class Bytes: ContentSink, CanonicalSink {
    private(set) var bytes: [UInt8] = []

    private func take<Number: FixedWidthInteger>(_ numbers: Span<Number>) {
      for place in numbers.indices {
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
          bytes.append(UInt8(truncatingIfNeeded: numbers[place] >> Number(shift)))
        }
      }
    }

    func append(_ numbers: Span<UInt8>) { take(numbers) }
    func append(_ numbers: Span<UInt16>) { take(numbers) }
    func append(_ numbers: Span<UInt32>) { take(numbers) }
    func append(_ numbers: Span<UInt64>) { take(numbers) }

    func append<Number: BitwiseCopyable>(_ numbers: [Number]) {
      numbers.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
  }

  private func run(_ probe: Double, count: Int = 1, height: Double = 44) -> ItemRun {
    ItemRun(count: count, width: 0, height: height, members: .probe(probe))
  }

  /// A leaf's bytes.
  private func bytes(_ runs: [ItemRun]) -> [UInt8] {
    var buffer = RunBuffer()
    for run in runs { buffer.append(run) }
    buffer.flush()
    let sink = Bytes()
    buffer.lastLeaf().write(to: sink)
    return sink.bytes
  }

  /// Expects the bytes of a leaf, written in hexadecimal digits.
  private func expect(_ runs: [ItemRun], _ parts: String...) {
    let digits = parts.joined().filter { $0 != " " }
    #expect(hexadecimal(bytes(runs)) == digits)
  }

  private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  @Test("The bytes of leaves, counted by hand")
  func golden() {
    // Widths of 0, heights of 44; counts of 1.
    let sizes = "0000000000000000 0000000000004640"
    let one = "0200000000000000"
    // Without members: tag 1, forms, one run of 3 items.
    expect([run(1), run(1, count: 2)], "01 000000 01000000 0600000000000000", sizes)
    // With members: tag 3, and behind the sizes one column, of code 100, of bytes.
    expect(
      [run(7), run(1), run(255)], "03 000000 03000000", one, sizes,
      "0100000000000000 64 01 000000000000 07 01 ff")
    // Counts that differ; a column of words.
    expect(
      [run(300), run(0, count: 2)], "03 010000 02000000 02 04", sizes,
      "0100000000000000 64 02 000000000000 2c01 0000")
    // Below 0, and halves: numbers of 4 bytes.
    expect(
      [run(-2), run(0.5)], "03 000000 02000000", one, sizes,
      "0100000000000000 64 04 000000000000 000000c0 0000003f")
    expect(
      [run(0.1), run(1)], "03 000000 02000000", one, sizes,
      "0100000000000000 64 08 000000000000 9a9999999999b93f 000000000000f03f")
    // One value of all runs, which differ in height: a number alone.
    expect(
      [run(-1, height: 1), run(-1, height: 2)], "03 000001 02000000", one, "0000000000000000 01 02",
      "0100000000000000 64 00 000000000000 000000000000f0bf")
  }

  @Test("The summands of cuts, and the bytes of texts and matrices")
  func textsAndMatrices() {
    func term(_ code: UInt8, _ value: GivenMembers.MemberContent) -> UInt64 {
      var members = GivenMembers()
      members[code] = value
      return RunMembers(members).term(ofRun: 0)
    }
    #expect(term(5, .number(0.5)) == 0x6970_0000_0000_0000)
    #expect(term(6, .number(2)) == 0x4000_0000_0000_0000)
    #expect(term(24, .text([97])) == 0x91D7_3798_BF24_2EDD)
    func run(_ text: String?, _ matrix: [Double]? = nil) -> ItemRun {
      var members = GivenMembers()
      if let text { members[24] = .text(Array(text.utf8)) }
      if let matrix { members[8] = .matrix(matrix) }
      return ItemRun(width: 0, height: 44, members: members.ofItem)
    }
    let sizes = "0000000000000000 0000000000004640"
    let one = "0200000000000000"
    // Two different texts, each after its length, then the places of four runs' texts.
    expect(
      [run("b"), run("aé"), run(nil), run("b")], "03 000000 04000000", one, sizes,
      "0100000000000000 18 01 0000 02000000", "0100000000000000 62",
      "0300000000000000 61c3a9", "01 02 00 01")
    var moved = GivenMembers.identity
    (moved[12], moved[0]) = (7, -1)
    // The columns of a matrix that differ from the identity: m11 and m41.
    expect(
      [run(nil), run(nil, moved)], "03 000000 02000000", one, sizes, "0200000000000000",
      "08 04 0000 00000000 0000803f 000080bf", "14 01 0000 00000000 00 07")
  }

  @Test("Runs with any members are read back, and leaves are as the rules say")
  func randomMembers() {
    var random = SplitMix64(seed: 5001)
    for count in [1, 40, 3000] {
      for period in [1, 3, 500] {
        var members: [GivenMembers?] = [nil]
        for _ in 0..<6 {
          var given = GivenMembers()
          if Bool.random(using: &random) { given[5] = .number(0.25) }
          let zIndex = Double(Int.random(in: -2...2, using: &random))
          if zIndex != 0 { given[6] = .number(zIndex) }
          if Bool.random(using: &random) { given[7] = .number(1) }
          if Bool.random(using: &random) {
            var matrix = GivenMembers.identity
            matrix[Int.random(in: 0..<16, using: &random)] = 5
            given[8] = .matrix(matrix)
          }
          if Bool.random(using: &random) {
            given[24] = .text([UInt8(97 + Int.random(in: 0..<3, using: &random))])
          }
          members.append(given.ofItem)
        }
        let runs = (0..<count).map { place in
          ItemRun(
            width: 0, height: Double(place % 5),
            members: members[place / period % members.count])
        }
        ContentTree(runs).expectNaive(runs, "\(count), \(period)")
      }
    }
  }

  private func metrics(_ engine: Engine) -> SectionMetrics {
    var cache = MetricsCache()
    return cache.resolvedInherited(for: engine).section
  }

  private func section(_ runs: [ItemRun], _ engine: Engine = .column) -> Section {
    Section(
      metrics: metrics(engine), items: Items(ContentTree(runs)), headers: .empty, footers: .empty)
  }

  private func snapshot(_ sections: [Section]) -> Snapshot {
    Snapshot(
      scrollDirection: .vertical, layoutDirection: .ltr, globalHeaders: .empty, sections: sections)
  }

  @Test("The forms of sections and snapshots begin with 4 if an item has a member, else with 2")
  func versions() {
    let digest = ContentDigest { _ in 0 }
    func first(_ runs: [ItemRun]) -> [UInt8] {
      var (ofSection, ofSnapshot) = (Bytes(), Bytes())
      let section = section(runs)
      section.writeCanonicalBytes(to: &ofSection, metrics: digest)
      snapshot([self.section([]), section]).writeCanonicalBytes(to: &ofSnapshot, sections: digest)
      return [ofSection.bytes[0], ofSnapshot.bytes[0]]
    }
    #expect(first([]) == [2, 2])
    #expect(first([run(1, count: 5)]) == [2, 2])
    #expect(first([run(1), run(1, height: 50)]) == [2, 2])
    #expect(first([run(0, count: 5)]) == [4, 4])
    #expect(first([run(1), run(0)]) == [4, 4])
    // One in the last leaf of many.
    let many = (0..<200_000).map { run($0 == 199_999 ? 2 : 1, height: Double($0 % 97)) }
    #expect(first(many) == [4, 4] && ContentTree(many).root.level > 0)
  }

  @Test("A section of one run writes it with what its items say")
  func oneRun() {
    func tail(_ run: ItemRun, _ count: Int) -> String {
      var sink = Bytes()
      section([run]).writeCanonicalBytes(to: &sink, metrics: ContentDigest { _ in 0 })
      return hexadecimal(sink.bytes.suffix(count))
    }
    let size = "0500000000000000" + "0000000000000000" + "0000000000004640" + "00"
    #expect(tail(run(1, count: 5), 26) == "00" + size)
    #expect(
      tail(run(-2, count: 5), 43) == "02" + size + "0100000000000000" + "64" + "00000000000000c0")
    let items = section([run(-2, count: 5)]).items
    #expect(items.isOneRun && items.hasMembers && items[3].members == .probe(-2))
    #expect(Items(items.tree(naming: .tests))[0] == items[0])
    #expect(!Items(run(-2, count: 0)).hasMembers)
  }

  @Test("Attributes make runs, and leave items equal")
  func equalItems() throws {
    let runs = [run(1), run(1), run(0.5), run(0.5), run(1), run(1)]
    for engine in Engine.allCases {
      let section = section(runs, engine)
      #expect(section.items.runs.map(\.count) == [2, 2, 2])
      #expect(section.items.uniformSize == Size(width: 0, height: 44))
      #expect(section.explicitItemCount == 3)
      let other = self.section([ItemRun(count: 6, width: 0, height: 44)], engine)
      let frames = try [section, other].map { section in
        let layout = try SectionLayout.prepare(
          section, number: 0, containerWidth: 320, maximumColumns: 10)
        let whole = try Layout(snapshot([section]), containerWidth: 320, sectionLayouts: [layout])
        return (0..<6).map { item in
          let cell = Element(kind: .cell, section: 0, index: item)
          return whole.attributes(of: cell, bounds: nil, inset: .zero)?.frame
        }
      }
      #expect(!frames[0].contains(nil) && frames[0] == frames[1])
    }
  }

  private func run(span: Double, count: Int = 1, height: Double = 44, probe: Double = 1) -> ItemRun
  {
    ItemRun(count: count, width: 0, height: height, members: .probe(probe, span: span))
  }

  @Test("Items that differ in geometry are not equal, and those that differ in attributes are")
  func geometry() {
    let size = Size(width: 0, height: 44)
    // One leaf, a node, and nodes over nodes.
    for count in [2, 20_000, 400_000] {
      func uniform(_ run: (Int) -> ItemRun) -> (size: Size?, counts: [Int], runs: Int) {
        let tree = ContentTree((0..<count).map(run))
        if count > 2 { #expect(tree.root.level > 0) }
        let items = Items(tree)
        let counts = Engine.allCases.map { engine in
          section([], engine).metrics.engine
        }.map { $0.reading.explicitCount(of: items) }
        return (items.uniformSize, counts, items.runCount)
      }
      // Attributes that differ, spans that do not.
      for span in [1.0, 3] {
        let equal = uniform { run(span: span, probe: Double($0 % 97)) }
        #expect(equal.size == size && equal.runs == count)
        #expect(equal.counts == Engine.allCases.map { _ in count })
      }
      // The last of all differs; and each leaf by itself is equal.
      #expect(uniform { run(span: $0 == count - 1 ? 2 : 1, probe: Double($0 % 97)) }.size == nil)
      #expect(uniform { run(span: $0 == 0 ? 1 : 2, probe: Double($0 % 97)) }.size == nil)
      #expect(uniform { run(span: $0 < count / 2 ? 1 : 2, probe: Double($0 % 97)) }.size == nil)
    }
    // Every item counts where an engine places them one by one.
    let items = Items(ContentTree([run(span: 1, count: 9), run(span: 2, count: 5)]))
    let attributes = Items(ContentTree([run(1, count: 9), run(2, count: 5)]))
    for engine in Engine.allCases.map({ section([], $0).metrics.engine }) {
      let isOneByOne = [.flow, .waterfall, .fixed, .justified].contains(engine.name)
      #expect(engine.reading.explicitCount(of: items) == (isOneByOne ? 14 : 2))
      #expect(engine.reading.explicitCount(of: attributes) == 2)
    }
    #expect(Items(run(span: 2, count: 9)).uniformSize == size)
  }

  @Test("Leaves in which members change thousands of runs apart are as the rules say")
  func nodes() {
    for period in [1, 7, 5000] {
      let runs = (0..<30_000).map {
        run(
          span: $0 / period % 3 == 0 ? 1 : Double($0 % 100 + 1), height: Double($0 % 13),
          probe: $0 / period % 2 == 0 ? 1 : -0.5)
      }
      ContentTree(runs).expectNaive(runs, "\(period)")
    }
  }

  @Test("Engines keep attributes, and of geometry what they read")
  func kept() {
    for engine in Engine.allCases {
      let rules = EngineRules.of(engine)
      let readsSpan = engine == .waterfall
      #expect(rules.kept(.probe(5, span: 3)) == .probe(5, span: readsSpan ? 3 : 1))
      #expect(rules.kept(.probe(1, span: 3)) == (readsSpan ? .probe(1, span: 3) : nil))
      #expect(rules.kept(nil) == nil)
    }
  }

  @Test("A form has the numbers of its range, whole ones or 0 and 1")
  func numbersOfForms() {
    for (form, has, lacks) in [
      (.number(-1...2), [-1, 0.5, 2], [-1.5, 2.5]), (.whole(1...3), [1, 3], [0, 1.5, 4]),
      (.flag, [0, 1], [-1, 0.5, 2]), (.wholeOrAll(2...3), [0, 2, 3], [-1, 1, 2.5, 4]),
      (.place(0...2), [1, 3], [0, 1.5, 4]),
    ] as [(MemberForm, [Double], [Double])] {
      #expect(has.allSatisfy(form.contains) && !lacks.contains(where: form.contains), "\(form)")
    }
  }

  @Test("Sizes are read without members")
  func sizes() {
    let runs = (0..<9000).map { run(span: 2, height: Double($0 % 13), probe: 7) }
    for items in [Items(ContentTree(runs)), Items(run(span: 2, count: 9000, height: 5, probe: 7))] {
      for item in stride(from: 0, to: 9000, by: 1001) {
        #expect(items[item].members == .probe(7, span: 2))
        #expect(items.sizes(ofItem: item) == items[item].sizes)
      }
    }
  }

  @Test("Equal sections become one object only where their items say the same")
  func sharedSections() {
    let metrics = metrics(.column)
    var list = SectionList(capacity: 3)
    for probe in [0.5, 0.5, 0.25, 1] {
      list.append(
        GivenSection(
          id: nil, metrics: metrics, items: Items(run(probe, count: 5)), headers: .empty,
          footers: .empty))
    }
    let snapshot = Snapshot(
      scrollDirection: .vertical, layoutDirection: .ltr, globalHeaders: .empty, sections: list)
    #expect(snapshot.sections.map { $0.items[0].members?.probe ?? 1 } == [0.5, 0.5, 0.25, 1])
    #expect(snapshot.sections[0] === snapshot.sections[1])
  }

  @Test("A snapshot says what the item of a cell says")
  func reading() {
    func probe(_ item: Int) -> Double { item % 7 == 0 ? Double(item) : 1 }
    let runs = (0..<9000).map { run(probe($0), height: Double($0 % 13)) }
    let snapshot = snapshot([section([]), section(runs), section([run(3, count: 9)])])
    for item in stride(from: 0, to: 9000, by: 11) {
      let element = Element(kind: .cell, section: 1, index: item)
      #expect(snapshot.members(of: element) == .probe(probe(item)))
    }
    #expect(snapshot.members(of: Element(kind: .cell, section: 2, index: 8)) == .probe(3))
    #expect(snapshot.members(of: Element(kind: .header, section: 2, index: 0)) == nil)
    #expect(!self.snapshot([section([run(1, count: 3)])]).hasMembers)
  }

  @Test("The codes of members ascend, and the values of items fit into columns")
  func table() {
    for rows in [
      MemberRow.ofItems, MemberRow.ofHeaders, MemberRow.ofSections, MemberRow.ofSnapshots,
    ] {
      // A matrix has two spellings.
      #expect(
        zip(rows, rows.dropFirst()).allSatisfy { $0.code < $1.code || $1.name == "transform3D" })
    }
    for member in MemberRow.ofItems {
      switch member.form {
      case .number(let range):
        #expect(range.contains(member.standard) && range.lowerBound >= -0x1p51)
        #expect(range.upperBound <= 0x1p51 || range.lowerBound == 0)
      case .whole(let range):
        #expect(range.contains(Int(member.standard)) && range.lowerBound >= -1 << 51)
        #expect(range.upperBound <= 1 << 51)
      case .wholeOrAll(let range):
        #expect(range.contains(Int(member.standard)) && range.lowerBound > 0)
      case .place(let range): #expect(member.standard == 0 && range.lowerBound == 0)
      case .flag: #expect([0, 1].contains(member.standard))
      case .text, .matrix: #expect(member.standard == 0)
      }
    }
  }
}
