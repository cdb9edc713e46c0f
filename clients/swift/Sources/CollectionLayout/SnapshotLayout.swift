internal import ContentHash
internal import LayoutCore
public import LayoutTypes
internal import LayoutWire

/// A snapshot laid out at a container width. A value that answers queries about the positions of elements.
///
/// Frames, rectangles and points are in content coordinates. A query with a number that is not finite, or with a
/// rectangle without area, finds nothing. A query that would have to visit more than five million items stops and
/// returns what it has found: a line may have 10¹² items without a width.
///
/// A container may have margins across the scroll axis, such as those of a safe area: its left and right ones, or, if
/// scrolling is horizontal, its top and bottom ones. Cells, separators and shelves lie between them. Headers, footers,
/// placeholders and the background of the global headers span the container; backgrounds of sections are wider by both
/// margins. All coordinates are those of the whole container.
public struct SnapshotLayout: Sendable {
  /// The snapshot that is laid out.
  public let snapshot: Snapshot
  /// The core's layout, of what lies between the margins.
  let core: LayoutCore.Layout
  let container: LayoutContainer

  init(_ snapshot: Snapshot, _ core: LayoutCore.Layout, in container: LayoutContainer) {
    self.snapshot = snapshot
    self.core = core
    self.container = container
  }

  /// Lays out a snapshot that scrolls vertically. O(items that are listed one by one)
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot.
  ///   - width: The width of the container, margins included, in points.
  ///   - margins: The left and right margins of the container, in points; the others are not read.
  /// - Throws: `bad-parameter` for a width that is not above 0 and at most 2⁵³, for margins that are negative, not finite
  ///   or leave no room, and for a snapshot that scrolls horizontally; `cannot-lay-out` if the snapshot cannot be laid
  ///   out at the width between the margins, with a pointer into the source that the snapshot was made of, if it was.
  public init(
    _ snapshot: Snapshot, width: Double, margins: LayoutInsets = .zero
  ) throws(Refusal) {
    try self.init(snapshot, across: width, "width", margins, for: .vertical)
  }

  /// Lays out a snapshot that scrolls horizontally. O(items that are listed one by one)
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot.
  ///   - height: The height of the container, margins included, in points.
  ///   - margins: The top and bottom margins of the container, in points; the others are not read.
  /// - Throws: The same errors as `init(_:width:margins:)`.
  public init(
    _ snapshot: Snapshot, height: Double, margins: LayoutInsets = .zero
  ) throws(Refusal) {
    try self.init(snapshot, across: height, "height", margins, for: .horizontal)
  }

  private init(
    _ snapshot: Snapshot, across extent: Double, _ name: String, _ margins: LayoutInsets,
    for direction: ScrollDirection
  ) throws(Refusal) {
    guard snapshot.scrollDirection == direction else {
      let other = direction == .vertical ? "height" : "width"
      throw .parameter(
        name, .notAllowed,
        "The layout scrolls \(snapshot.scrollDirection.rawValue)ly: give \(other) instead.")
    }
    guard extent > 0, extent <= greatestCoordinate else {
      throw .parameter(name, must: "be a number above 0 and at most 2^53", not: extent)
    }
    let container = try LayoutContainer(extent: extent, margins: margins, along: direction)
    self.init(
      snapshot, try SnapshotLayout.prepared(snapshot, container.room, from: nil), in: container)
  }

  // MARK: Properties

  /// The id of the snapshot, the same as at the service.
  public var id: String { snapshot.id }

  /// The extent of the container across the scroll axis, margins included, in points.
  public var containerExtent: Double { container.extent }

  /// The margins with which it was laid out, in points.
  public var margins: LayoutInsets { container.margins }

  /// The size of the whole content, margins included, in points.
  public var contentSize: LayoutSize { container.told(LayoutSize(core.contentSize)) }

  /// Inputs that are allowed but probably mistakes, each with its place: the warnings of the snapshot, followed by
  /// those of the width, such as `no-room`; at most twenty. A layout made by steps has only those of its width.
  /// O(sections + items of the sections with too little room)
  public var warnings: [Refusal.Issue] {
    let shortages = core.roomShortages(
      countMax: SnapshotWarning.countMax - snapshot.warnings.count)
    return snapshot.warnings
      + shortages.map {
        Refusal.Issue(
          SnapshotWarning(
            $0, isHorizontal: snapshot.scrollDirection == .horizontal,
            from: snapshot.resolvedSource))
      }
  }

  // MARK: Queries

