import Oracle
import TestClient
import Testing

/// A posted seeded snapshot, and the oracle's layout of it.
struct OracleAnswers {
  let test: TestService
  let snapshot: JSONValue
  let naive: NaiveLayout
  let path: String
  /// `width=…` or `height=…`
  let container: String
  /// By how much two coordinates may differ (docs/rules.md#vectors).
  let tolerance: Double
  let comment: Comment

  init(_ test: TestService, _ snapshot: JSONValue, width: Double, _ comment: Comment) throws {
    self.test = test
    self.snapshot = snapshot
    self.comment = comment
    naive = NaiveLayout(snapshot: snapshot, containerWidth: width)
    path = try test.path(of: snapshot)
    container = (naive.isHorizontal ? "height=" : "width=") + JSONValue.number(width).text
    let extent = max(abs(naive.contentWidth), abs(naive.contentHeight))
    tolerance = 1e-6 * max(1, extent / 1000)
  }

  // MARK: Queries

  func expectElements(in rect: NaiveRect) throws {
    let answer = try test.json("\(path)/elements?\(container)&rect=\(rect.query)")
    expect(
      answer["elements"], among: naive.elements.filter { !$0.isSpecial }, in: rect,
      "in \(rect.query): \(comment)")
    expectSize(answer["contentSize"])
    let resting = try test.json(
      "\(path)/elements?\(container)&rect=\(rect.query)&special=rest")
    #expect(resting["elements"] == answer["elements"], "\(rect.query): \(comment)")
    expect(
      resting["special"], among: naive.elements.filter(\.isSpecial), in: rect,
      "at rest in \(rect.query): \(comment)")
  }

  func expectSpecial(bounds: NaiveRect, inset: NaiveInsets) throws {
    let answer = try test.json(
      "\(path)/special?\(container)&bounds=\(bounds.query)&inset=\(inset.query)")
    expect(
      answer["special"], among: naive.specialElements(bounds: bounds, inset: inset), in: bounds,
      "bounds \(bounds.query), inset \(inset.query): \(comment)")
  }

  /// The element that the path names, at rest, and none beside the last one.
  func expectElement(_ element: NaiveElement) throws {
    let name = element.path
    expectEqual(try test.json("\(path)/\(name)?\(container)"), element.json, "\(name): \(comment)")
  }

  func expectSections() throws {
    let answer = try test.json("\(path)/sections?\(container)")
    let sections = try #require(answer["sections"]?.array)
    #expect(sections.count == naive.sections.count, comment)
    for (number, (found, expected)) in zip(sections, naive.sections).enumerated() {
      var json: JSONValue = ["section": .number(Double(number))]
      json["id"] = expected.id.map { .string($0) }
      json["digest"] = found["digest"]
      json["engine"] = .string(expected.engine)
      json["itemCount"] = .number(Double(expected.itemCount))
      if expected.estimatedCount > 0 {
        json["estimatedCount"] = .number(Double(expected.estimatedCount))
      }
      if expected.estimatedHeaderCount > 0 {
        json["estimatedHeaderCount"] = .number(Double(expected.estimatedHeaderCount))
      }
      json["meanSize"] = expected.meanSize
      json["frame"] = expected.frame.json
      expectEqual(found, json, comment)
    }
  }

  // MARK: Comparison

  private func expectSize(_ size: JSONValue?) {
    expectEqual(
      size ?? .null,
      ["width": .number(naive.contentWidth), "height": .number(naive.contentHeight)], comment)
  }

  /// A list has every element that surely is in a rectangle, in order, and none that surely is not: where an edge is
  /// within the tolerance, either is right.
  private func expect(
    _ list: JSONValue?, among elements: [NaiveElement], in rect: NaiveRect, _ comment: Comment
  ) {
    guard var found = list?.array?[...] else {
      Issue.record("no list: \(comment)")
      return
    }
    for element in elements {
      if let first = found.first, first.names(element) {
        if !rect.grown(tolerance).contains(element: element.frame.grown(tolerance)) {
          Issue.record("\(first.text) is too much \(comment)")
        }
        expectEqual(first, element.json, comment)
        found.removeFirst()
      } else if rect.grown(-tolerance).contains(element: element.frame.grown(-tolerance)) {
        Issue.record("\(element.json.text) is missing \(comment)")
      }
    }
    #expect(found.isEmpty, "too much: \(comment)")
  }

  /// Equal but for the last digits of coordinates.
  func expectEqual(_ found: JSONValue, _ expected: JSONValue, _ comment: Comment) {
    if !found.isClose(to: expected, tolerance: tolerance) {
      Issue.record("\(found.text) instead of \(expected.text), \(comment)")
    }
  }
}

extension NaiveRect {
  /// As a query parameter's value.
  var query: String {
    [x, y, width, height].map { JSONValue.number($0).text }.joined(separator: ",")
  }

  var json: JSONValue {
    ["x": .number(x), "y": .number(y), "width": .number(width), "height": .number(height)]
  }

  func grown(_ margin: Double) -> NaiveRect {
    NaiveRect(
      x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}

extension NaiveInsets {
  var query: String {
    [top, left, bottom, right].map { JSONValue.number($0).text }.joined(separator: ",")
  }
}

extension NaiveElement {
  /// The path that names the element, after that of the layout.
  var path: String {
    let section = section.map { "\($0)/" } ?? ""
    return switch category {
    case "cell": "items/\(section)\(index)"
    case "supplementary": "supplementary/\(kind!)/\(section)\(index)"
    default: "decorations/\(kind!)/\(section)\(index)"
    }
  }
}

extension JSONValue {
  /// Whether an element object is of this element.
  fileprivate func names(_ element: NaiveElement) -> Bool {
    self["category"]?.string == element.category && self["kind"]?.string == element.kind
      && self["section"]?.int == element.section
      && (self["item"] ?? self["index"])?.int == element.index
  }
}
