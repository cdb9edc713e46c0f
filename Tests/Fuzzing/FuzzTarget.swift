/// What is fuzzed: a function that feeds any bytes to the product and reports what is wrong.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// A text as a snapshot: decoding, the canonical bytes, laying out, queries and their JSON.
  case snapshot
  /// A text as a query string, for each set of parameters that a call takes.
  case query
  /// A text as a cursor, and a position as one.
  case cursor
  /// Bytes as the choices of a generator of snapshots and queries: every answer equals a look at every element.
  case differential
  /// Bytes as the choices of a generator of snapshots and questions about scrolling: every answer equals a look at every
  /// element, and is finite for any numbers.
  case scrolling
  /// A text as steps, a plan and a diff: the lists that the plan makes are those that the answer says.
  case change
  /// A snapshot and steps: what they make of it, and its layout, are the same as from scratch.
  case version
  /// A text as what a document is put to, and as a change of one.
  case document
  /// A change that is told as two trees, as a text or as the choices of a generator of trees.
  case trees
  /// Bytes as a row of a store: what is damaged is found.
  case row

  /// What is wrong with the product's result for these bytes; nil when nothing is. It may also trap.
  public func finding(in bytes: [UInt8]) -> String? {
    switch self {
    case .snapshot: SnapshotInput(bytes).finding()
    case .query: QueryInput(bytes).finding()
    case .cursor: CursorInput(bytes).finding()
    case .differential: DifferentialInput(bytes).finding()
    case .scrolling: ScrollingInput(bytes).finding()
    case .change: ChangeInput(bytes).finding()
    case .version: VersionInput(bytes).finding()
    case .document: DocumentInput(bytes).finding()
    case .trees: TreesInput(bytes).finding()
    case .row: StoredRowInput(bytes).finding()
    }
  }
}
