import ContentHash
import LayoutCore

/// The core as a page uses it: it refers to snapshots and layouts by numbers.
///
/// Every call writes its answer to `output`, and returns a number: below 0 it is the reason of a failure.
final class LayoutModule {
  /// The greatest number of elements in an answer.
  static let elementsMax = 100_000
  /// The number of steps that a call may take.
  static let meterSteps = 1 << 30

  /// A snapshot with its names, and how it was made of another one.
  private final class Known {
    let snapshot: Snapshot
    let names: SnapshotNames
    let derivation: Derivation?
    /// What a user may do with its items; nil if it was posted without a source.
    let permissions: ItemPermissions?

    init(
      _ snapshot: Snapshot, _ names: SnapshotNames, _ derivation: Derivation? = nil,
      permissions: ItemPermissions? = nil
    ) {
      self.snapshot = snapshot
      self.names = names
      self.derivation = derivation
      self.permissions = permissions
    }
  }

  /// How a snapshot was made of another one.
  private struct Derivation {
    /// The old snapshot. Both share what they have in common.
    let before: Snapshot
    let mapping: IndexMapping
    let slides: SlidingSections
  }

  private var snapshots = HandleTable<Known>()
  private(set) var layouts = HandleTable<Layout>()
  /// The last preview of a move in progress.
  var preview: KeptPreview?
  let output = NumberOutput()

  init() {}

  /// Runs a call, and writes its failure, if any.
  func answer(_ body: () throws(ModuleFailure) -> Int32) -> Int32 {
    output.removeAll()
    defer { output.scale = 0 }
    do throws(ModuleFailure) {
      return try body()
    } catch {
      if !error.hasDetails { output.removeAll() }
      return error.code
    }
  }

  static func walk<Value>(
    _ body: (inout WorkMeter) throws(WalkInterrupted) -> Value
  ) throws(ModuleFailure) -> Value {
    var meter = WorkMeter(portion: meterSteps)
    do throws(WalkInterrupted) {
      return try body(&meter)
    } catch {
      switch error {
      case .visitor: throw .tooManyElements
      case .budgetExceeded: throw .tooMuchWork
      }
    }
  }

  // MARK: Snapshots

  /// Writes the vocabulary and the greatest number of items, and returns 0.
  func vocabulary() -> Int32 {
    answer { () throws(ModuleFailure) in
      output.append(text: vocabularyText())
      output.append(Double(NumberInput.itemsMax))
      return 0
    }
  }

  /// Reads a snapshot, names it, and returns its number.
  func snapshot(_ input: NumberInput) -> Int32 {
    answer { () throws(ModuleFailure) in
      var input = input
      let snapshot = try Snapshot.read(&input)
      return try keep(snapshot)
    }
  }

  /// Names and stores a snapshot.
  func keep(
    _ snapshot: Snapshot, permissions: ItemPermissions? = nil
  ) throws(ModuleFailure) -> Int32 {
    try put(Known(snapshot, SnapshotNames(snapshot), permissions: permissions))
  }

  /// Applies steps to a snapshot, and returns the number of the result.
  func change(_ number: Int32, _ input: NumberInput) -> Int32 {
    answer { () throws(ModuleFailure) in try change(number, input, permissions: nil) }
  }

  /// Applies steps of a user, which do only what a source allows.
  ///
  /// - Parameter source: A snapshot that was posted with the source, and has the sections of the other one.
  func userChange(_ number: Int32, of source: Int32, _ input: NumberInput) -> Int32 {
    answer { () throws(ModuleFailure) in
      guard let permissions = try snapshots[source].permissions else { throw .malformed }
      return try change(number, input, permissions: permissions)
    }
  }

