internal import LayoutCore
public import LayoutTypes

extension SnapshotLayout {
  /// The elements with frames that end at edges of a screen's pixels, as the service answers them with `scale`
  /// (docs/rules.md#whole-pixels). What meets still meets, and separators are at least one pixel thick. O(elements)
  ///
  /// Round what is shown, and ask with what is laid out: nothing else of an element changes, its `transformedFrame`
  /// neither.
  ///
  /// - Parameters:
  ///   - elements: Elements of this layout, special ones included.
  ///   - scale: Pixels for a point, such as the screen's scale: 0.1 to 16.
  /// - Throws: `bad-parameter` for another scale.
  public func rounded(
    _ elements: [LayoutElement], scale: Double
  ) throws(Refusal) -> [LayoutElement] {
    let grid = try pixels(scale)
    return elements.map { element in
      guard let named = Element(element, in: core.snapshot) else { return element }
      var rounded = element
      rounded.frame = LayoutRect(grid.rounded(LayoutCore.Rect(element.frame), of: named))
      return rounded
    }
  }

  /// The size of the whole content at edges of a screen's pixels.
  ///
  /// - Parameter scale: Pixels for a point: 0.1 to 16.
  /// - Throws: `bad-parameter` for another scale.
  public func contentSize(scale: Double) throws(Refusal) -> LayoutSize {
    let (size, grid) = (contentSize, try pixels(scale))
    return LayoutSize(
      grid.rounded(LayoutCore.Size(width: Double(size.width), height: Double(size.height))))
  }

  private func pixels(_ scale: Double) throws(Refusal) -> PixelGrid {
    guard PixelGrid.scales.contains(scale) else {
      throw .parameter("scale", must: "be a number from 0.1 to 16", not: scale)
    }
    return PixelGrid(scale: scale, of: core.snapshot)
  }
}

extension Element {
  /// The identity of an element; nil for one that no layout of the snapshot has.
  fileprivate init?(_ element: LayoutElement, in snapshot: LayoutCore.Snapshot) {
    guard let category = LayoutCore.ElementCategory(rawValue: element.category.rawValue) else {
      return nil
    }
    let kind = element.kind.flatMap { Kind(name: $0.rawValue, in: category) }
    guard let kind = category == .cell ? .cell : kind, let index = element.item ?? element.index
    else { return nil }
    let section = element.section ?? -1
    guard !kind.isOfSection || snapshot.sections.indices.contains(section) else { return nil }
    self.init(kind: kind, section: section, index: index)
  }
}
