internal import JSONText
public import LayoutCore

extension Problem {
  /// The problem of a snapshot that cannot be laid out at a width.
  ///
  /// - Parameters:
  ///   - error: The reason.
  ///   - containerWidth: The extent across the scroll axis, in points.
  ///   - source: The source of the snapshot if the body has it: the pointer is then that of a node.
  public init(_ error: LayoutError, containerWidth: Double, of source: ResolvedSource? = nil) {
    func pointer(to section: Int) -> String {
      source?.pointer(toSection: section) ?? "/sections/\(section)"
    }
    let width = "at a container width of \(Problem.text(containerWidth))"
    let place: String
    let code: Code
    let detail: String
    var exceeded: Limit?
    switch error {
    case .tooManyColumns(let section, let columns, let limit):
      place = pointer(to: section)
      code = .tooMany
      detail = "The section needs \(Problem.text(columns)) columns \(width); \(limit) are allowed."
      exceeded = .columns
    case .contentTooLarge(let section):
      // Global headers may be those of the snapshot, and of the root of its source.
      place = section.map { pointer(to: $0) } ?? source?.base ?? "/globalHeaders"
      code = .outOfRange
      detail = "The content would extend beyond 9007199254740992 points \(width)."
    }
    self.init(
      .cannotLayOut, detail: detail, issues: [Issue(.pointer(place), code, detail)],
      limit: exceeded)
  }

  /// A number as JSON writes it; one that no double can hold is infinite.
  private static func text(_ number: Double) -> String {
    number.isFinite ? JSONWriter.text(number) : "infinitely many"
  }
}
