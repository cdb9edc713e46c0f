import CollectionLayout
import Foundation
import Oracle
import Testing

/// A layout of what lies between margins: what it answers, moved by hand.
private struct Beside {
  let plain: SnapshotLayout
  let before: Double
  let whole: Double

  private var isHorizontal: Bool { plain.snapshot.scrollDirection == .horizontal }

  func outer(_ point: LayoutPoint) -> LayoutPoint {
    let (x, y) = (Double(point.x), Double(point.y))
    return isHorizontal ? LayoutPoint(x: x, y: y + before) : LayoutPoint(x: x + before, y: y)
  }

  func outer(_ rect: LayoutRect) -> LayoutRect {
    LayoutRect(origin: outer(rect.origin), size: rect.size)
  }

  func spanning(_ frame: LayoutRect) -> LayoutRect {
    let size = frame.size
    return LayoutRect(
      origin: frame.origin,
      size: isHorizontal
        ? LayoutSize(width: Double(size.width), height: whole)
        : LayoutSize(width: whole, height: Double(size.height)))
  }

  private func wider(_ frame: LayoutRect) -> LayoutRect {
    let (size, more) = (frame.size, whole - plain.containerExtent)
    let (width, height) = (Double(size.width), Double(size.height))
    return LayoutRect(
      origin: frame.origin,
      size: isHorizontal
        ? LayoutSize(width: width, height: height + more)
        : LayoutSize(width: width + more, height: height))
  }

  func frame(_ frame: LayoutRect, _ category: ElementCategory, _ kind: ElementKind?) -> LayoutRect {
    if category == .supplementary || kind == .globalHeaderBackground { return spanning(frame) }
    return kind == .background ? wider(frame) : outer(frame)
  }

  func element(_ element: LayoutElement) -> LayoutElement {
    var moved = element
    moved.frame = frame(element.frame, element.category, element.kind)
    moved.transformedFrame = element.transformedFrame.map(outer)
    return moved
  }

  func target(_ target: TargetBounds) -> TargetBounds {
    var moved = target
    moved.bounds = outer(target.bounds)
    return moved
  }

  func transition(_ transition: ElementTransition) -> ElementTransition {
    var moved = transition
    let (category, kind) = (transition.category, transition.kind)
    moved.initial.frame = frame(transition.initial.frame, category, kind)
    moved.final.frame = frame(transition.final.frame, category, kind)
    return moved
  }
}

@Suite("Layouts with margins beside narrower ones")
struct MarginsPropertyTests {
  /// A random case: a layout with margins, one of what lies between them, and places in that.
  private struct Case {
    var generator: StepGenerator
    let json: JSONValue
    let layout: SnapshotLayout
    let plain: SnapshotLayout
    let beside: Beside
    let naive: NaiveLayout

    init(seed: UInt64) throws {
      generator = StepGenerator(seed: seed &+ 0x3A26)
      generator.saysMembers = seed % 2 == 0
      let (text, extent) = generator.snapshot()
      json = text
      let margins = LayoutInsets(
        top: generator.margin(), left: generator.margin(), bottom: generator.margin(),
        right: generator.margin())
      let snapshot = try Snapshot(json: Array(text.text.utf8))
      // Whole numbers are moved without rounding.
      let room = extent.rounded(.up)
      naive = NaiveLayout(snapshot: text, containerWidth: room)
      let isHorizontal = snapshot.scrollDirection == .horizontal
      let before = isHorizontal ? margins.top : margins.left
      let whole = before + room + (isHorizontal ? margins.bottom : margins.right)
      if isHorizontal {
        layout = try SnapshotLayout(snapshot, height: whole, margins: margins)
        plain = try SnapshotLayout(snapshot, height: room)
      } else {
        layout = try SnapshotLayout(snapshot, width: whole, margins: margins)
        plain = try SnapshotLayout(snapshot, width: room)
      }
      beside = Beside(plain: plain, before: before, whole: whole)
    }

