/// A layout while an item is dragged: each preview is laid out anew, and looked at whole (docs/rules.md#reordering).
public struct NaiveReordering {
  /// The layout after the move.
  public let preview: NaiveScroller
  private let target: [Int]
  /// The section and number of each item before the move, by its section and number after it.
  private let numbers: [[[Int]?]]

  /// What a viewport shows while the finger is at a point.
  public struct Outcome {
    public let gap: NaiveRect
    public let dragged: NaiveRect
    /// Cells with the numbers that they have before the move.
    public let elements: [NaiveElement]
    public let special: [NaiveElement]
    public let autoScroll: Double
  }

  /// The change that moves an item; sections and items are two numbers.
  public static func move(
    _ item: [Int], to target: [Int], in snapshot: JSONValue
  ) throws(NaiveChangeErrors) -> NaiveChange {
    func path(_ numbers: [Int]) -> JSONValue {
      ["section": .number(Double(numbers[0])), "item": .number(Double(numbers[1]))]
    }
    return try NaiveChange(
      parent: snapshot, steps: [["move": [["from": path(item), "to": path(target)]]]])
  }

  /// Takes the elements of the layout that a change to a target has made.
  public init(_ preview: NaiveScroller, of change: NaiveChange, to target: [Int]) {
    self.preview = preview
    self.target = target
    numbers = change.origins.map { $0.items.map(\.from) }
  }

  /// The place under the finger, which may be up to `tolerance` points before the end of a cell or behind that of a section.
  public func target(at point: NaivePoint, tolerance: Double = 0) -> [Int] {
    if let cell = preview.cells.last(where: { $0.frame.contains(point: point) }) {
      return [cell.section!, cell.index]
    }
    let place = preview.along(NaiveRect(x: point.x, y: point.y, width: 0, height: 0)).start
    for (number, section) in preview.layout.downwardSections.enumerated()
    where section.y <= place && place < section.y + section.height + tolerance {
      let others = preview.cells.filter {
        $0.section == number && [number, $0.index] != target
      }
      if others.allSatisfy({ preview.along($0.frame).end <= place + tolerance }) {
        return [number, numbers[number].count - (number == target[0] ? 1 : 0)]
      }
    }
    return target
  }

  /// What is shown for this target.
  public func answer(at point: NaivePoint, bounds: NaiveRect, inset: NaiveInsets) -> Outcome {
    let gap = preview.element(nil, target[0], target[1])!.frame
    let (start, end) = preview.along(bounds)
    let place = preview.along(NaiveRect(x: point.x, y: point.y, width: 0, height: 0)).start
    var autoScroll = 0.0
    if place < start + 100 {
      autoScroll = -12 * min(100, start + 100 - place)
    } else if place > end - 100 {
      autoScroll = 12 * min(100, place - end + 100)
    }
    return Outcome(
      gap: gap,
      dragged: NaiveRect(
        x: point.x - gap.width / 2, y: point.y - gap.height / 2, width: gap.width,
        height: gap.height),
      elements: preview.elementsAtRest.compactMap { element in
        guard !element.isSpecial, bounds.contains(element: element.frame) else { return nil }
        guard element.category == "cell" else { return element }
        if [element.section!, element.index] == target { return nil }
        var element = element
        element.index = numbers[element.section!][element.index]![1]
        return element
      },
      special: preview.special(bounds, inset), autoScroll: autoScroll)
  }
}
