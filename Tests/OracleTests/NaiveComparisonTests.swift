import Oracle
import Testing

@Suite("What changed, what stands still, and what moves")
struct NaiveComparisonTests {
  /// What a vector asks for.
  struct Question {
    let comparison: NaiveComparison
    let bounds: NaiveRect
    let inset: NaiveInsets
    let anchor: NaiveAnchor

    init(_ vector: JSONValue) throws {
      let change = try NaiveChange(
        parent: try #require(vector["snapshot"]), steps: try #require(vector["steps"]?.array))
      let width = try #require((vector["width"] ?? vector["height"])?.double)
      comparison = NaiveComparison(change, containerWidth: width)
      let bounds = try #require(vector["bounds"]?.numbers)
      let inset = try #require(vector["inset"]?.numbers)
      self.bounds = NaiveRect(x: bounds[0], y: bounds[1], width: bounds[2], height: bounds[3])
      self.inset = NaiveInsets(top: inset[0], left: inset[1], bottom: inset[2], right: inset[3])
      anchor = try #require(NaiveAnchor(vector["anchorParameter"]?.string ?? ""))
    }
  }

  @Test("The stretch is the vector's", arguments: ChangeVectors.names("change-"))
  func changed(name: String) throws {
    let vector = try ChangeVectors.vector(name)
    let question = try Question(vector)
    let expected = try #require(vector["changedAtLeast"])
    let found = question.comparison.changed
    #expect(found.isClose(to: expected), "\(found.text) is not \(expected.text)")
  }

  @Test("Anchor, bounds and transition are the vector's", arguments: ChangeVectors.names("change-"))
  func anchor(name: String) throws {
    let vector = try ChangeVectors.vector(name)
    let question = try Question(vector)
    let found = question.comparison.anchoring(
      bounds: question.bounds, inset: question.inset, anchor: question.anchor)
    #expect(found.anchor.isClose(to: try #require(vector["anchor"])), "\(found.anchor.text)")
    let bounds: JSONValue = [
      .number(found.bounds.x), .number(found.bounds.y), .number(found.bounds.width),
      .number(found.bounds.height),
    ]
    #expect(bounds.isClose(to: try #require(vector["newBounds"])), "\(bounds.text)")
    let delta: JSONValue = [.number(found.scrollDelta.x), .number(found.scrollDelta.y)]
    #expect(delta.isClose(to: try #require(vector["scrollDelta"])), "\(delta.text)")

    let transition = question.comparison.transition(
      bounds: question.bounds, inset: question.inset, to: found)
    let expected = try #require(vector["transition"]?.array)
    #expect(transition.array!.count == expected.count)
    for (entry, expected) in zip(transition.array!, expected) {
      #expect(entry.isClose(to: expected), "\(entry.text) is not \(expected.text)")
    }
  }
}

extension JSONValue {
  /// Whether two values are equal, numbers to within rounding, members in any order.
  func isClose(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.number(let first), .number(let second)):
      abs(first - second) <= 1e-6 * max(1, abs(second))
    case (.array(let first), .array(let second)):
      first.count == second.count && zip(first, second).allSatisfy { $0.isClose(to: $1) }
    case (.object(let first), .object(let second)):
      first.count == second.count
        && first.allSatisfy { member in
          other[member.key].map { member.value.isClose(to: $0) } ?? false
        }
    default: self == other
    }
  }
}
