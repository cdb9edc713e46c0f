extension Element.Kind {
  /// The name of the kind in answers and paths (docs/rules.md#element-object). Cells have none there; theirs is "cell".
  public var name: String {
    switch self {
    case .globalHeaderBackground: "globalHeaderBackground"
    case .globalHeader: "globalHeader"
    case .header: "header"
    case .cell: "cell"
    case .footer: "footer"
    case .rowSeparator: "rowSeparator"
    case .columnSeparator: "columnSeparator"
    case .sectionSeparator: "sectionSeparator"
    case .placeholder: "placeholder"
    case .background: "background"
    case .shelf: "shelf"
    }
  }

  /// The category of a kind (docs/rules.md#words).
  public var category: ElementCategory {
    switch self {
    case .cell: .cell
    case .globalHeader, .header, .placeholder, .footer: .supplementary
    case .globalHeaderBackground, .rowSeparator, .columnSeparator, .sectionSeparator, .background,
      .shelf:
      .decoration
    }
  }

  /// Whether elements of this kind belong to a section.
  public var isOfSection: Bool { self != .globalHeader && self != .globalHeaderBackground }

  /// The kind with a name in a category; nil if there is none.
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
