import Comparison
import JSONText
import LayoutCore
import LayoutWire

/// A line with a snapshot, and a text with steps: what the steps make of it is what its own text says, laid out as from
/// scratch, and what the answer to the change says of both layouts are numbers.
struct VersionInput {
  private static let stepsMax = 500_000
  private static let elementsMax = 500
  private static let limits: SnapshotLimits = {
    var limits = SnapshotLimits()
    limits.explicitItems = 20_000
    limits.sections = 1000
    return limits
  }()

  private let snapshot: [UInt8]
  private let steps: [UInt8]

  init(_ bytes: [UInt8]) {
    let parts = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    snapshot = Array(parts[0])
    steps = parts.count > 1 ? Array(parts[1]) : []
  }

  func finding() -> String? {
    let parent = try? SnapshotDecoder.snapshot(reading: snapshot, limits: VersionInput.limits)
    guard let parent, let changed = changed(parent) else { return nil }
    if let finding = SnapshotInput.differenceWhenWritten(changed.snapshot) { return finding }
    for width in [390, 100.0 / 3] {
      guard let before = try? Layout.of(parent, containerWidth: width) else { continue }
      let scratch = try? Layout.of(changed.snapshot, containerWidth: width)
      guard let derived = layout(of: changed, before) else {
        if scratch != nil { return "it is laid out only from scratch, width \(width)" }
        continue
      }
      guard let scratch else { return "it is laid out only from the one before, width \(width)" }
      let finding =
        difference(derived, scratch)
        ?? LayoutLook(derived, elementsMax: VersionInput.elementsMax).finding()
        ?? findingOfMotion(changed, before, derived)
      if let finding { return "\(finding), width \(width)" }
    }
    return nil
  }

  /// What the steps make of a snapshot; nil where they are refused.
  private func changed(_ parent: Snapshot) -> ChangedSnapshot? {
    var meter = WorkMeter(portion: VersionInput.stepsMax)
    let padded = steps + Array(repeating: 0, count: JSONDocument.slackByteCount)
    return try? padded.withText { (padded) throws(DecodingInterrupted) in
      let posted = try StepsDecoder.change(
        padded.extracting(first: steps.count), hasSlack: true,
        isHorizontal: parent.scrollDirection == .horizontal,
        limits: VersionInput.limits, naming: .tests, meter: &meter)
      return try ChangedSnapshot(posted, of: parent, meter: &meter)
    }
  }

  /// The layout after, made from the one before, section by section.
  private func layout(of changed: ChangedSnapshot, _ before: Layout) -> Layout? {
    var sections: [SectionLayout] = []
    for (number, section) in changed.snapshot.sections.enumerated() {
      let origin = changed.applied.mapping.sections.run(from: number)
      var earlier: SectionLayout?
      if let from = origin.from, before.snapshot.sections[from].metrics == section.metrics {
        earlier = before.sectionLayout(from)
      }
      var meter = WorkMeter.unlimited
      let layout = try? SectionLayout.prepare(
        section, number: number, containerWidth: before.containerWidth, maximumColumns: 10_000,
        from: earlier, meter: &meter)
      guard let layout else { return nil }
      sections.append(layout)
    }
    return try? Layout(
      changed.snapshot, containerWidth: before.containerWidth, sectionLayouts: sections)
  }

  /// The first element of the start, the middle or the end that is another one in the second layout.
  private func difference(_ first: Layout, _ second: Layout) -> String? {
    guard first.contentSize == second.contentSize else {
      return "\(first.contentSize) instead of \(second.contentSize)"
    }
    let size = first.contentSize
    for place in [0, 0.5, 1] {
      let rect = Rect(
        x: size.width * place - 1000, y: size.height * place - 1000, width: 2000, height: 2000)
      func elements(_ layout: Layout) -> [LayoutAttributes] {
        var found: [LayoutAttributes] = []
        layout.visitElements(in: rect) {
          found.append($0)
          return found.count < VersionInput.elementsMax
        }
        return found
      }
      let (own, other) = (elements(first), elements(second))
      guard own.count == other.count else { return "\(own.count) elements, \(other.count)" }
      for (one, another) in zip(own, other)
      where one.element != another.element || one.frame != another.frame
        || one.columnIndex != another.columnIndex || one.zIndex != another.zIndex
      {
        return "\(one) instead of \(another)"
      }
    }
    return nil
  }

  private func findingOfMotion(
    _ changed: ChangedSnapshot, _ before: Layout, _ after: Layout
  ) -> String? {
    let change = LayoutChange(changed, before: before, after: after)
    var meter = WorkMeter(portion: VersionInput.stepsMax)
    // Not all of a hostile change may be compared within so many steps.
    if let stretch = try? change.changedStretch(meter: &meter) {
      let isNumber =
        stretch.before.start.isFinite && stretch.before.end.isFinite
        && stretch.after.start.isFinite && stretch.after.end.isFinite
      if !isNumber { return "changed is \(stretch)" }
    }
    let size = before.contentSize
    for place in [0, 0.3, 1] {
      let bounds = Rect(x: size.width * place, y: size.height * place, width: 390, height: 300)
      for rule in [AnchorRule.auto, .first, .end, .item(ItemPath(0, 0))] {
        if case .item = rule, before.snapshot.sections.first?.items.count ?? 0 == 0 { continue }
        let inset = EdgeInsets(top: 20)
        var meter = WorkMeter(portion: VersionInput.stepsMax)
        guard
          let anchored = try? change.anchoredBounds(
            bounds, inset: inset, rule: rule, meter: &meter)
        else { continue }
        guard anchored.bounds.x.isFinite, anchored.bounds.y.isFinite else {
          return "the bounds are \(anchored.bounds)"
        }
        let transitions = try? change.transitions(
          from: bounds, to: anchored.bounds, inset: inset, limit: VersionInput.elementsMax,
          meter: &meter)
        for each in transitions ?? [] {
          let frames = [each.initial.frame, each.final.frame]
          if !frames.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) { return "\(each)" }
        }
      }
    }
    return nil
  }
}
