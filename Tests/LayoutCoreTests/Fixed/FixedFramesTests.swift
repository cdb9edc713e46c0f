import Oracle
import Testing

@testable import LayoutCore

@Suite("Items whose frames are given")
struct FixedFramesTests {
  /// Kinds of frames, for some thousand items.
  enum Kind: CaseIterable {
    case random, wholes, ascending, onePlace, giant, far, clusters

    func frames(_ count: Int, using random: inout SplitMix64) -> [Rect] {
      (0..<count).map { item in
        func double(_ end: Double) -> Double { Double.random(in: 0...end, using: &random) }
        let size = (double(40), double(40))
        switch self {
        case .random: return Rect(x: double(390), y: double(9e4), width: size.0, height: size.1)
        case .wholes:
          return Rect(
            x: double(300).rounded(), y: double(2000).rounded(), width: 7, height: size.1.rounded())
        case .ascending: return Rect(x: 5, y: Double(item) * 10, width: size.0, height: 9)
        case .onePlace:
          return Rect(x: 10, y: 700, width: item == 9 ? 5 : 20, height: item == 9 ? 5 : 30)
        case .giant:
          let isGiant = item == count / 2
          return Rect(
            x: double(300), y: isGiant ? 0 : double(9e4), width: 20, height: isGiant ? 9e4 : 15)
        case .far: return Rect(x: 0, y: item == 3 ? 0x1p40 : double(9e4), width: 9, height: 9)
        case .clusters:
          return Rect(x: double(300), y: 100 * (double(9e2)).rounded(), width: 9, height: 30)
        }
      }
    }
  }

  private static func section(_ runs: [ItemRun], designWidth: Double? = nil) -> Section {
    var builder = ContentTreeBuilder(naming: .tests)
    for run in runs { builder.append(run) }
    return Section(
      metrics: SectionMetrics(
        engine: FixedEngine(designWidth: designWidth), sectionInset: EdgeInsets(top: 5, left: 10),
        minimumLineSpacing: 0, minimumInteritemSpacing: 0, sectionSeparator: nil,
        showsSectionSeparatorWhenLastSection: false, cellAppearance: nil),
      items: builder.finishItems(), headers: .empty, footers: .empty)
  }

  private static func run(_ frame: Rect, count: Int = 1) -> ItemRun {
    var members = GivenMembers()
    if frame.x != 0 { members[MemberCode.x] = .number(frame.x) }
    if frame.y != 0 { members[MemberCode.y] = .number(frame.y) }
    return ItemRun(count: count, width: frame.width, height: frame.height, members: members.ofItem)
  }

  private static func section(_ frames: [Rect], designWidth: Double? = nil) -> Section {
    section(frames.map { run($0) }, designWidth: designWidth)
  }

  private func prepared(
    _ section: Section, from earlier: SectionLayout? = nil
  ) throws -> SectionLayout {
    var meter = WorkMeter.unlimited
    return try SectionLayout.prepare(
      section, number: 0, containerWidth: 390, maximumColumns: 9, from: earlier, meter: &meter)
  }

  private func layout(_ section: Section, _ prepared: SectionLayout) throws -> Layout {
    try Layout(
      Snapshot(
        scrollDirection: .vertical, layoutDirection: .ltr, globalHeaders: .empty,
        sections: [section]), containerWidth: 390, sectionLayouts: [prepared])
  }