  /// The elements that overlap a rectangle, in order, without special ones. O(log items + elements found + the items
  /// of the lines and rows that the rectangle crosses)
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - limit: The greatest number of elements; the first ones are returned. The content of a few bytes may have 10¹²
  ///     elements.
  public func elements(in rect: LayoutRect, limit: Int = 100_000) -> [LayoutElement] {
    let asked = LayoutCore.Rect(container.reaching(rect))
    guard asked.hasArea, limit > 0 else { return [] }
    var list = ElementList(limit: limit)
    walking(else: ()) { (meter) throws(WalkInterrupted) in
      try core.appendElements(in: asked, meter: &meter, to: &list)
    }
    return elements(list, in: rect)
  }

  /// The visible special elements, in order: those that pin or wait, and the background of the global headers. Only
  /// these need to be queried in every frame. O(log sections + elements found)
  ///
  /// - Parameters:
  ///   - bounds: The visible rectangle.
  ///   - inset: The insets within which elements pin.
  public func special(bounds: LayoutRect, inset: LayoutInsets = .zero) -> [LayoutElement] {
    let asked = LayoutCore.Rect(container.reaching(bounds))
    guard asked.hasArea, inset.isFinite else { return [] }
    var list = ElementList(limit: .max)
    walking(else: ()) { (meter) throws(WalkInterrupted) in
      try core.appendSpecialElements(
        bounds: asked, inset: LayoutCore.EdgeInsets(inset), meter: &meter, to: &list)
    }
    return elements(list, in: bounds)
  }

  /// Whether a section has an effect, so that its cells are seen otherwise with each scroll position.
  public var hasEffects: Bool { core.hasEffects }

  /// Whether cells of a section have an effect. Such a cell is where `effects(bounds:inset:)` has it, and nowhere else.
  public func hasEffect(section: Int) -> Bool {
    core.snapshot.sections.indices.contains(section)
      && core.hasEffect(Element(kind: .cell, section: section, index: 0))
  }

  /// The cells that effects show in the bounds, in order: with their frames at rest, `distance`, and the `alpha`,
  /// `zIndex` and matrix that the effect makes of their own (docs/rules.md#effects). O(log items + cells between the stops)
  ///
  /// - Parameters:
  ///   - bounds: The visible rectangle.
  ///   - inset: The insets that the visible stretch is without.
  /// - Throws: `bad-parameter` if there are more than 10,000.
  public func effects(
    bounds: LayoutRect, inset: LayoutInsets = .zero
  ) throws(Refusal) -> [LayoutElement] {
    let asked = LayoutCore.Rect(container.reaching(bounds))
    guard asked.hasArea, inset.isFinite else { return [] }
    let most = 10_000
    var cells: [ShownCell] = []
    var isWhole = true
    try walking(refusedAs: "bounds") { (meter) throws(WalkInterrupted) in
      do throws(WalkInterrupted) {
        cells = try core.shownCells(
          bounds: asked, inset: LayoutCore.EdgeInsets(inset), limit: most, meter: &meter)
      } catch .visitor {
        isWhole = false
      }
    }
    guard isWhole else {
      throw .parameter(
        "bounds", .tooMany,
        "More than \(most) cells with effects overlap the bounds; ask for less.")
    }
    return container.told(
      cells.map { LayoutElement($0.attributes, of: core.snapshot, shown: $0) }, in: bounds)
  }

  /// The topmost element at a point. With bounds, special elements are included if they are visible, and cells with an
  /// effect are where that shows them. In a margin there is what spans the container, and what a transform shows there.
  public func hit(
    _ point: LayoutPoint, bounds: LayoutRect? = nil, inset: LayoutInsets = .zero
  ) -> LayoutElement? {
    let place = LayoutCore.Point(container.inner(point))
    let asked = bounds.map { LayoutCore.Rect(container.reaching($0)) }
    guard place.isFinite, asked?.hasArea ?? true, inset.isFinite else { return nil }
    let found = walking(else: nil) { (meter) throws(WalkInterrupted) in
      try core.element(
        at: place, bounds: asked, inset: LayoutCore.EdgeInsets(inset), meter: &meter)
    }
    let hit = found.map { element($0, asked, inset) }
    guard let margin = container.margin(at: point) else { return hit }
    let special = bounds.map { self.special(bounds: $0, inset: inset) } ?? []
    return container.topmost(of: elements(in: margin) + special, or: hit, at: point)
  }

  /// The cell of an item: at rest, or as its effect shows it at `bounds`, wherever that is. Nil if it does not exist.
  /// O(log items)
  public func cell(
    section: Int, item: Int, bounds: LayoutRect? = nil, inset: LayoutInsets = .zero
  ) -> LayoutElement? {
    let bounds = bounds.map { LayoutCore.Rect(container.inner($0)) }
    guard bounds?.hasArea ?? true, inset.isFinite else { return nil }
    return element(.cell, section, item, bounds: bounds, inset: inset)
  }

