extension Element.Kind {
  /// The kind by its name in answers and paths (docs/rules.md#element-object); "cell" for a cell, which has none there.
  public var name: String {
    switch self {
    case .globalHeader: "globalHeader"
    case .header: "header"
    case .cell: "cell"
    case .footer: "footer"
    case .rowSeparator: "rowSeparator"
    case .columnSeparator: "columnSeparator"
    case .sectionSeparator: "sectionSeparator"
    }
  }

  /// The category of a kind (docs/rules.md#words).
  public var category: ElementCategory {
    switch self {
    case .cell: .cell
    case .globalHeader, .header, .footer: .supplementary
    case .rowSeparator, .columnSeparator, .sectionSeparator: .decoration
    }
  }

  /// The kind of a category that has a name, if there is one.
  public init?(name: String, in category: ElementCategory) {
    let kind = Element.Kind.allCases.first { $0.category == category && $0.name == name }
    guard let kind else { return nil }
    self = kind
  }
}

/// The categories of elements.
public enum ElementCategory: String, CaseIterable, Sendable {
  case cell, supplementary, decoration
}