  /// - Parameter permissions: What the steps may do with items; nil for everything.
  private func change(
    _ number: Int32, _ input: NumberInput, permissions: ItemPermissions?
  ) throws(ModuleFailure) -> Int32 {
    let parent = try snapshots[number]
    let isHorizontal = parent.snapshot.scrollDirection == .horizontal
    var steps = StepsInput(input, isHorizontal: isHorizontal)
    let change = SnapshotDraft(
      parent.snapshot, sectionsMax: ContentLimits.sections, permissions: permissions,
      naming: .sha256)
    var meter = WorkMeter(portion: LayoutModule.meterSteps)
    let count = try steps.stepCount()
    for step in 0..<count {
      let given: GivenStep
      do throws(ModuleFailure) {
        given = try steps.next()
      } catch {
        guard case .tooManyItems = error else { throw error }
        throw output.refuse([StepProblem(code: .overLimit, list: nil, entry: 0)], step: step)
      }
      try stepping(step) { () throws(StepFailure) in
        try change.apply(given, &steps, meter: &meter)
      }
    }
    guard steps.isAtEnd else { throw .malformed }
    let snapshot = try stepping(max(0, count - 1)) { () throws(StepFailure) in
      try change.snapshot(
        itemsMax: NumberInput.itemsMax, explicitItemsMax: ContentLimits.explicitItems,
        meter: &meter)
    }
    let names = SnapshotNames(
      snapshot,
      from: (parent.snapshot, parent.names, change.applied.mapping.sections))
    let slides = SlidingSections(change.applied) { [slides = steps.slides] source in
      let slides = slides[source.step]
      return source.list == .insertSections
        ? slides.inserted[source.entry] : slides.deleted[source.entry]
    }
    return try put(
      Known(
        snapshot, names,
        Derivation(before: parent.snapshot, mapping: change.applied.mapping, slides: slides)))
  }

  /// Replaces the sizes of items, headers and footers of a snapshot by measured ones, and returns the number of the
  /// result. Steps with these sizes would have the same result, but need more code.
  func measure(_ number: Int32, _ input: NumberInput) -> Int32 {
    answer { () throws(ModuleFailure) in
      var input = input
      let parent = try snapshots[number]
      let measured = try MeasuredInput(&input, of: parent.snapshot)
      let snapshot = try LayoutModule.walk { (meter) throws(WalkInterrupted) in
        try parent.snapshot.measured(
          measured.sections, globalHeaders: measured.globalHeaders, naming: .sha256, meter: &meter)
      }
      guard let snapshot else { throw .malformed }
      if snapshot.explicitItemCount > ContentLimits.explicitItems { throw .tooManyItems }
      let mapping = IndexMapping(measuring: measured.sections, of: parent.snapshot)
      let names = SnapshotNames(snapshot, from: (parent.snapshot, parent.names, mapping.sections))
      return try put(
        Known(
          snapshot, names, Derivation(before: parent.snapshot, mapping: mapping, slides: .none)))
    }
  }

  func stepping<Value>(
    _ step: Int, _ body: () throws(StepFailure) -> Value
  ) throws(ModuleFailure) -> Value {
    do throws(StepFailure) {
      return try body()
    } catch {
      switch error {
      case .problems(let problems): throw output.refuse(problems, step: step)
      case .budgetExceeded: throw .tooMuchWork
      }
    }
  }

  /// Stores a snapshot; writes its id, its numbers of sections and items, and the number of items whose sizes are
  /// estimates.
  private func put(_ known: Known) throws(ModuleFailure) -> Int32 {
    let number = try snapshots.put(known)
    output.append(text: known.names.id.hexadecimalDigits)
    output.append(Double(known.snapshot.sections.count))
    output.append(Double(known.snapshot.itemCount))
    output.append(Double(known.snapshot.estimatedCount))
    return number
  }

  /// Releases a snapshot; its layouts remain.
  func removeSnapshot(_ number: Int32) -> Int32 {
    answer { () throws(ModuleFailure) in
      try snapshots.remove(number)
      return 0
    }
  }

  // MARK: Layouts

