internal import JSONText
public import LayoutCore

/// A posted step: the places of its entries, and the members of each entry.
public struct PostedStep: Sendable {
  /// The part that the core applies.
  public internal(set) var given = GivenStep()
  /// The entries of `setSections`, member by member.
  var settings: [MembersByKey<EntryKey>] = []
  /// The members of `set`.
  var snapshotSettings = MembersByKey<SetKey>()

  /// The places of the entries.
  public var step: Step { given.step }

  /// Whether it sets members of the snapshot.
  public var setsSnapshot: Bool { !snapshotSettings.isEmpty }
}

/// A posted change: its form has been checked, nothing has been applied.
public struct PostedSteps {
  public internal(set) var steps: [PostedStep] = []
  /// The expected result.
  public internal(set) var expected = ExpectedResult()
  /// The other members of a change of a document; nil for a change of a layout.
  public internal(set) var head: DocumentChangeHead?
  /// What the answer says of the tree `to`; nil if steps were given.
  public internal(set) var source: ResolvedSource?
  /// Whether the steps say an addition (docs/rules.md#additions).
  public internal(set) var textVersion = RulesVersion.base
  /// What a store keeps of a change of a layout in place of its body: one with the steps alone, if the body has trees; nil
  /// otherwise.
  public internal(set) var keptBody: [UInt8]?
  /// The tree `from`; nil if it was not given.
  var from: SourceOfChange?
  /// The change with a step in place of two trees; nil if steps were given.
  var changeOfTrees: ComparedBody?
  /// The decoder of the text: it decodes the sections, metrics and stacks of the steps once the layout that they change
  /// is known.
  var decoder: SnapshotDecoder
}

/// The result of a change that a client expects; members that it does not give are nil (docs/rules.md#steps).
public struct ExpectedResult: Hashable, Sendable {
  /// The layout id, as the client wrote it.
  public internal(set) var id: String?
  public internal(set) var itemCount: Int?

  /// The problem of a result that differs from the expected one; nil if it does not.
  public func problem(id: String, itemCount: Int) -> Problem? {
    if self.id.map({ $0 == id }) ?? true, self.itemCount.map({ $0 == itemCount }) ?? true {
      return nil
    }
    return Problem(
      .unexpectedResult, facts: [.text("id", id), .number("itemCount", itemCount)])
  }
}

/// Posted steps for plain lists.
public struct PostedPlan: Sendable {
  /// The number of items in each section.
  public internal(set) var counts: [Int] = []
  public internal(set) var steps: [Step] = []
  /// The expected number of items in each section after the steps; nil if it is not given.
  public internal(set) var after: [Int]?
}
