extension Layout {
  /// The number of elements of a kind in a section, or of global headers in the layout; nil if the section does not
  /// exist. O(log sections)
  public func elementCount(of kind: Element.Kind, inSection number: Int) -> Int? {
    if kind == .globalHeader { return snapshot.globalHeaders.entries.count }
    if kind == .globalHeaderBackground { return snapshot.hasGlobalHeaderBackground ? 1 : 0 }
    guard snapshot.sections.indices.contains(number) else { return nil }
    let placed = placed(number)
    return switch kind {
    case .globalHeaderBackground, .globalHeader: nil
    case .cell: placed.section.items.count
    case .header: placed.section.headers.entries.count
    case .placeholder: placed.section.placeholder == nil ? 0 : 1
    case .footer: placed.section.footers.entries.count
    case .rowSeparator: placed.separators?.rowSeparatorCount ?? 0
    case .columnSeparator: placed.separators?.columnSeparatorCount ?? 0
    case .background: placed.section.metrics.extras?.background == nil ? 0 : 1
    case .shelf: placed.shelves?.count ?? 0
    case .sectionSeparator: snapshot.separators(ofSection: number).count
    }
  }
}
