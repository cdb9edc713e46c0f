import Comparison
import LayoutCore
import LayoutWire
import Oracle
import Testing

@Suite("A dragged item agrees with a look at every element")
struct ReorderingTests {
  @Test("Items of seeded layouts, dragged", arguments: seeds(short: 0..<10, all: 0..<400))
  func seeded(batch: Int) throws {
    for seed in UInt64(batch * 25)..<UInt64(batch * 25 + 25) {
      var generator = SnapshotGenerator(seed: seed &+ 0xD4A6)
      let width = generator.containerWidth()
      let drag = try DragUnderTest(
        generator.snapshot(containerWidth: width), containerWidth: width)
      for _ in 0..<4 { try drag.expectAnswer(&generator, "seed \(seed), width \(width)") }
    }
  }

  @Test("Two columns of five cells: the second one is dragged to the fourth")
  func columns() throws {
    let json: JSONValue = [
      "sections": [
        ["engine": "column", "metrics": ["numberOfColumns": 2, "rowHeight": 50], "items": 5]
      ]
    ]
    let drag = try DragUnderTest(json, containerWidth: 300)
    let item = ItemPath(0, 1)
    var meter = StepMeter.unlimited
    let asked = try drag.preview(item, to: item)
    let target = try asked.target(at: Point(x: 200, y: 75), meter: &meter)
    #expect(target == ItemPath(0, 3))
    let preview = try drag.preview(item, to: target)
    let answer = try preview.answer(
      at: Point(x: 200, y: 75), bounds: Rect(x: 0, y: 0, width: 300, height: 600), inset: .zero,
      meter: &meter)
    #expect(answer.gap == Rect(x: 150, y: 50, width: 150, height: 50))
    #expect(answer.dragged == Rect(x: 125, y: 50, width: 150, height: 50))
    #expect(answer.elements.map(\.element.index) == [0, 2, 3, 4])
    #expect(
      answer.elements.map { [$0.frame.x, $0.frame.y] } == [[0, 0], [150, 0], [0, 50], [0, 100]])
    #expect(answer.contentSize == Size(width: 300, height: 150))
    #expect(answer.autoScroll == -300)
    // The finger is on the gap, so nothing moves any more.
    #expect(try preview.target(at: Point(x: 200, y: 75), meter: &meter) == target)
  }

  @Test(
    "The content scrolls by itself near the ends of the bounds",
    arguments: [
      (-1000.0, -1200.0), (0, -1200), (99, -12), (100, 0), (500, 0), (501, 12), (600, 1200),
      (9000, 1200),
    ])
  func autoScroll(y: Double, speed: Double) throws {
    let drag = try DragUnderTest(
      ["sections": [["engine": "column", "items": 100]]], containerWidth: 300)
    var meter = StepMeter.unlimited
    let answer = try drag.preview(ItemPath(0, 1), to: ItemPath(0, 1)).answer(
      at: Point(x: 10, y: 40 + y), bounds: Rect(x: 0, y: 40, width: 300, height: 600),
      inset: EdgeInsets(top: 90, left: 0, bottom: 90, right: 0), meter: &meter)
    #expect(answer.autoScroll == speed)
  }

  @Test("An item goes to a place that there is after the move")
  func places() throws {
    let snapshot = try DragUnderTest(
      ["sections": [["items": 2], ["items": 0]]], containerWidth: 300
    ).layout.snapshot
    #expect(snapshot.hasItem(ItemPath(0, 1)))
    for path in [ItemPath(0, 2), ItemPath(1, 0), ItemPath(2, 0), ItemPath(-1, 0), ItemPath(0, -1)] {
      #expect(!snapshot.hasItem(path), "\(path)")
    }
    let item = ItemPath(0, 0)
    #expect(snapshot.hasPlace(ItemPath(0, 1), forMoving: item))
    #expect(snapshot.hasPlace(ItemPath(1, 0), forMoving: item))
    for path in [ItemPath(0, 2), ItemPath(1, 1), ItemPath(2, 0), ItemPath(-1, 0), ItemPath(1, -1)] {
      #expect(!snapshot.hasPlace(path, forMoving: item), "\(path)")
    }
  }
}

/// A layout whose items are dragged.
private struct DragUnderTest {
  let json: JSONValue
  let layout: Layout
  let test: ScrollingUnderTest

  init(_ json: JSONValue, containerWidth: Double) throws {
    self.json = json
    test = try ScrollingUnderTest(json, containerWidth: containerWidth)
    layout = test.layout
  }