    /// Bounds that overlap what lies between the margins: others find only what spans the container.
    mutating func view() -> (bounds: LayoutRect, inset: LayoutInsets) {
      let (position, cover) = generator.scrollPosition(in: naive)
      let isHorizontal = naive.isHorizontal
      var bounds = LayoutRect(
        x: position.x.rounded(.up), y: position.y.rounded(.up),
        width: position.width.rounded(.up), height: position.height.rounded(.up))
      let (start, end) =
        isHorizontal ? (bounds.minY, bounds.maxY) : (bounds.minX, bounds.maxX)
      if start >= plain.containerExtent || end <= 0 {
        if isHorizontal { bounds.origin.y = 0 } else { bounds.origin.x = 0 }
      }
      return (
        bounds,
        LayoutInsets(top: cover.top, left: cover.left, bottom: cover.bottom, right: cover.right)
      )
    }

    mutating func point() -> LayoutPoint {
      let (bounds, _) = view()
      let extent = plain.containerExtent
      let places = [0, 1, extent - 1, (extent / 2).rounded(.down)]
      let across = min(places.randomElement(using: &generator.random) ?? 0, extent - 1)
      return naive.isHorizontal
        ? LayoutPoint(x: Double(bounds.midX).rounded(), y: across)
        : LayoutPoint(x: across, y: Double(bounds.midY).rounded())
    }
  }

