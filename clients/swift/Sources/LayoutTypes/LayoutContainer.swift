/// The container of a layout across its scroll axis: its extent and its margins.
///
/// What is laid out and asked lies between the margins. Everything that a caller gives and gets is in coordinates of the
/// whole container. This type moves one to the other.
package struct LayoutContainer: Sendable {
  package let margins: LayoutInsets
  /// The extent of the whole container, and that between its margins, in points.
  package let extent: Double, room: Double
  private let before: Double
  private let isHorizontal: Bool

  /// - Throws: `bad-parameter` for margins that are negative or not finite, or that leave no room.
  package init(
    extent: Double, margins: LayoutInsets, along direction: ScrollDirection
  ) throws(Refusal) {
    let sides = [margins.top, margins.left, margins.bottom, margins.right]
    guard sides.allSatisfy({ $0 >= 0 && $0.isFinite }) else {
      let given = sides.map { "\($0)" }.joined(separator: ",")
      throw .parameter(
        "margins", "must be finite numbers top,left,bottom,right of at least 0, not \(given)")
    }
    isHorizontal = direction == .horizontal
    before = isHorizontal ? margins.top : margins.left
    let after = isHorizontal ? margins.bottom : margins.right
    room = extent - before - after
    guard room > 0 || before + after == 0 else {
      throw .parameter("margins", "must leave room in a container of \(extent) points")
    }
    self.extent = extent
    self.margins = margins
  }

  // MARK: Questions

  /// A point, in coordinates of what lies between the margins.
  package func inner(_ point: LayoutPoint) -> LayoutPoint { moved(point, by: -before) }

  /// A rectangle, in coordinates of what lies between the margins.
  package func inner(_ rect: LayoutRect) -> LayoutRect {
    LayoutRect(origin: inner(rect.origin), size: rect.size)
  }

  /// The same, wider if it would otherwise lie in a margin alone: what spans the container is found there, too. An answer
  /// then has more elements than there are, which `told(_:in:)` leaves out.
  package func reaching(_ rect: LayoutRect) -> LayoutRect {
    let inner = inner(rect)
    guard rect.size.width > 0, rect.size.height > 0, isInMargin(rect) else { return inner }
    let (start, end) = (min(start(inner.origin), 0), max(self.end(inner), room))
    return LayoutRect(
      origin: moved(inner.origin, by: start - self.start(inner.origin)),
      size: sized(inner.size, end - start))
  }

  /// The part of a margin that has a point, 1 point long; nil for a point that is in no margin.
  package func margin(at point: LayoutPoint) -> LayoutRect? {
    let place = start(point)
    let (low, high) = place < before ? (0, before) : (before + room, extent)
    guard place >= low, place < high else { return nil }
    let size = LayoutSize(width: 1, height: 1)
    return LayoutRect(origin: moved(point, by: low - place), size: sized(size, high - low))
  }

  /// Whether a rectangle overlaps the container, but not what lies between its margins.
  private func isInMargin(_ rect: LayoutRect) -> Bool {
    let (start, end) = (start(rect.origin), end(rect))
    return (end > 0 && end <= before) || (start >= before + room && start < extent)
  }

  // MARK: Answers

  /// A point, in coordinates of the whole container.
  package func told(_ point: LayoutPoint) -> LayoutPoint { moved(point, by: before) }

  /// A rectangle, in coordinates of the whole container.
  package func told(_ rect: LayoutRect) -> LayoutRect {
    LayoutRect(origin: told(rect.origin), size: rect.size)
  }

  /// The size of the content, as wide as the whole container.
  package func told(_ size: LayoutSize) -> LayoutSize { sized(size, extent) }

  /// The frame of what spans the container, such as a section: wider by both margins. A slide may have moved it.
  package func spanning(_ frame: LayoutRect) -> LayoutRect {
    let length = Double(isHorizontal ? frame.size.height : frame.size.width)
    let whole = length == room ? extent : length + (extent - room)
    return LayoutRect(origin: frame.origin, size: sized(frame.size, whole))
  }

  package func told(_ element: LayoutElement) -> LayoutElement {
    var told = element
    told.frame = frame(element.frame, element.category, element.kind)
    told.transformedFrame = element.transformedFrame.map { self.told($0) }
    return told
  }

  /// Elements found in `reaching(rect)`. O(elements)
  package func told(_ elements: [LayoutElement], in rect: LayoutRect? = nil) -> [LayoutElement] {
    let told = extent == room ? elements : elements.map { self.told($0) }
    guard let rect, isInMargin(rect) else { return told }
    return told.filter {
      let shown = $0.transformedFrame ?? $0.frame
      return start(shown.origin) < end(rect) && start(rect.origin) < end(shown)
    }
  }

  package func told(_ transition: ElementTransition) -> ElementTransition {
    var told = transition
    told.initial.frame = frame(transition.initial.frame, transition.category, transition.kind)
    told.final.frame = frame(transition.final.frame, transition.category, transition.kind)
    return told
  }

  package func told(_ target: TargetBounds) -> TargetBounds {
    var told = target
    told.bounds = self.told(target.bounds)
    return told
  }

  package func told(_ window: ScrollWindow) -> ScrollWindow {
    var told = window
    told.entering = self.told(window.entering)
    return told
  }

  package func told(_ neighbors: Neighbors) -> Neighbors {
    func moved(_ cell: Neighbors.Neighbor?) -> Neighbors.Neighbor? {
      cell.map { Neighbors.Neighbor(section: $0.section, item: $0.item, frame: told($0.frame)) }
    }
    return Neighbors(
      up: moved(neighbors.up), down: moved(neighbors.down), left: moved(neighbors.left),
      right: moved(neighbors.right))
  }

  package func told(_ answer: ReorderAnswer) -> ReorderAnswer {
    var told = answer
    (told.gap, told.dragged) = (self.told(answer.gap), self.told(answer.dragged))
    (told.elements, told.special) = (self.told(answer.elements), self.told(answer.special))
    told.contentSize = self.told(answer.contentSize)
    return told
  }

  /// The topmost element at a point in a margin: the topmost one of the elements there that span the container, or what a
  /// hit finds there, such as a cell that is transformed.
  package func topmost(
    of elements: [LayoutElement], or found: LayoutElement?, at point: LayoutPoint
  ) -> LayoutElement? {
    elements.reduce(found) { topmost, element in
      let frame = element.frame
      guard LayoutContainer.spans(element.category, element.kind), frame.minX <= point.x,
        point.x < frame.maxX, frame.minY <= point.y, point.y < frame.maxY,
        topmost?.zIndex ?? .min <= element.zIndex
      else { return topmost }
      return element
    }
  }

  private func frame(
    _ frame: LayoutRect, _ category: ElementCategory, _ kind: ElementKind?
  ) -> LayoutRect {
    LayoutContainer.spans(category, kind) ? spanning(frame) : told(frame)
  }

  private static func spans(_ category: ElementCategory, _ kind: ElementKind?) -> Bool {
    category == .supplementary || kind == .globalHeaderBackground || kind == .background
  }

  // MARK: Across the scroll axis

  private func start(_ point: LayoutPoint) -> Double {
    Double(isHorizontal ? point.y : point.x)
  }

  private func end(_ rect: LayoutRect) -> Double {
    Double(isHorizontal ? rect.maxY : rect.maxX)
  }

  private func moved(_ point: LayoutPoint, by distance: Double) -> LayoutPoint {
    let (x, y) = (Double(point.x), Double(point.y))
    return isHorizontal
      ? LayoutPoint(x: x, y: y + distance) : LayoutPoint(x: x + distance, y: y)
  }

  private func sized(_ size: LayoutSize, _ extent: Double) -> LayoutSize {
    isHorizontal
      ? LayoutSize(width: Double(size.width), height: extent)
      : LayoutSize(width: extent, height: Double(size.height))
  }
}