  /// The preview of a move, made from the layout.
  func preview(_ item: ItemPath, to target: ItemPath) throws -> ReorderPreview {
    let snapshot = layout.snapshot
    if item == target { return ReorderPreview(layout, moving: item, to: target, in: snapshot) }
    var meter = StepMeter.unlimited
    let changed = try ChangedSnapshot(
      moving: item, to: target, of: snapshot, limits: SnapshotLimits(), naming: .tests,
      meter: &meter)
    let sections = try changed.snapshot.sections.enumerated().map { number, section in
      try SectionLayout.prepare(
        section, number: number, containerWidth: layout.containerWidth, maximumColumns: 10_000,
        from: layout.sectionLayout(number), meter: &meter)
    }
    let moved = try Layout(
      changed.snapshot, containerWidth: layout.containerWidth, sectionLayouts: sections)
    return ReorderPreview(moved, moving: item, to: target, in: snapshot)
  }

  func expectAnswer(_ generator: inout SnapshotGenerator, _ comment: Comment) throws {
    let cells = test.scroller.elementsAtRest.filter { $0.category == "cell" }
    guard let cell = cells.randomElement(using: &generator.random) else { return }
    let item = ItemPath(cell.section!, cell.index)
    let given = place(for: item, &generator)
    let (bounds, inset) = generator.scrollPosition(in: test.scroller.layout)
    let point = generator.point(in: test.scroller.layout)
    let comment: Comment =
      "\(comment), \(item) to \(given) at \(point) in \(bounds), \(inset)"
    guard let first = try previews(item, given, comment) else { return }
    var meter = StepMeter.unlimited
    let target = try first.preview.target(at: Point(point), meter: &meter)
    #expect([target.section, target.item] == first.naive.target(at: point), comment)
    guard let second = target == given ? first : try previews(item, target, comment) else { return }
    let answer = try second.preview.answer(
      at: Point(point), bounds: Rect(bounds), inset: EdgeInsets(inset), meter: &meter)
    let expected = second.naive.answer(at: point, bounds: bounds, inset: inset)
    let size = answer.contentSize
    #expect(answer.target == target, comment)
    #expect(answer.gap.isClose(to: expected.gap, in: size), comment)
    #expect(answer.dragged.isClose(to: expected.dragged, in: size), comment)
    #expect((answer.autoScroll - expected.autoScroll).magnitude < 1e-3, comment)
    #expect(answer.special.map(\.element) == expected.special.map(\.element), comment)
    #expect(answer.elements.map(\.element) == expected.elements.map(\.element), comment)
    for (found, expected) in zip(answer.elements, expected.elements) {
      #expect(found.frame.isClose(to: expected.frame, in: size), comment)
      #expect(found.columnIndex == expected.columnIndex, comment)
      let preview = second.preview
      #expect(preview.isEstimated(found.element) == expected.isEstimated, comment)
      #expect(preview.decorationColor(of: found.element)?.text == expected.color, comment)
      #expect(
        preview.appearance(of: found.element)?.backgroundColor?.text == expected.backgroundColor,
        comment)
    }
  }

  /// A place for an item: its own, that of another one, or behind the last one of a section.
  private func place(for item: ItemPath, _ generator: inout SnapshotGenerator) -> ItemPath {
    if generator.random.chance(0.3) { return item }
    let section = generator.random.int(0...layout.snapshot.sections.count - 1)
    let count = layout.snapshot.sections[section].items.count
    let last = section == item.section ? count - 1 : count
    return ItemPath(section, generator.random.chance(0.2) ? last : generator.random.int(0...last))
  }

  /// The preview, and the oracle's with the elements where the preview has put them; nil where there is none: then both
  /// say why.
  private func previews(
    _ item: ItemPath, _ target: ItemPath, _ comment: Comment
  ) throws -> (preview: ReorderPreview, naive: NaiveReordering)? {
    let (from, to) = ([item.section, item.item], [target.section, target.item])
    var found: Result<ReorderPreview, any Error> = .failure(StepFailure.stepsUsedUp)
    do {
      found = .success(try preview(item, to: target))
    } catch LayoutStop.layout {
      return nil
    } catch is LayoutError {
      return nil
    } catch {
      found = .failure(error)
    }
    do throws(NaiveChangeErrors) {
      let change = try NaiveReordering.move(from, to: to, in: json)
      guard case .success(let preview) = found else {
        Issue.record("\(found), \(comment)")
        return nil
      }
      let after = LayoutUnderTest(preview.layout, of: change.result)
      let naive = NaiveReordering(ScrollingUnderTest(after).scroller, of: change, to: to)
      return (preview, naive)
    } catch {
      guard case .failure(DecodingStop.problem(let problem)) = found else {
        Issue.record("\(found), not \(error.texts), \(comment)")
        return nil
      }
      #expect(problem.name == .invalidChange, comment)
      #expect(
        problem.issues.map { issue in
          guard case .pointer(let pointer) = issue.place else { return "" }
          return "\(pointer) \(issue.code.rawValue)"
        } == error.texts, comment)
      return nil
    }
  }
}
