import ContentHash
import JSONText
import LayoutCore
import LayoutWire
import Oracle

/// Valid steps of a valid snapshot, made by the product and by the oracle.
///
/// Each comparison returns what is wrong, or nil.
public struct ChangeUnderTest {
  public let change: LayoutChange
  public let naive: NaiveComparison

  /// Applies steps to a snapshot and lays out both.
  public init(_ snapshot: JSONValue, _ steps: [JSONValue], containerWidth: Double) throws {
    let before = try Layout.of(snapshot, containerWidth: containerWidth)
    let body: JSONValue = ["steps": .array(steps)]
    var meter = WorkMeter.unlimited
    let changed = try Array(body.text.utf8).withText { (text) throws(DecodingInterrupted) in
      let posted = try StepsDecoder.change(
        text, hasSlack: false, isHorizontal: before.snapshot.scrollDirection == .horizontal,
        limits: SnapshotLimits(), naming: .tests, meter: &meter)
      return try ChangedSnapshot(posted, of: before.snapshot, meter: &meter)
    }
    let after = try Layout.of(changed.snapshot, containerWidth: containerWidth)
    change = LayoutChange(changed, before: before, after: after)
    naive = NaiveComparison(
      try NaiveChange(parent: snapshot, steps: steps), containerWidth: containerWidth)
  }

  /// By how much coordinates may differ.
  private var tolerance: Double {
    let sizes = [change.before.contentSize, change.after.contentSize]
    return 1e-6 * max(1, sizes.flatMap { [$0.width, $0.height] }.max()! / 1000)
  }
}

extension LayoutChange {
  /// A change between the layouts of a snapshot and of what steps make of it.
  public convenience init(_ changed: ChangedSnapshot, before: Layout, after: Layout) {
    self.init(
      before: before, after: after, mapping: changed.applied.mapping,
      slides: SlidingSections(changed.applied) { source in
        let slides = changed.slides[source.step]
        return source.list == .insertSections
          ? slides.inserted[source.entry] : slides.deleted[source.entry]
      })
  }
}

extension AnchorRule {
  /// A rule as the parameter `anchor` spells it.
  public init?(_ text: String) {
    let numbers = text.split(separator: ",").compactMap { Int($0) }
    switch text {
    case "none": self = .none
    case "auto": self = .auto
    case "first": self = .first
    case "end": self = .end
    default:
      guard numbers.count == 2 else { return nil }
      self = .item(ItemPath(numbers[0], numbers[1]))
    }
  }
}

extension ChangeUnderTest {
  /// Bounds and anchor are those of a look at every cell (docs/rules.md#scroll-anchor), and unless the bounds are on the
  /// edge of a cell, where the last bit decides what is in sight, so are the transitions (docs/rules.md#transition).
  /// Counts in `compared` the calls that compare transitions.
  public func differenceOfMotion(
    _ bounds: NaiveRect, inset: NaiveInsets, anchor: String, endThreshold: Double,
    areOnEdge: Bool = false, compared: inout Int
  ) -> String? {
    let place = "anchor \(anchor), bounds \(bounds), inset \(inset), threshold \(endThreshold)"
    var meter = WorkMeter(portion: 100_000)
    guard let rule = AnchorRule(anchor),
      let naiveRule = NaiveAnchor(anchor, endThreshold: endThreshold),
      let found = try? change.anchoredBounds(
        Rect(bounds), inset: EdgeInsets(inset), rule: rule, endThreshold: endThreshold,
        meter: &meter)
    else { return "there are no bounds, \(place)" }
    var expected = naive.anchoring(bounds: bounds, inset: inset, anchor: naiveRule)
    let cell = found.anchor.map {
      [
        "section": .number(Double($0.item.section)), "item": .number(Double($0.item.item)),
        "edge": .string($0.edge.rawValue),
      ] as JSONValue
    }
    guard cell ?? .null == expected.anchor else {
      return "\(cell?.text ?? "null") instead of \(expected.anchor.text), \(place)"
    }
    let deltas = [
      found.scrollDelta.x - expected.scrollDelta.x, found.scrollDelta.y - expected.scrollDelta.y,
    ]
    guard found.bounds.isClose(to: expected.bounds, in: change.after.contentSize),
      deltas.allSatisfy({ $0.magnitude <= tolerance })
    else { return "\(found) instead of \(expected), \(place)" }
    if areOnEdge || touches(naive.before, bounds) || touches(naive.after, found.bounds.naive) {
      return nil
    }

    compared += 1
    expected.bounds = found.bounds.naive
    expected.scrollDelta = NaivePoint(x: found.scrollDelta.x, y: found.scrollDelta.y)
    let appearScale = [1, 0.5, 0][compared % 3]
    let entries =
      naive.transition(
        bounds: bounds, inset: inset, to: expected, appearScale: appearScale
      ).array ?? []
    guard
      let transitions = try? change.transitions(
        from: Rect(bounds), to: found.bounds, inset: EdgeInsets(inset),
        appearScale: appearScale, meter: &meter)
    else { return "there are no transitions, \(place)" }
    return difference(transitions, entries).map { "\($0), \(place)" }
  }

