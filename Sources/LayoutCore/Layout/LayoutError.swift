/// Why a section was not laid out.
public enum LayoutStop: Error {
  case layout(LayoutError)
  /// The meter grants no more steps.
  case stepsUsedUp
}

/// Why a snapshot cannot be laid out at a width, though it is a valid one.
public enum LayoutError: Error, Hashable, Sendable {
  /// The section needs more columns than are allowed.
  case tooManyColumns(section: Int, columns: Double, limit: Int)
  /// Content would extend beyond 2⁵³ points, first in this section; nil: in the global headers.
  case contentTooLarge(section: Int?)
}
