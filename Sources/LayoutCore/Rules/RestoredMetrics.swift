extension MetricsValues {
  /// The values that a section's metrics were resolved to: a default counts as written, and what its engine does not
  /// read, or no separator needs, has its default again (docs/rules.md#steps).
  package init(_ metrics: SectionMetrics) {
    self.init()
    self[.sectionInset] = .edges(metrics.sectionInset)
    self[.minimumLineSpacing] = .number(metrics.minimumLineSpacing)
    self[.minimumInteritemSpacing] = .number(metrics.minimumInteritemSpacing)
    EngineRules.of(metrics.engine.name).restore(metrics.engine, &self)
    restore(metrics.engine.separator, color: .separatorColor, insets: .separatorInsets)
    restore(
      metrics.sectionSeparator, color: .sectionSeparatorColor, insets: .sectionSeparatorInsets)
    self[.showsSectionSeparatorWhenLastSection] = .flag(
      metrics.showsSectionSeparatorWhenLastSection)
    self[.backgroundColor] = .color(metrics.cellAppearance?.backgroundColor)
    self[.selectedBackgroundColor] = .color(metrics.cellAppearance?.selectedBackgroundColor)
    if let padding = metrics.cellAppearance?.padding { self[.padding] = .edges(padding) }
  }

  private mutating func restore(
    _ style: SeparatorStyle?, color: MetricsKey, insets: MetricsKey
  ) {
    guard let style else { return }
    self[color] = .color(style.color)
    self[insets] = .edges(EdgeInsets(top: 0, left: style.left, bottom: 0, right: style.right))
    self[.separatorThickness] = .number(style.thickness)
  }
}
