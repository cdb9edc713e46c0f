/// An element that does not pin, other than a cell, its separators and its shelf, in the engines' space.
struct RestingElement {
  let kind: Element.Kind
  let index: Int
  let frame: Rect
  var zIndex = ZIndex.separator
  var color: Color?
  var appearance: Appearance?
  var isEstimated = false

  /// Whether it comes before another element of its section in the order of lists.
  func isBefore(_ other: RestingElement) -> Bool {
    (kind.place, index) < (other.kind.place, other.index)
  }
}

/// The elements of a section, other than cells, their separators and shelves, that do not pin, or the global headers that do
/// not pin, in the order of lists. Elements are placed as they are read.
struct RestingElements {
  private let layout: Layout
  /// Nil for global headers.
  private let placed: PlacedSection?
  private let headers: SupplementaryStack
  private var placeholder: RestingElement?
  private var footers = SupplementaryStack.empty
  /// Section separators and the background.
  private var decorations: [RestingElement] = []

  /// The global headers of a layout.
  init(globalHeadersOf layout: Layout) {
    self.layout = layout
    placed = nil
    headers = layout.snapshot.globalHeaders
  }

  /// The elements of a section. O(log sections)
  init(_ placed: PlacedSection, of layout: Layout) {
    self.layout = layout
    self.placed = placed
    headers = placed.section.headers
    placeholder = placed.placeholder
    footers = placed.section.footers
    decorations = layout.separators(placed)
    if let background = placed.background { decorations.append(background) }
  }

  var count: Int { restingHeaderCount + footers.resting.count + decorations.count }

  /// The number of headers, and of the placeholder after them.
  private var restingHeaderCount: Int { headers.resting.count + (placeholder == nil ? 0 : 1) }

  /// The element at a position. O(1)
  subscript(position: Int) -> RestingElement {
    let (headerCount, footerCount) = (restingHeaderCount, footers.resting.count)
    if let placeholder, position == headerCount - 1 { return placeholder }
    if position < headerCount {
      let entry = headers.entries[headers.resting[position]]
      guard let placed else {
        return element(.globalHeader, entry, layout.globalHeaderFrame(entry))
      }
      return element(.header, entry, placed.headerFrame(entry))
    }
    if position < headerCount + footerCount, let placed {
      let entry = footers.entries[footers.resting[position - headerCount]]
      return element(.footer, entry, placed.footerFrame(entry))
    }
    return decorations[position - headerCount - footerCount]
  }

  private func element(
    _ kind: Element.Kind, _ entry: SupplementaryStack.Entry, _ frame: Rect
  ) -> RestingElement {
    RestingElement(
      kind: kind, index: entry.element.index, frame: frame,
      zIndex: layout.snapshot.zIndex(kind, entry), appearance: entry.element.appearance,
      isEstimated: entry.element.isEstimated)
  }
}

extension PlacedSection {
  /// The placeholder of the section; nil if it has none.
  fileprivate var placeholder: RestingElement? {
    section.placeholder.map {
      RestingElement(
        kind: .placeholder, index: 0, frame: placeholderFrame, appearance: $0.appearance)
    }
  }

  /// The background of the section; nil if it has none.
  fileprivate var background: RestingElement? {
    section.metrics.extras?.background.map {
      RestingElement(
        kind: .background, index: 0, frame: frame(of: $0), zIndex: ZIndex.background,
        color: $0.color)
    }
  }
}

extension Layout {
  /// The section separators of a section. O(log sections)
  func separators(_ placed: PlacedSection) -> [RestingElement] {
    snapshot.separators(ofSection: placed.number).map {
      let separator = snapshot.sectionSeparators[$0]
      let metrics = snapshot.metrics(of: separator)
      return RestingElement(
        kind: .sectionSeparator, index: Int(separator.index),
        frame: placed.sectionSeparatorFrame(separator, metrics),
        color: metrics.sectionSeparator?.color)
    }
  }
}