  /// A header, footer or global header: at rest, or at its position for `bounds`. Nil if it does not exist.
  public func supplementary(
    _ kind: ElementKind, section: Int? = nil, index: Int, bounds: LayoutRect? = nil,
    inset: LayoutInsets = .zero
  ) -> LayoutElement? {
    let bounds = bounds.map { LayoutCore.Rect(container.inner($0)) }
    guard let kind = Element.Kind(name: kind.rawValue, in: .supplementary),
      bounds?.hasArea ?? true, inset.isFinite, (section == nil) == (kind == .globalHeader)
    else { return nil }
    return element(kind, section ?? -1, index, bounds: bounds, inset: inset)
  }

  /// A separator; nil if it does not exist.
  public func decoration(_ kind: ElementKind, section: Int, index: Int) -> LayoutElement? {
    guard let kind = Element.Kind(name: kind.rawValue, in: .decoration), kind.isOfSection else {
      return nil
    }
    return element(kind, section, index, bounds: nil, inset: .zero)
  }

  /// The frame of a section from its headers to its footers; nil if it does not exist.
  public func frame(ofSection section: Int) -> LayoutRect? {
    core.snapshot.sections.indices.contains(section)
      ? container.spanning(LayoutRect(core.frame(ofSection: section))) : nil
  }

  private func element(
    _ kind: Element.Kind, _ section: Int, _ index: Int, bounds: LayoutCore.Rect?,
    inset: LayoutInsets
  ) -> LayoutElement? {
    let element = Element(kind: kind, section: section, index: index)
    return core.attributes(of: element, bounds: bounds, inset: LayoutCore.EdgeInsets(inset)).map {
      self.element($0, bounds, inset)
    }
  }

  /// An element, with bounds as the effect of its section shows it.
  private func element(
    _ attributes: LayoutAttributes, _ bounds: LayoutCore.Rect?, _ inset: LayoutInsets
  ) -> LayoutElement {
    let shown = bounds.flatMap {
      core.shown(attributes, bounds: $0, inset: LayoutCore.EdgeInsets(inset))
    }
    return container.told(LayoutElement(attributes, of: core.snapshot, shown: shown))
  }

  private func elements(_ list: ElementList, in rect: LayoutRect) -> [LayoutElement] {
    container.told(list.elements.map { LayoutElement($0, of: core.snapshot) }, in: rect)
  }
}

// MARK: Laying out

extension SnapshotLayout {
  /// The greatest number of columns of a section (docs/rules.md#snapshot-limits).
  private static let columnsMax = SnapshotLimits().columns

  /// The layout from which another one is made, with the origins of the sections.
  struct Earlier {
    let layout: LayoutCore.Layout
    let origins: OriginRuns<Int>

    /// The old layout of a section if it had the same metrics, else nil.
    func section(_ number: Int, _ section: Section) -> (section: Section, layout: SectionLayout)? {
      let origin = origins.run(from: number)
      guard let from = origin.from, !origin.isReloaded else { return nil }
      let before = layout.snapshot.sections[from]
      return before.metrics == section.metrics ? (before, layout.sectionLayout(from)) : nil
    }
  }

  /// Lays out each section, and shares what an earlier layout has in common with it.
  static func prepared(
    _ snapshot: Snapshot, _ width: Double, from earlier: Earlier?
  ) throws(Refusal) -> LayoutCore.Layout {
    let named = snapshot.named
    var layouts: [SectionLayout] = []
    var known: [ContentDigest: SectionLayout] = [:]
    layouts.reserveCapacity(named.snapshot.sections.count)
    do throws(LayoutError) {
      for (number, section) in named.snapshot.sections.enumerated() {
        let digest = named.sectionDigests[number]
        if let layout = known[digest] {
          layouts.append(layout)
          continue
        }
        let before = earlier?.section(number, section)
        let layout: SectionLayout
        if let before, before.section === section {
          layout = before.layout
        } else {
          layout = try SectionLayout.prepared(section, number, width, columnsMax, before?.layout)
        }
        known[digest] = layout
        layouts.append(layout)
      }
      return try LayoutCore.Layout(named.snapshot, containerWidth: width, sectionLayouts: layouts)
    } catch {
      throw Refusal(Problem(error, containerWidth: width, of: snapshot.resolvedSource))
    }
  }
}

extension SectionLayout {
  /// Lays out a section from an earlier one with equal metrics, without a limit of steps.
  fileprivate static func prepared(
    _ section: Section, _ number: Int, _ width: Double, _ columnsMax: Int,
    _ earlier: SectionLayout?
  ) throws(LayoutError) -> SectionLayout {
    var meter = WorkMeter.unlimited
    do throws(LayoutInterrupted) {
      return try prepare(
        section, number: number, containerWidth: width, maximumColumns: columnsMax, from: earlier,
        meter: &meter)
    } catch {
      switch error {
      case .layout(let error): throw error
      case .budgetExceeded: preconditionFailure("the meter grants every step")
      }
    }
  }
}
