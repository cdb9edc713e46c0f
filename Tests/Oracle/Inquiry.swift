/// Questions about a layout as JSON, and the answers that a look at every element gives.
///
/// `{"snapshot": {…}, "width": 390, "queries": [{"rect": [x, y, w, h]}, {"bounds": […], "inset": [top, left, bottom,
/// right]}, {"point": [x, y]}, {"point": …, "bounds": …}]}` asks for the elements in a rectangle, the special ones, and
/// the topmost one at a point. `{"seed": 7, "count": 4}` makes up the snapshot, the width, and so many queries of each
/// kind; the reply names them.
///
/// An answer is a list of `{"element": {…}, "sure": true}`, in order. Who adds up coordinates in another way may find
/// an element on the other side of an edge, so those within the tolerance of one are listed and not sure. Of a point it
/// is the list of elements that may be topmost; none may be where no element is sure. `"pinnedInDoubt": true` stands
/// where a pinning element is so far from rest that one may take it to be pinned or not.
public struct Inquiry {
  let snapshot: JSONValue
  let containerWidth: Double
  let queries: [JSONValue]
  private let layout: NaiveLayout

  /// Nil when it is no inquiry. The snapshot has to be valid.
  public init?(_ json: JSONValue) {
    if let seed = json["seed"]?.int.flatMap(UInt64.init(exactly:)) {
      var generator = SnapshotGenerator(seed: seed)
      containerWidth = generator.containerWidth()
      snapshot = generator.snapshot(containerWidth: containerWidth)
      layout = NaiveLayout(snapshot: snapshot, containerWidth: containerWidth)
      queries = generator.queries(json["count"]?.int ?? 1, in: layout)
    } else if let snapshot = json["snapshot"], let width = json["width"]?.double,
      let queries = json["queries"]?.array
    {
      self.snapshot = snapshot
      containerWidth = width
      self.queries = queries
      layout = NaiveLayout(snapshot: snapshot, containerWidth: width)
    } else {
      return nil
    }
  }

  /// The answers, one for each query, null for one that is none, beside what was asked.
  public var reply: JSONValue {
    [
      "snapshot": snapshot, "width": .number(containerWidth),
      "container": .string(layout.isHorizontal ? "height" : "width"),
      "tolerance": .number(tolerance),
      "contentSize": [
        "width": .number(layout.contentWidth), "height": .number(layout.contentHeight),
      ],
      "queries": .array(queries), "answers": .array(queries.map(answer)),
    ]
  }

  /// By how much two coordinates may differ (docs/rules.md#vectors).
  private var tolerance: Double {
    1e-6 * max(1, max(abs(layout.contentWidth), abs(layout.contentHeight)) / 1000)
  }

  private func answer(to query: JSONValue) -> JSONValue {
    let inset = NaiveInsets(query: query["inset"])
    if let point = NaivePoint(query: query["point"]) {
      return topmost(at: point, bounds: NaiveRect(query: query["bounds"]), inset: inset)
    }
    if let rect = NaiveRect(query: query["rect"]) {
      return found(layout.elements.filter { !$0.isSpecial }) {
        rect.grown($1).meets($0, margin: $1)
      }
    }
    if let bounds = NaiveRect(query: query["bounds"]) {
      return found(layout.specialElements(bounds: bounds, inset: inset)) {
        bounds.grown($1).meets($0, margin: $1)
      }
    }
    return nil
  }

  /// The elements of which something is so with a margin around them, sure ones without it too.
  private func found(
    _ elements: [NaiveElement], where isFound: (NaiveElement, Double) -> Bool
  ) -> JSONValue {
    .array(
      elements.filter { isFound($0, tolerance) }.map { element in
        var entry: JSONValue = [
          "element": element.json, "sure": .bool(isFound(element, -tolerance)),
        ]
        if isPinnedInDoubt(element) { entry["pinnedInDoubt"] = true }
        return entry
      })
  }

  private func isPinnedInDoubt(_ element: NaiveElement) -> Bool {
    guard element.isSpecial, let rest = layout.elements.first(where: element.isSameElement) else {
      return false
    }
    let distance = max(abs(element.x - rest.x), abs(element.y - rest.y))
    return abs(distance - 0.001) <= tolerance
  }

  private func topmost(at point: NaivePoint, bounds: NaiveRect?, inset: NaiveInsets) -> JSONValue {
    let pinning = bounds.map { layout.specialElements(bounds: $0, inset: inset) } ?? []
    // Special elements take the place in the order that they have at rest.
    let candidates = layout.elements.compactMap { element in
      element.isSpecial ? pinning.first { $0.isSameElement(as: element) } : element
    }
    func isThere(_ element: NaiveElement, _ margin: Double) -> Bool {
      element.frame.grown(margin).contains(point: point)
        && (!element.isSpecial || bounds!.grown(margin).meets(element, margin: margin))
    }
    let ascending = candidates.filter { isThere($0, tolerance) }.enumerated()
      .sorted { ($0.element.zIndex, $0.offset) < ($1.element.zIndex, $1.offset) }.map(\.element)
    let lowest = ascending.lastIndex { isThere($0, -tolerance) } ?? 0
    return found(Array(ascending[lowest...]), where: isThere)
  }
}

extension SnapshotGenerator {
  /// So many queries of each kind, in rising order of what they ask for.
  fileprivate mutating func queries(_ count: Int, in layout: NaiveLayout) -> [JSONValue] {
    var queries: [JSONValue] = []
    for _ in 0..<count { queries.append(["rect": rectangle(in: layout).list]) }
    for _ in 0..<count {
      let (bounds, inset) = scrollPosition(in: layout)
      queries.append(["bounds": bounds.list, "inset": inset.list])
    }
    for number in 0..<count {
      let point = point(in: layout)
      var query: JSONValue = ["point": [.number(point.x), .number(point.y)]]
      if number % 2 == 1 {
        let (bounds, inset) = scrollPosition(in: layout)
        query["bounds"] = bounds.list
        query["inset"] = inset.list
      }
      queries.append(query)
    }
    return queries
  }
}

extension NaivePoint {
  fileprivate init?(query: JSONValue?) {
    guard let numbers = query?.numbers, numbers.count == 2 else { return nil }
    self.init(x: numbers[0], y: numbers[1])
  }
}

extension NaiveRect {
  init?(query: JSONValue?) {
    guard let numbers = query?.numbers, numbers.count == 4 else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  var list: JSONValue { [.number(x), .number(y), .number(width), .number(height)] }

  fileprivate func grown(_ margin: Double) -> NaiveRect {
    NaiveRect(
      x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  fileprivate func meets(_ element: NaiveElement, margin: Double) -> Bool {
    contains(element: element.frame.grown(margin))
  }
}

extension NaiveInsets {
  init(query: JSONValue?) {
    let numbers = query?.numbers ?? []
    self.init()
    if numbers.count == 4 {
      (top, left, bottom, right) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }
  }

  var list: JSONValue {
    [.number(top), .number(left), .number(bottom), .number(right)]
  }
}