  /// Lays a snapshot out, writes the size of the content, and returns the number of the layout.
  ///
  /// - Parameter earlier: The layout at this width of the snapshot that this one was made of, or 0.
  func layout(_ number: Int32, width: Double, from earlier: Int32) -> Int32 {
    answer { () throws(ModuleFailure) in
      guard width > 0, width <= greatestCoordinate else { throw .malformed }
      let known = try snapshots[number]
      var before: (layout: Layout, origins: OriginRuns<Int>)?
      if earlier != 0 {
        let layout = try layouts[earlier]
        guard let change = known.derivation, layout.containerWidth == width,
          layout.snapshot === change.before
        else { throw .malformed }
        before = (layout, change.mapping.sections)
      }
      let layout = try laidOut(known.snapshot, width: width, from: before)
      let made = try layouts.put(layout)
      output.append(layout.contentSize.width)
      output.append(layout.contentSize.height)
      return made
    }
  }

  /// Writes at most `limit` places at which a layout has too little room, and returns 0. A place is 0 for an item that
  /// is wider than its line, 1 for insets that leave no width, 2 for columns that are too narrow; the section; the
  /// item; the width of the item or a column; and the length of the line.
  func shortages(_ number: Int32, limit: Int32) -> Int32 {
    answer { () throws(ModuleFailure) in
      for shortage in try layouts[number].roomShortages(countMax: Int(max(0, limit))) {
        var place = (kind: 1.0, section: 0, item: 0, extent: 0.0, line: 0.0)
        switch shortage {
        case .itemWiderThanLine(let section, let item, let width, let line):
          place = (0, section, item, width, line)
        case .insetsLeaveNothing(let section): place.section = section
        case .columnsTooNarrow(let section, let width): place = (2, section, 0, width, 0)
        }
        output.append(place.kind)
        output.append(Double(place.section))
        output.append(Double(place.item))
        output.append(place.extent)
        output.append(place.line)
      }
      return 0
    }
  }

  /// Releases a layout.
  func removeLayout(_ number: Int32) -> Int32 {
    answer { () throws(ModuleFailure) in
      try layouts.remove(number)
      if preview?.layout == number { preview = nil }
      return 0
    }
  }

  // MARK: Queries

  /// Writes the elements in a rectangle, at most `limit` of them, and returns their number.
  ///
  /// - Parameter start: The first element to write.
  func elements(
    _ number: Int32, in rect: Rect, from start: ElementPosition, limit: Int32
  ) -> Int32 {
    answer { () throws(ModuleFailure) in
      let layout = try layouts[number]
      guard rect.isUsable, start.section >= -1, start.index >= 0 else { throw .malformed }
      var list = ElementList(limit: min(Int(max(limit, 1)), LayoutModule.elementsMax), capacity: 32)
      do throws(ModuleFailure) {
        try LayoutModule.walk { (meter) throws(WalkInterrupted) in
          try layout.appendElements(in: rect, from: start, meter: &meter, to: &list)
        }
      } catch {
        // The list is full; `next` is the rest's first element.
        guard case .tooManyElements = error else { throw error }
      }
      output.append(list.elements, next: list.next, of: layout.snapshot)
      return Int32(list.elements.count)
    }
  }

  /// Writes the special elements of bounds; if the insets are infinite, all that overlap them at rest.
  func special(_ number: Int32, bounds: Rect, inset: EdgeInsets) -> Int32 {
    answer { () throws(ModuleFailure) in
      let layout = try layouts[number]
      guard bounds.isUsable, inset.isUsable else { throw .malformed }
      var list = ElementList(limit: LayoutModule.elementsMax)
      try LayoutModule.walk { (meter) throws(WalkInterrupted) in
        try layout.appendSpecialElements(bounds: bounds, inset: inset, meter: &meter, to: &list)
      }
      output.append(list.elements, next: nil, of: layout.snapshot)
      return Int32(list.elements.count)
    }
  }

  /// Writes the data from which the pinning elements of a rectangle are placed, and returns its number of sections.
  func pinning(_ number: Int32, in rect: Rect) -> Int32 {
    answer { () throws(ModuleFailure) in
      let layout = try layouts[number]
      guard rect.isUsable else { throw .malformed }
      let records = try LayoutModule.walk { (meter) throws(WalkInterrupted) in
        try layout.pinningRecords(in: rect, limit: LayoutModule.elementsMax, meter: &meter)
      }
      output.append(records, of: layout.snapshot)
      return Int32(records.sections.count)
    }
  }