  @Test("Elements, hits and single elements are those of the narrower layout, moved")
  func elements() throws {
    var (cells, others) = (0, 0)
    for seed in UInt64(0)..<60 {
      var one = try Case(seed: seed)
      let (layout, plain, beside) = (one.layout, one.plain, one.beside)
      let comment: Comment = "seed \(seed), \(layout.margins)"
      #expect(layout.id == plain.id && layout.containerExtent == beside.whole)
      let size = LayoutRect(origin: .zero, size: plain.contentSize)
      #expect(layout.contentSize == beside.spanning(size).size, comment)
      for _ in 0..<3 {
        let (bounds, inset) = one.view()
        let outer = beside.outer(bounds)
        let inside = plain.elements(in: bounds)
        #expect(layout.elements(in: outer) == inside.map(beside.element), comment)
        let special = plain.special(bounds: bounds, inset: inset).map(beside.element)
        #expect(layout.special(bounds: outer, inset: inset) == special, comment)
        for element in inside.prefix(20) {
          let expected = beside.element(element)
          let (section, index) = (element.section ?? -1, element.index ?? -1)
          switch element.category {
          case .cell:
            let item = element.item ?? -1
            #expect(layout.cell(section: section, item: item) == expected, comment)
            let sides = plain.neighbors(section: section, item: item)
            let moved = layout.neighbors(section: section, item: item)
            #expect(moved?.down?.frame == (sides?.down?.frame).map(beside.outer), comment)
            #expect(moved?.left?.frame == (sides?.left?.frame).map(beside.outer), comment)
            cells += 1
          case .supplementary:
            #expect(
              layout.supplementary(
                element.kind ?? .header, section: element.section, index: index) == expected,
              comment
            )
          default:
            #expect(
              layout.decoration(element.kind ?? .shelf, section: section, index: index) == expected,
              comment)
          }
        }
        let point = one.point()
        let hit = plain.hit(point).map(beside.element)
        #expect(layout.hit(beside.outer(point)) == hit, comment)
        let seen = plain.hit(point, bounds: bounds, inset: inset).map(beside.element)
        #expect(layout.hit(beside.outer(point), bounds: outer, inset: inset) == seen, comment)
        others += seen?.category == .cell ? 0 : 1
      }
      for section in 0..<plain.snapshot.sectionCount {
        let frame = plain.frame(ofSection: section).map(beside.spanning)
        #expect(layout.frame(ofSection: section) == frame, comment)
      }
    }
    #expect(cells > 300 && others > 10)
  }

  @Test("In margins, hits and lists have what spans the container there, by a look at each")
  func inMargins() throws {
    var found = 0
    for seed in UInt64(0)..<60 {
      var one = try Case(seed: seed)
      one.generator.saysMembers = false
      let (layout, beside) = (one.layout, one.beside)
      let (inner, inset) = one.view()
      let bounds = beside.spanning(beside.outer(inner))
      let end = one.plain.containerExtent + beside.before
      for across in [0.0, beside.before - 1, end, beside.whole - 1] {
        guard across >= 0, across < beside.before || (across >= end && across < beside.whole)
        else { continue }
        let point =
          one.naive.isHorizontal
          ? LayoutPoint(x: Double(inner.midX).rounded(), y: across)
          : LayoutPoint(x: across, y: Double(inner.midY).rounded())
        let strip = LayoutRect(origin: point, size: LayoutSize(width: 1, height: 1))
        let whole =
          one.naive.isHorizontal
          ? LayoutRect(x: Double(point.x), y: -1e6, width: 1, height: 2e6)
          : LayoutRect(x: -1e6, y: Double(point.y), width: 2e6, height: 1)
        let there = layout.elements(in: strip)
        #expect(there == layout.elements(in: whole).filter { overlap($0, strip) }, "seed \(seed)")
        let special = layout.special(bounds: bounds, inset: inset)
        let at = (there + special).filter { contains($0.frame, point) && $0.matrix == nil }
        let hit = layout.hit(point, bounds: bounds, inset: inset)
        guard hit?.matrix == nil else { continue }
        #expect(hit?.zIndex == at.map { $0.zIndex }.max(), "seed \(seed), \(point)")
        found += hit == nil ? 0 : 1
      }
    }
    #expect(found > 20)
  }

  private func contains(_ frame: LayoutRect, _ point: LayoutPoint) -> Bool {
    frame.minX <= point.x && point.x < frame.maxX && frame.minY <= point.y && point.y < frame.maxY
  }

  private func overlap(_ element: LayoutElement, _ rect: LayoutRect) -> Bool {
    let frame = element.transformedFrame ?? element.frame
    return frame.minX < rect.maxX && rect.minX < frame.maxX && frame.minY < rect.maxY
      && rect.minY < frame.maxY
  }

  @Test("Targets, kept places, windows and drags are those of the narrower layout, moved")
  func scrolling() throws {
    var drags = 0
    for seed in UInt64(0)..<60 {
      var one = try Case(seed: seed)
      let (layout, plain, beside) = (one.layout, one.plain, one.beside)
      let comment: Comment = "seed \(seed), \(layout.margins)"
      let (bounds, inset) = one.view()
      let (outer, place) = (beside.outer(bounds), one.point())
      let cell = one.naive.elements.filter { $0.category == "cell" }
        .randomElement(using: &one.generator.random)
      let path = cell.map { ItemPath(section: $0.section ?? 0, item: $0.index) }
      for (rule, moved) in [
        (.nearestItem(proposed: place), .nearestItem(proposed: beside.outer(place))),
        (
          .page(length: 100, proposed: place), .page(length: 100, proposed: beside.outer(place))
        ),
      ] + (path.map { [(TargetRule.item($0, .center), TargetRule.item($0, .center))] } ?? []) {
        let there = try plain.target(rule, from: bounds, inset: inset)
        let here = try layout.target(moved, from: outer, inset: inset)
        #expect(here == beside.target(there), comment)
      }
      let (earlier, _) = one.view()
      // Of a layout with other margins, and with the same ones.
      for rule in [KeepRule.first, .end] {
        let there = try plain.target(
          keeping: rule, of: plain, at: earlier, in: bounds, inset: inset)
        for (previous, place) in [(plain, earlier), (layout, beside.outer(earlier))] {
          let here = try layout.target(
            keeping: rule, of: previous, at: place, in: outer, inset: inset)
          #expect(here == beside.target(there), comment)
        }
      }
      let there = try plain.window(
        .init(bounds: bounds), previous: .init(bounds: earlier), inset: inset)
      let here = try layout.window(
        .init(bounds: outer), previous: .init(bounds: beside.outer(earlier)), inset: inset)
      #expect(here.entering == there.entering.map(beside.element), comment)
      #expect(here.leaving == there.leaving && here.prefetch == there.prefetch, comment)

      guard let path, var drag = try? plain.dragging(path) else { continue }
      var moved = try layout.dragging(path)
      guard let answer = try? drag.move(to: place, bounds: bounds, inset: inset) else { continue }
      let shown = try moved.move(to: beside.outer(place), bounds: outer, inset: inset)
      #expect(shown.target == answer.target && shown.autoScroll == answer.autoScroll, comment)
      #expect(shown.gap == beside.outer(answer.gap), comment)
      #expect(shown.dragged == beside.outer(answer.dragged), comment)
      #expect(shown.elements == answer.elements.map(beside.element), comment)
      #expect(shown.special == answer.special.map(beside.element), comment)
      let size = LayoutRect(origin: .zero, size: answer.contentSize)
      #expect(shown.contentSize == beside.spanning(size).size, comment)
      drags += 1
    }
    #expect(drags > 10)
  }

  @Test("Changes are those of the narrower layout, moved, and keep the margins")
  func changes() throws {
    for seed in UInt64(0)..<40 {
      var one = try Case(seed: seed)
      let (layout, plain, beside) = (one.layout, one.plain, one.beside)
      let comment: Comment = "seed \(seed), \(layout.margins)"
      let (bounds, inset) = one.view()
      let text = JSONValue.array(
        one.generator.steps(for: one.json, containerWidth: plain.containerExtent)
      ).text
      let steps = try JSONDecoder().decode([Step].self, from: Data(text.utf8))
      let rule = [AnchorRule.auto, .none, .first, .end][Int(seed % 4)]
      let there = try plain.applying(
        steps, bounds: bounds, inset: inset, anchor: rule, transition: true)
      let here = try layout.applying(
        steps, bounds: beside.outer(bounds), inset: inset, anchor: rule, transition: true)
      #expect(here.layout.id == there.layout.id && here.layout.margins == layout.margins, comment)
      #expect(here.changed == there.changed && here.anchor == there.anchor, comment)
      #expect(here.bounds == there.bounds.map(beside.outer), comment)
      #expect(here.scrollDelta == there.scrollDelta, comment)
      #expect(here.transition == there.transition?.map(beside.transition), comment)
      let after = Beside(plain: there.layout, before: beside.before, whole: beside.whole)
      let everything = LayoutRect(x: -1e6, y: -1e6, width: 3e6, height: 3e6)
      #expect(
        here.layout.elements(in: everything, limit: 500)
          == there.layout.elements(in: everything, limit: 500).map(after.element), comment)
    }
  }

  @Test("Cells that effects show are those of the narrower layout, moved")
  func effects() throws {
    var shown = 0
    for seed in UInt64(0)..<80 {
      var generator = SnapshotGenerator(seed: seed &+ 0xEFFE)
      let room = generator.containerWidth().rounded(.up)
      let json = generator.snapshotWithEffects(containerWidth: room)
      let naive = NaiveLayout(snapshot: json, containerWidth: room)
      let snapshot = try Snapshot(json: Array(json.text.utf8))
      let margins = LayoutInsets(top: 10, left: 20, bottom: 40, right: 30)
      let layouts =
        naive.isHorizontal
        ? (
          try SnapshotLayout(snapshot, height: room + 50, margins: margins),
          try SnapshotLayout(snapshot, height: room)
        )
        : (
          try SnapshotLayout(snapshot, width: room + 50, margins: margins),
          try SnapshotLayout(snapshot, width: room)
        )
      let (layout, plain) = layouts
      let beside = Beside(plain: plain, before: naive.isHorizontal ? 10 : 20, whole: room + 50)
      for _ in 0..<3 {
        let (position, _) = generator.scrollPosition(in: naive)
        let bounds = LayoutRect(
          x: naive.isHorizontal ? position.x.rounded() : 0,
          y: naive.isHorizontal ? 0 : position.y.rounded(),
          width: max(1, position.width.rounded()), height: max(1, position.height.rounded()))
        let outer = beside.outer(bounds)
        let cells = try plain.effects(bounds: bounds)
        #expect(try layout.effects(bounds: outer) == cells.map(beside.element), "seed \(seed)")
        for cell in cells.prefix(3) {
          #expect(
            layout.cell(section: cell.section ?? 0, item: cell.item ?? 0, bounds: outer)
              == beside.element(cell))
        }
        shown += cells.count
      }
    }
    #expect(shown > 100)
  }
}

extension StepGenerator {
  fileprivate mutating func margin() -> Double { Double(Int.random(in: 0...60, using: &random)) }
}