  /// Whether an edge of an element is an edge of the bounds but for rounding.
  private func touches(_ layout: NaiveLayout, _ bounds: NaiveRect) -> Bool {
    layout.elements.contains { element in
      let frame = element.frame
      return [(frame.x, frame.x + frame.width), (frame.y, frame.y + frame.height)].enumerated()
        .contains { axis, edges in
          let start = axis == 0 ? bounds.x : bounds.y
          let end = start + (axis == 0 ? bounds.width : bounds.height)
          return [edges.0 - start, edges.0 - end, edges.1 - start, edges.1 - end]
            .contains { $0.magnitude <= tolerance }
        }
    }
  }

  private func difference(_ transitions: [Transition], _ entries: [JSONValue]) -> String? {
    guard transitions.count == entries.count else {
      return "\(transitions.count) transitions instead of \(entries.count)"
    }
    let pair = zip(transitions, entries).first { !$0.isClose(to: $1, in: change) }
    return pair.map { "\($0) instead of \($1.text)" }
  }

  /// The changed stretch has all that differs, and reaches no further than the lines of leaves that differ
  /// (docs/rules.md#changed-stretch). Counts in `longer` a stretch that is not the least one.
  public func differenceOfStretch(longer: inout Int) -> String? {
    var meter = WorkMeter(portion: 100_000)
    guard let found = try? change.changedStretch(meter: &meter) else {
      return naive.changed == .null ? nil : "nothing instead of \(naive.changed.text)"
    }
    func number(_ side: String, _ end: String) -> Double? { naive.changed[side]?[end]?.double }
    guard let start = number("before", "start"), let end = number("before", "end"),
      let afterEnd = number("after", "end")
    else {
      longer += 1
      return nil
    }
    let distance = afterEnd - end
    let startLimit = min(start, naive.changedStartLimit)
    let endLimit = max(
      end, naive.changedLimit, found.before.start, found.before.start - distance)
    // A stretch without a length ends as it starts, and may start earlier.
    let least = end > max(start, start - distance) + tolerance ? end : -.infinity
    let isRight =
      found.before.start <= start + tolerance && found.before.start >= startLimit - tolerance
      && found.after.start == found.before.start && found.before.end >= least - tolerance
      && found.before.end <= endLimit + tolerance
      && found.before.end
        >= max(found.before.start, found.before.start - distance) - tolerance
      && (found.after.end - found.before.end - distance).magnitude <= tolerance
    guard isRight else {
      return "\(found) instead of \(naive.changed.text), from \(startLimit), to \(endLimit)"
    }
    if found.before.start < start - tolerance || found.before.end > end + tolerance { longer += 1 }
    return nil
  }
}

extension Transition {
  /// Whether it is an entry of an answer, but for rounding.
  public func isClose(to entry: JSONValue, in change: LayoutChange) -> Bool {
    func element(_ path: JSONValue?) -> Element? {
      guard let path, let index = (path["item"] ?? path["index"])?.int else { return nil }
      return Element(
        kind: Element.Kind(named: entry["kind"]?.string), section: path["section"]?.int ?? -1,
        index: index)
    }
    func isClose(_ end: End, _ json: JSONValue?, _ layout: Layout) -> Bool {
      guard let frame = json?["frame"], let x = frame["x"]?.double, let y = frame["y"]?.double,
        let width = frame["width"]?.double, let height = frame["height"]?.double
      else { return false }
      return end.alpha == json?["alpha"]?.double ?? 1 && end.isPinned == json?["pinned"]?.bool
        && end.frame.isClose(
          to: NaiveRect(x: x, y: y, width: width, height: height), in: layout.contentSize)
    }
    return from == element(entry["from"]) && to == element(entry["to"])
      && zIndex == entry["zIndex"]?.int ?? 0
      && isClose(initial, entry["initial"], change.before)
      && isClose(final, entry["final"], change.after)
  }
}