  /// Writes the sections of a layout from one on, at most `limit` of them, and returns their number.
  ///
  /// - Parameter known: The snapshot of the layout.
  func sections(_ number: Int32, of known: Int32, from start: Int32, limit: Int32) -> Int32 {
    answer { () throws(ModuleFailure) in
      let (layout, known) = (try layouts[number], try snapshots[known])
      guard layout.snapshot === known.snapshot, start >= 0 else { throw .malformed }
      let sections = layout.snapshot.sections
      let first = min(Int(start), sections.count)
      let end = first + min(max(0, Int(limit)), sections.count - first)
      for number in first..<end {
        let mean = try LayoutModule.walk { (meter) throws(WalkInterrupted) in
          try sections[number].meanSize(meter: &meter)
        }
        output.append(
          section: number, of: layout, digest: known.names.sections[number],
          meanSize: layout.snapshot.scrollDirection == .horizontal ? mean?.transposed : mean)
      }
      return Int32(end - first)
    }
  }

  /// Writes the topmost element at a point, if there is one, and returns the number of elements.
  func hit(
    _ number: Int32, _ point: Point, bounds: Rect?, inset: EdgeInsets, findsResting: Bool
  ) -> Int32 {
    answer { () throws(ModuleFailure) in
      let layout = try layouts[number]
      guard point.x.isFinite, point.y.isFinite, bounds?.isUsable ?? true, inset.isUsable else {
        throw .malformed
      }
      let element = try LayoutModule.walk { (meter) throws(WalkInterrupted) in
        try layout.element(
          at: point, bounds: bounds, inset: inset, findsResting: findsResting, meter: &meter)
      }
      return append(element, of: layout, bounds: bounds, inset: inset)
    }
  }

  /// Writes an element, if it exists, and returns the number of elements.
  func element(_ number: Int32, _ element: Element, bounds: Rect?, inset: EdgeInsets) -> Int32 {
    answer { () throws(ModuleFailure) in
      let layout = try layouts[number]
      guard element.index >= 0, bounds?.isUsable ?? true, inset.isUsable else { throw .malformed }
      let found = layout.attributes(ofNamed: element, bounds: bounds, inset: inset)
      return append(found, of: layout, bounds: bounds, inset: inset)
    }
  }

  /// Writes a list of one element or none, as an effect shows it in the bounds; then its distance, NaN without an
  /// effect. Returns the number of elements.
  private func append(
    _ attributes: LayoutAttributes?, of layout: Layout, bounds: Rect?, inset: EdgeInsets
  ) -> Int32 {
    var shown: ShownCell?
    if let attributes, let bounds {
      shown = layout.shown(attributes, bounds: bounds, inset: inset)
    }
    let list = (shown?.attributes ?? attributes).map { [$0] } ?? []
    output.append(list, next: nil, of: layout.snapshot, shown: shown)
    output.append(shown?.distance ?? .nan)
    return Int32(list.count)
  }

  /// Writes all headers or footers of a section, or the global headers, at rest, and returns their number.
  func stack(_ number: Int32, _ kind: Element.Kind, section: Int32) -> Int32 {
    answer { () throws(ModuleFailure) in
      let layout = try layouts[number]
      let stack: SupplementaryStack
      if kind == .globalHeader {
        stack = layout.snapshot.globalHeaders
      } else {
        guard section >= 0, section < layout.snapshot.sections.count else { throw .malformed }
        let section = layout.snapshot.sections[Int(section)]
        stack = kind == .header ? section.headers : section.footers
      }
      let elements = stack.entries.compactMap { entry in
        let element = Element(kind: kind, section: Int(section), index: entry.element.index)
        return layout.attributes(ofNamed: element, bounds: nil, inset: .zero)
      }
      output.append(elements, next: nil, of: layout.snapshot)
      return Int32(elements.count)
    }
  }

