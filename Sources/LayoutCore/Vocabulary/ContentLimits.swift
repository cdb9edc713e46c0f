/// The default limits of a snapshot and of steps (docs/rules.md#limits).
public enum ContentLimits {
  public static let sections = 1_000_000
  /// Items, listed or not. With 32-bit numbers a thousand million, so that two counts can be added.
  public static let items = Int.bitWidth == 64 ? 1 << 53 : 1_000_000_000
  /// Items whose sizes are listed one by one.
  public static let explicitItems = 20_000_000
  /// The greatest `numberOfColumns`.
  public static let columns = 10_000
  /// The number of styles in `segments`, or in `leadingSegments`.
  public static let segments = 1_000
  /// The groups of each list of a section.
  public static let groups = 1_000
  /// The slots of all groups of a section.
  public static let slots = 10_000
  /// The greatest `repeat` of a part of a group.
  public static let repeats = 1_000
  /// The steps of a change.
  public static let steps = 1_000
  /// The entries of the lists of one step.
  public static let stepEntries = 100_000
}
