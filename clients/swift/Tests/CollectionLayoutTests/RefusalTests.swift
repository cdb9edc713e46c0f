import CollectionLayout
import Testing

@Suite("What is refused")
struct RefusalTests {
  private func issues(of input: SnapshotInput) throws -> [Refusal.Issue] {
    let refusal = try #require(throws: Refusal.self) { _ = try Snapshot(input) }
    #expect(refusal.name == "invalid-snapshot")
    return refusal.issues
  }

  private func pointers(of sections: [SectionInput]) throws -> [String?] {
    try issues(of: SnapshotInput(sections: sections)).map(\.pointer)
  }

  @Test(
    "Numbers that are not finite, or below 0, are refused where they stand",
    arguments: [Double.nan, .infinity, -.infinity, -1, -0x1p-1074])
  func numbers(number: Double) throws {
    #expect(
      try pointers(of: [SectionInput(items: [ItemInput(width: 9), ItemInput(width: number)])])
        == ["/sections/0/items/1/width"])
    #expect(
      try pointers(of: [SectionInput(items: .columns(widths: [1, 2, number]))])
        == ["/sections/0/items/widths/2"])
    #expect(
      try pointers(of: [SectionInput(items: .equal(count: 3, width: number))])
        == ["/sections/0/items/width"])
    #expect(
      try pointers(of: [SectionInput(headers: [SupplementaryInput(height: number)])])
        == ["/sections/0/headers/0/height"])
    #expect(
      try pointers(of: [
        SectionInput(),
        SectionInput(metrics: MetricsInput { $0.sectionInset = .init(top: number) }),
      ]) == ["/sections/1/metrics/sectionInset/top"])
    let metrics = MetricsInput { $0.itemSize = .init(width: number) }
    #expect(
      try issues(of: SnapshotInput(metrics: metrics, sections: [])).map(\.pointer)
        == ["/metrics/itemSize/width"])
  }

  @Test("A width is checked, and the axis that it is given for")
  func widths() throws {
    let vertical = try Snapshot(sections: [SectionInput(items: 3)])
    let horizontal = try Snapshot(scrollDirection: .horizontal, sections: [])
    for width in [0, -1, .nan, .infinity, 0x1p54] {
      #expect(throws: Refusal.self) { _ = try SnapshotLayout(vertical, width: width) }
      #expect(throws: Refusal.self) { _ = try SnapshotLayout(horizontal, height: width) }
    }
    #expect(throws: Refusal.self) { _ = try SnapshotLayout(horizontal, width: 100) }
    #expect(throws: Refusal.self) { _ = try SnapshotLayout(vertical, height: 100) }
    let columns = try Snapshot(
      engine: .column, metrics: MetricsInput { $0.minimumColumnWidth = 1 },
      sections: [SectionInput(items: 3)])
    let refusal = try #require(throws: Refusal.self) { _ = try SnapshotLayout(columns, width: 1e6) }
    #expect(refusal.name == "cannot-lay-out")
    #expect(refusal.issues.map(\.pointer) == ["/sections/0"])
  }

  @Test("A source that cannot be laid out is refused at its place, before and after a change")
  func sources() throws {
    let columns = SourceNode(
      engine: .column, metrics: MetricsInput { $0.minimumColumnWidth = 1 }, items: 3)
    let plain = SnapshotInput(source: SourceNode(items: 1))
    let layout = try SnapshotLayout(Snapshot(plain), width: 1e6)
    for (source, pointer) in [
      (SourceNode(children: [SourceNode(items: 1), columns]), "/source/children/1"),
      (SourceNode(headers: [SupplementaryInput(height: 1e308)], items: 1), ""),
    ] {
      let input = SnapshotInput(source: source)
      let refused = try Snapshot(input)
      let refusal = try #require(throws: Refusal.self) {
        _ = try SnapshotLayout(refused, width: 1e6)
      }
      #expect(refusal.issues.map(\.pointer) == [pointer])
      let changed = try #require(throws: Refusal.self) {
        _ = try layout.applying(from: plain, to: input)
      }
      #expect(changed.issues.map(\.pointer) == ["/to\(pointer)"])
    }
  }

  @Test("A question that cannot be answered finds nothing")
  func questions() throws {
    let snapshot = try Snapshot(
      engine: .column,
      sections: [SectionInput(headers: [SupplementaryInput(height: 40, pin: true)], items: 9)])
    let layout = try SnapshotLayout(snapshot, width: 320)
    let numbers = [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -0x1p1000]
    for number in numbers {
      for rect in [
        LayoutRect(x: number, y: 0, width: 1, height: 1),
        LayoutRect(x: 0, y: number, width: 1, height: 1),
        LayoutRect(x: 0, y: 0, width: -1, height: 1), LayoutRect(x: 0, y: 0, width: 1, height: 0),
      ] {
        #expect(layout.elements(in: rect).isEmpty)
        _ = layout.special(bounds: rect)
        _ = layout.hit(LayoutPoint(x: 1, y: 1), bounds: rect)
      }
      #expect(layout.hit(LayoutPoint(x: number, y: 0)) == nil)
      #expect(layout.hit(LayoutPoint(x: 0, y: number)) == nil)
      _ = layout.special(
        bounds: LayoutRect(x: 0, y: 0, width: 320, height: 480), inset: LayoutInsets(top: number))
    }
    for number in [-1, 9, .max, .min] {
      #expect(layout.cell(section: 0, item: number) == nil)
      #expect(layout.cell(section: number, item: 0) == nil)
      #expect(layout.supplementary(.header, section: number, index: 0) == nil)
      #expect(layout.supplementary(.header, section: 0, index: number) == nil)
      #expect(layout.supplementary(.globalHeader, index: number) == nil)
      #expect(layout.decoration(.rowSeparator, section: 0, index: number) == nil)
      #expect(layout.frame(ofSection: number) == nil)
      #expect(snapshot.itemCount(inSection: number) == 0)
      #expect(snapshot.id(ofSection: number) == nil)
      #expect(throws: Refusal.self) {
        _ = try layout.applying([Step { $0.delete = [.init(section: 0, item: number)] }])
      }
    }
    #expect(throws: Refusal.self) {
      let bounds = LayoutRect(x: 0, y: 0, width: 1, height: 1)
      let path = ItemPath(section: 0, item: 9)
      _ = try layout.applying([], bounds: bounds, anchor: .item(path))
    }
    #expect(throws: Refusal.self) { _ = try layout.applying([], transition: true) }
    #expect(throws: Refusal.self) {
      _ = try layout.applying([], bounds: LayoutRect(x: .nan, y: 0, width: 1, height: 1))
    }
  }

  @Test("A question about scrolling names the parameter of what is not there, or is no number")
  func scrolling() throws {
    let input = SnapshotInput(engine: .column, sections: [SectionInput(items: 5)])
    let layout = try SnapshotLayout(Snapshot(input), width: 300)
    let bounds = LayoutRect(x: 0, y: 0, width: 300, height: 100)
    let (first, missing) = (ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 5))
    let far = LayoutPoint(x: .infinity, y: 0)
    let other = try SnapshotLayout(
      Snapshot(engine: .column, sections: [SectionInput(items: 6)]), width: 300)
    for (name, question) in [
      ("item", { _ = try layout.target(.item(missing), from: bounds) }),
      ("header", { _ = try layout.target(.header(section: 0, index: 0), from: bounds) }),
      ("proposed", { _ = try layout.target(.nearestItem(proposed: far), from: bounds) }),
      ("page", { _ = try layout.target(.page(length: 0, proposed: .zero), from: bounds) }),
      (
        "keep",
        { _ = try layout.target(keeping: .item(missing), of: layout, at: bounds, in: bounds) }
      ),
      ("ahead", { _ = try layout.window(.init(bounds: bounds), prefetch: .init(ahead: 101)) }),
      ("item", { _ = try layout.dragging(missing) }),
      ("target", { _ = try layout.dragging(first, to: missing) }),
    ] as [(String, () throws -> Void)] {
      let refusal = try #require(throws: Refusal.self) { try question() }
      #expect(refusal.issues.map(\.parameter) == [name])
    }
    #expect(layout.neighbors(section: 0, item: 5) == nil)
    #expect(throws: Refusal.self) {
      _ = try layout.target(keeping: .first, of: other, at: bounds, in: bounds)
    }
  }

  @Test("A list is as long as its limit, and items without an extent cost nothing")
  func many() throws {
    let snapshot = try Snapshot(
      engine: .column, sections: [SectionInput(items: .equal(count: 1_000_000_000, height: 1))])
    let layout = try SnapshotLayout(snapshot, width: 320)
    let everything = LayoutRect(x: 0, y: 0, width: 320, height: 1e9)
    #expect(layout.elements(in: everything).count == 100_000)
    #expect(layout.elements(in: everything, limit: 3).map(\.item) == [0, 1, 2])
    for limit in [0, -1, .min] { #expect(layout.elements(in: everything, limit: limit).isEmpty) }
    #expect(
      layout.elements(in: LayoutRect(x: 0, y: 5e8, width: 1, height: 2), limit: .max).count == 2)
    for (engine, width, height) in [
      (Engine.column, nil, 0), (.flow, 0, 5), (.flow, 5, 0), (.flow, 0, 0), (.waterfall, nil, 0),
    ] as [(Engine, Double?, Double)] {
      let metrics = MetricsInput {
        $0.minimumLineSpacing = 0
        $0.minimumInteritemSpacing = 0
      }
      let items = ItemsInput.equal(count: 1 << 53, width: width, height: height)
      let flat = try SnapshotLayout(
        Snapshot(engine: engine, metrics: metrics, sections: [SectionInput(items: items)]),
        width: 320)
      #expect(flat.elements(in: everything).isEmpty)
      #expect(flat.hit(LayoutPoint(x: 0, y: 0)) == nil)
      #expect(flat.cell(section: 0, item: 1 << 52)?.item == 1 << 52)
    }
  }

  @Test("What is refused is named, in the words of the service")
  func words() throws {
    let snapshot = try Snapshot(engine: .column, sections: [SectionInput(items: 9)])
    let layout = try SnapshotLayout(snapshot, width: 320)
    func refusal(_ body: () throws -> Void) throws -> String {
      try #require(throws: Refusal.self) { try body() }.description
    }
    #expect(
      try refusal { _ = try SnapshotLayout(snapshot, width: -1) }
        == "bad-parameter: The parameter \"width\" must be a number above 0 and at most 2^53, not -1."
    )
    #expect(
      try refusal {
        _ = try layout.applying([], bounds: LayoutRect(x: .nan, y: 1e300, width: 1, height: 0.5))
      }
        == "bad-parameter: The parameter \"bounds\" must be four finite numbers x,y,width,height "
        + "with width and height above 0, not nan,1e300,1,0.5.")
    let bounds = LayoutRect(x: 0, y: 0, width: 1, height: 1)
    #expect(
      try refusal { _ = try layout.applying([], bounds: bounds, inset: LayoutInsets(left: .nan)) }
        == "bad-parameter: The parameter \"inset\" must be four finite numbers "
        + "top,left,bottom,right, not 0,nan,0,0.")
    #expect(
      try refusal { _ = try layout.applying([], bounds: bounds, endThreshold: -0.5) }
        == "bad-parameter: The parameter \"endThreshold\" must be a number of at least 0, not -0.5."
    )
  }
}