  // MARK: Changes

  /// Writes the bounds after a change, and the item that keeps its place on screen: a part of what `motion` writes.
  ///
  /// - Parameter number: The snapshot that is the result of the steps.
  func anchor(
    _ number: Int32, before: Int32, after: Int32, bounds: Rect, inset: EdgeInsets,
    rule: AnchorRule, endThreshold: Double
  ) -> Int32 {
    answer { () throws(ModuleFailure) in
      let change = try layoutChange(number, before: before, after: after)
      let place = try AnchorPlace(bounds, inset, rule, endThreshold: endThreshold, in: change)
      output.append(try place.anchored(by: change))
      return 0
    }
  }

  /// Writes the effect of a change in two layouts: what differs; if bounds are given, the new bounds and the item that
  /// keeps its place on screen; and, on request, the transitions of the elements. Returns the number of transitions.
  ///
  /// - Parameters:
  ///   - number: The snapshot that is the result of the steps.
  ///   - appearScale: The scale of new and gone elements in transitions, below 0 for no transitions.
  func motion(
    _ number: Int32, before: Int32, after: Int32, bounds: Rect?, inset: EdgeInsets,
    rule: AnchorRule, endThreshold: Double, appearScale: Double
  ) -> Int32 {
    answer { () throws(ModuleFailure) in
      let change = try layoutChange(number, before: before, after: after)
      let place = try AnchorPlace(bounds, inset, rule, endThreshold: endThreshold, in: change)
      let stretch = try LayoutModule.walk { (meter) throws(WalkInterrupted) in
        try change.changedStretch(meter: &meter)
      }
      output.append(stretch)
      guard let bounds else { return 0 }
      let anchored = try place.anchored(by: change)
      output.append(anchored)
      guard appearScale >= 0 else { return 0 }
      let transitions = try LayoutModule.walk { (meter) throws(WalkInterrupted) in
        try change.transitions(
          from: bounds, to: anchored.bounds, inset: inset, appearScale: appearScale,
          limit: Transition.elementsMax, meter: &meter)
      }
      for transition in transitions { output.append(transition) }
      return Int32(transitions.count)
    }
  }

  /// The change that led to a snapshot, in layouts of the old and the new snapshot.
  private func layoutChange(
    _ number: Int32, before: Int32, after: Int32
  ) throws(ModuleFailure) -> LayoutChange {
    let known = try snapshots[number]
    let (old, new) = (try layouts[before], try layouts[after])
    guard let change = known.derivation, old.snapshot === change.before,
      new.snapshot === known.snapshot, old.containerWidth == new.containerWidth
    else { throw .malformed }
    return LayoutChange(before: old, after: new, mapping: change.mapping, slides: change.slides)
  }

  /// The arguments of a question about a change, checked.
  private struct AnchorPlace {
    let bounds: Rect
    let inset: EdgeInsets
    let rule: AnchorRule
    let endThreshold: Double

    init(
      _ bounds: Rect?, _ inset: EdgeInsets, _ rule: AnchorRule, endThreshold: Double,
      in change: LayoutChange
    ) throws(ModuleFailure) {
      guard bounds?.isUsable ?? true, inset.isUsable, endThreshold >= 0, endThreshold.isFinite
      else { throw .malformed }
      if case .item(let path) = rule, !change.before.snapshot.hasItem(path) { throw .malformed }
      self.bounds = bounds ?? Rect(x: 0, y: 0, width: 1, height: 1)
      self.inset = inset
      self.rule = rule
      self.endThreshold = endThreshold
    }

    func anchored(by change: LayoutChange) throws(ModuleFailure) -> AnchoredBounds {
      try LayoutModule.walk { (meter) throws(WalkInterrupted) in
        try change.anchoredBounds(
          bounds, inset: inset, rule: rule, endThreshold: endThreshold, meter: &meter)
      }
    }
  }
}