  /// Whether queries of a layout answer what a look at each frame finds.
  private func compare(
    _ layout: Layout, _ frames: [Rect], factor: Double = 1, using random: inout SplitMix64
  ) {
    let cells = frames.map {
      Rect(
        x: 10 + factor * $0.x, y: 5 + factor * $0.y, width: factor * $0.width,
        height: factor * $0.height)
    }
    for _ in 0..<60 {
      let place = cells[Int.random(in: 0..<cells.count, using: &random)]
      let rect = Rect(
        x: [0, place.x, place.x + place.width, -9].randomElement(using: &random)!,
        y: [place.y, place.y + place.height, place.y - 300].randomElement(using: &random)!,
        width: [390, 50, 0.5].randomElement(using: &random)!,
        height: [844, 20, 0, 1e5].randomElement(using: &random)!)
      let expected = cells.indices.filter { rect.overlaps(cells[$0]) }
      var (found, start, limit) = ([Int](), 0, Int.random(in: 1...400, using: &random))
      while true {
        var (list, meter) = (ElementList(limit: limit), WorkMeter.unlimited)
        try? layout.appendElements(
          in: rect, from: ElementPosition(section: 0, kind: .cell, index: start), meter: &meter,
          to: &list)
        found += list.elements.map(\.element.index)
        for element in list.elements { #expect(element.frame == cells[element.element.index]) }
        guard let next = list.next else { break }
        start = next.index
        limit = 4000
      }
      #expect(found == expected)
      let point = Point(x: place.x, y: place.y)
      let hit = layout.element(at: point, bounds: nil, inset: .zero)
      let last = cells.lastIndex { $0.naive.contains(point: NaivePoint(x: point.x, y: point.y)) }
      #expect(hit?.element.index == last)
    }
  }

  @Test("Rectangles and points find what stands there", arguments: Kind.allCases)
  func queries(_ kind: Kind) throws {
    var random = SplitMix64(seed: 5)
    for (count, designWidth) in [(3000, nil), (70, 190), (2, nil)] as [(Int, Double?)] {
      let frames = kind.frames(count, using: &random)
      let section = Self.section(frames, designWidth: designWidth)
      let layout = try layout(section, prepared(section))
      compare(layout, frames, factor: designWidth.map { 380 / $0 } ?? 1, using: &random)
    }
  }

  @Test("A changed list is indexed as one that is new", arguments: Kind.allCases)
  func changes(_ kind: Kind) throws {
    var random = SplitMix64(seed: 6)
    var frames = kind.frames(4000, using: &random)
    var before = try prepared(Self.section(frames))
    for round in 0..<8 {
      let place = Int.random(in: 0..<frames.count, using: &random)
      switch round % 4 {
      case 0: frames.insert(contentsOf: kind.frames(3, using: &random), at: place)
      case 1: frames.removeSubrange(place..<min(frames.count, place + 5))
      case 2: frames[place] = Rect(x: 0.1, y: 77, width: 3, height: 4)
      default: frames = Array(frames.dropFirst(place / 8)) + kind.frames(10, using: &random)
      }
      let section = Self.section(frames)
      let changed = try prepared(section, from: before)
      let new = try prepared(section)
      #expect(changed.extent == new.extent && changed.reachAcross == new.reachAcross)
      compare(try layout(section, changed), frames, using: &random)
      before = changed
    }
  }

  @Test("A query costs what it crosses", arguments: Kind.allCases.filter { $0 != .onePlace })
  func steps(_ kind: Kind) throws {
    var random = SplitMix64(seed: 7)
    let frames = kind.frames(60_000, using: &random)
    let section = Self.section(frames)
    let layout = try layout(section, prepared(section))
    for _ in 0..<100 {
      let y = frames[Int.random(in: 0..<frames.count, using: &random)].y
      let rect = Rect(x: 0, y: y, width: 390, height: 20)
      let crossed = frames.count { $0.y + 5 < rect.y + 20 && rect.y < $0.y + 5 + $0.height }
      var (meter, count) = (WorkMeter.unlimited, 0)
      try layout.visitElements(in: rect, meter: &meter) { _ in
        count += 1
        return true
      }
      #expect(meter.units <= 8 + 3 * crossed + (crossed > 7000 ? frames.count / 8 : 0))
    }
  }

  @Test("Any number of equal items stands at one place")
  func pile() throws {
    let frame = Rect(x: 20, y: 100, width: 30, height: 40)
    let section = Self.section([Self.run(frame, count: 1_000_000_000)])
    let layout = try layout(section, prepared(section))
    var (list, meter) = (ElementList(limit: 10), WorkMeter(portion: 20_000))
    #expect(throws: WalkInterrupted.visitor) {
      try layout.appendElements(
        in: Rect(x: 0, y: 0, width: 390, height: 844),
        from: ElementPosition(section: 0, kind: .cell, index: 999_000_000), meter: &meter, to: &list
      )
    }
    #expect(list.elements.map(\.element.index) == Array(999_000_000..<999_000_010))
    #expect(list.elements.allSatisfy { $0.frame == Rect(x: 30, y: 105, width: 30, height: 40) })
    let hit = try layout.element(
      at: Point(x: 31, y: 106), bounds: nil, inset: .zero, meter: &meter)
    #expect(hit?.element.index == 999_999_999)
    let path = ItemPath(0, 5)
    #expect(try layout.neighbors(of: path, meter: &meter)?[.up] == nil)
    let bounds = Rect(x: 0, y: 50, width: 390, height: 844)
    let target = try layout.bounds(
      at: .nearestItem(proposed: Point(x: 0, y: 0)), from: bounds, inset: .zero, meter: &meter)
    #expect(target != nil)
    let cells = VisibleCells(axis: layout.axis, start: 50, end: 400)
    let all = 0..<1_000_000_000
    let placed = layout.placed(0)
    #expect(try cells.first(of: all, in: placed, &meter) == 0)
    #expect(try cells.last(of: all, in: placed, &meter) == 999_999_999)
    #expect(try cells.count(of: all, in: placed, upTo: .max, &meter) == 1_000_000_000)
    #expect(try placed.lastItem(of: all, endingBy: 500, &meter) == 999_999_999)
    #expect(try placed.firstItem(of: all, startingAt: 500, &meter) == nil)
  }

  @Test("Frames beyond the greatest coordinate are refused")
  func tooLarge() throws {
    let most = 0x1p51
    for (frame, designWidth) in [
      (Rect(x: 0, y: most, width: 1, height: 1), 1e-3 as Double?),
      (Rect(x: most, y: 0, width: 1, height: 1), 1e-3),
      (Rect(x: 0, y: 0, width: 0x1p53, height: 1), nil),
      (Rect(x: 0, y: 0, width: 1, height: 1), 1e-306),
    ] {
      for others in [0, 100] {
        let section = Self.section(
          [frame] + (0..<others).map { Rect(x: 1, y: Double($0), width: 1, height: 1) },
          designWidth: designWidth)
        #expect(throws: LayoutInterrupted.self) { try prepared(section) }
      }
    }
  }
}
