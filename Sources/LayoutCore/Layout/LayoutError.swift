/// Why a section was not laid out.
public enum LayoutInterrupted: Error {
  case layout(LayoutError)
  /// The meter ran out of units.
  case budgetExceeded
}

/// Why a valid snapshot cannot be laid out at a width.
public enum LayoutError: Error, Hashable, Sendable {
  /// The section needs more columns than are allowed.
  case tooManyColumns(section: Int, columns: Double, limit: Int)
  /// The content would extend beyond 2⁵³ points. `section` is the first section beyond; nil means the global headers.
  case contentTooLarge(section: Int?)
}
