public import JSONText
public import LayoutCore

/// A warning (docs/rules.md#warnings): something in a snapshot that is allowed, but probably a mistake.
public struct SnapshotWarning: Hashable, Sendable {
  /// The kind of warning, for programs.
  public enum Code: String, CaseIterable, Sendable {
    /// A size or a metric that the engine does not read.
    case notRead = "not-read"
    /// A flow item that is wider than its line at the requested width.
    case widerThanLine = "wider-than-line"
    /// Insets that leave no width, or columns narrower than a point.
    case noRoom = "no-room"
    /// A placeholder or an item that takes what the content lacks, in a snapshot without `minimumContentLength`.
    case nothingToFill = "nothing-to-fill"
    /// A document that exists only until the process ends.
    case notStored = "not-stored"
  }

  /// The greatest number of warnings that an answer lists: the first ones.
  public static let countMax = 20

  /// The place in the body, as a JSON pointer.
  public let pointer: String
  public let code: Code
  public let detail: String

  /// Creates a warning.
  public init(pointer: String, _ code: Code, _ detail: String) {
    self.pointer = pointer
    self.code = code
    self.detail = detail
  }

  /// Writes `{"pointer","code","detail"}`.
  public func write(to writer: inout JSONWriter) {
    writer.literal("{\"pointer\":")
    writer.string(pointer)
    writer.literal(",\"code\":")
    writer.string(code.rawValue)
    writer.literal(",\"detail\":")
    writer.string(detail)
    writer.literal("}")
  }
}

extension SnapshotWarning {
  /// Creates the warning that a layout has too little room at its width.
  ///
  /// - Parameters:
  ///   - isHorizontal: Whether the layout scrolls horizontally: its widths are heights then.
  ///   - source: The source from which the sections were made, whose places the warning names.
  public init(_ shortage: RoomShortage, isHorizontal: Bool, from source: ResolvedSource? = nil) {
    func place(_ section: Int) -> String {
      source?.pointer(toSection: section) ?? "/sections/\(section)"
    }
    func points(_ extent: Double) -> String { JSONWriter.text(extent) }
    let (wide, width) = isHorizontal ? ("high", "height") : ("wide", "width")
    switch shortage {
    case .itemWiderThanLine(let section, let item, let extent, let line):
      self.init(
        pointer: place(section) + "/items", .widerThanLine,
        "item \(item) is \(points(extent)) points \(wide), its line \(points(line))")
    case .insetsLeaveNothing(let section):
      self.init(
        pointer: place(section), .noRoom, "the insets leave no \(width) for the items")
    case .columnsTooNarrow(let section, let extent):
      self.init(
        pointer: place(section), .noRoom,
        "the columns are \(points(extent)) points \(wide), narrower than one")
    }
  }
}
