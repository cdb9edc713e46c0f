import ContentHash
import Dispatch
import HTTPServer
import JSONText
import LayoutCore
import LayoutStore
import LayoutWire

/// A row to be written, and its description.
struct NewRow: Sendable {
  let layout: StoredLayout
  let row: StoredRow
}

/// The row in the store of a snapshot that was posted.
struct KeptRow: Sendable {
  let row: StoredRow
  /// Whether it was not stored before.
  let isNew: Bool
  /// The number of removals from the cache when it was written.
  let removals: Int
}

extension Service {
  /// Whether the store certainly has the layout: its row was used today, and no other process deletes rows. Rows are
  /// collected only after a day without use.
  func isSurelyKept(_ named: IdentifiedSnapshot) -> Bool {
    store?.isShared == false && cache.row(of: named.id)?.used == .today
  }

  /// The row of a snapshot: its text, or steps on another row.
  ///
  /// - Parameter rules: The version of the rules by which the row can be read; nil for that of the snapshot.
  func newRow(
    of named: IdentifiedSnapshot, _ body: StoredBody,
    on parent: (id: Digest, row: StoredRow)? = nil,
    rules: UInt8? = nil
  ) -> NewRow {
    let row = StoredRow(
      used: .today, depth: parent.map { $0.row.depth + 1 } ?? 0,
      baseBytes: parent?.row.baseBytes ?? body.byteCount,
      stepsBytes: parent.map { $0.row.stepsBytes + body.byteCount } ?? 0,
      rules: rules ?? named.snapshot.rulesVersion)
    return NewRow(
      layout: StoredLayout(
        id: named.id, parent: parent?.id, depth: row.depth, rules: Int(row.rules), used: row.used,
        body: body),
      row: row)
  }

  /// The text of a snapshot, with metrics that most sections share written only once; nil if it is longer than
  /// `bytesMax`. O(sections + runs)
  func text(
    of named: IdentifiedSnapshot, bytesMax: Int, _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> [UInt8]? {
    var encoder = SnapshotEncoder(
      named.snapshot, bytesMax: bytesMax, explicitItemsMax: limits.snapshot.explicitItems,
      form: .shared)
    var writer = JSONWriter(capacity: 256)
    let isWhole = try allowance.walk { (meter) throws(WalkInterrupted) in
      try encoder.write(to: &writer, meter: &meter)
    }
    return isWhole ? writer.bytes : nil
  }
}

extension StoredRow {
  /// The description of the stored row, which may be another one than this.
  func known(_ outcome: KeepOutcome) -> StoredRow {
    guard case .known(let known) = outcome, known != depth || depth > 0 else { return self }
    // Only the depth of the stored chain is known, so nothing may be added to it.
    return StoredRow(
      used: used, depth: known == 0 ? 0 : StoredLayout.depthMax, baseBytes: baseBytes,
      stepsBytes: stepsBytes, rules: rules)
  }
}

extension Problem {
  /// The result of steps cannot be stored in a form that could be decoded again.
  static func tooLongToKeep(_ bytesMax: Int) -> Problem {
    Problem(
      .tooLarge,
      detail: """
        The resolved snapshot is longer than the \(bytesMax) bytes that are kept of one, so it could not be \
        read again. Nothing was done.
        """)
  }

  /// The problem for a store's error.
  init(_ error: StoreError) {
    switch error {
    case .full: self.init(.storeFull)
    case .unavailable: self.init(.storeUnavailable)
    case .overdue:
      self.init(
        .storeUnavailable,
        detail: "The store took longer than allowed. Nothing was done. Try again later.",
        limit: .storeTimeout)
    case .unknownOutcome:
      self.init(
        .storeUnavailable,
        detail: "The store did not say whether it was done. It may have been done; send it again.")
    case .damaged: self.init(.storedLayoutDamaged)
    case .busy:
      self.init(
        .storeUnavailable,
        detail: "Too much waits for the store. Nothing was done. Try again later.",
        limit: .storeQueue)
    }
  }
}
