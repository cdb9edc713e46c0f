import Oracle
import Testing

@Suite("What steps make of a snapshot")
struct NaiveChangeTests {
  @Test("There are vectors")
  func thereAreVectors() {
    #expect(ChangeVectors.names("change-").count >= 20)
    #expect(ChangeVectors.names("errors-").count >= 11)
  }

  @Test(
    "The result is the vector's, and all elements of both",
    arguments: ChangeVectors.names("change-"))
  func results(name: String) throws {
    let vector = try ChangeVectors.vector(name)
    let parent = try #require(vector["snapshot"])
    let steps = try #require(vector["steps"]?.array)
    let expected = try #require(vector["result"])
    let change = try NaiveChange(parent: parent, steps: steps)
    let width = try #require((vector["width"] ?? vector["height"])?.double)
    for width in [width, 100, 777.5] {
      let result = NaiveLayout(snapshot: change.result, containerWidth: width)
      let other = NaiveLayout(snapshot: expected, containerWidth: width)
      #expect(result.elements == other.elements, "\(width)")
      #expect(result.contentWidth == other.contentWidth)
      #expect(result.contentHeight == other.contentHeight)
    }
    let (found, other) = (resolved(change.result), resolved(expected))
    for (section, expected) in zip(found["sections"]!.array!, other["sections"]!.array!) {
      #expect(section.sorted == expected.sorted)
    }
    #expect(found.sorted == other.sorted)
    #expect(change.result.sorted == found.sorted)
  }

  @Test("Errors are the vector's", arguments: ChangeVectors.names("errors-"))
  func errors(name: String) throws {
    let vector = try ChangeVectors.vector(name)
    let parent = try #require(vector["snapshot"])
    let steps = try #require(vector["steps"]?.array)
    let expected = try #require(vector["errors"]?.array).map {
      "\($0["pointer"]?.string ?? "") \($0["code"]?.string ?? "")"
    }
    // The oracle is for steps whose values are valid.
    if expected.contains(where: { $0.hasSuffix(" out-of-range") }) { return }
    #expect(throws: NaiveChangeErrors(texts: expected)) {
      try NaiveChange(parent: parent, steps: steps)
    }
  }
}

extension JSONValue {
  /// The same with the members of objects in the order of their keys.
  var sorted: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.sorted))
    case .object(let members):
      .object(
        members.sorted { $0.key < $1.key }.map { Member($0.key, $0.value.sorted) })
    default: self
    }
  }
}
