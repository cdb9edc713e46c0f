internal import JSONText
public import LayoutCore

/// A step as it was posted: where things happen, and what is said of them, by the entries of its lists.
public struct PostedStep: Sendable {
  /// What the core applies.
  public internal(set) var given = GivenStep()
  /// What `setSections` says, member by member.
  var settings: [MembersByKey<EntryKey>] = []
  /// The `globalHeaders` of `set`.
  var globalHeaders: JSONElement?

  /// Where things happen.
  public var step: Step { given.step }

  /// Whether it says what the global headers are.
  public var setsGlobalHeaders: Bool { globalHeaders != nil }
}

/// A change as it was posted: its form has been checked, nothing has been applied.
public struct PostedSteps {
  public internal(set) var steps: [PostedStep] = []
  /// What the result is to be.
  public internal(set) var expected = ExpectedResult()
  /// What else a change of a document says; nil for one of a layout.
  public internal(set) var head: DocumentChangeHead?
  /// The decoder of the text: it reads the sections, metrics and stacks of the steps when the layout they change is known.
  var decoder: SnapshotDecoder
}

/// What a client expects of the result of a change, as far as it says (docs/rules.md#steps).
public struct ExpectedResult: Hashable, Sendable {
  /// The layout id, as it was written.
  public internal(set) var id: String?
  public internal(set) var itemCount: Int?

  /// The problem of a result that is another one; nil where it is as expected.
  public func problem(id: String, itemCount: Int) -> Problem? {
    if self.id.map({ $0 == id }) ?? true, self.itemCount.map({ $0 == itemCount }) ?? true {
      return nil
    }
    return Problem(
      .unexpectedResult, facts: [.text("id", id), .number("itemCount", itemCount)])
  }
}

/// Steps for plain lists as they were posted.
public struct PostedPlan: Sendable {
  /// How many items each section has.
  public internal(set) var counts: [Int] = []
  public internal(set) var steps: [Step] = []
  /// How many items each section is to have after the steps; nil where nothing is said.
  public internal(set) var after: [Int]?
}
