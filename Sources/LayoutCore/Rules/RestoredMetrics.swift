extension MetricsValues {
  /// The values from which a section's metrics may have been resolved. Defaults are given explicitly, and metrics that
  /// the engine does not read, or that only matter with separators, have their defaults again (docs/rules.md#steps).
  package init(_ metrics: SectionMetrics) {
    self.init()
    self[.sectionInset] = .edges(metrics.sectionInset)
    let rules = EngineRules.of(metrics.engine.name)
    if rules.reads(.minimumLineSpacing) {
      self[.minimumLineSpacing] = .number(metrics.minimumLineSpacing)
      self[.minimumInteritemSpacing] = .number(metrics.minimumInteritemSpacing)
    }
    rules.restore(metrics.engine, &self)
    restore(metrics.cellSeparator, color: .separatorColor, insets: .separatorInsets)
    restore(
      metrics.sectionSeparator, color: .sectionSeparatorColor, insets: .sectionSeparatorInsets)
    self[.showsSectionSeparatorWhenLastSection] = .flag(
      metrics.showsSectionSeparatorWhenLastSection)
    self[.backgroundColor] = .color(metrics.cellAppearance?.backgroundColor)
    self[.selectedBackgroundColor] = .color(metrics.cellAppearance?.selectedBackgroundColor)
    if let background = metrics.extras?.background { self[.background] = .background(background) }
    if let shelf = metrics.extras?.shelf { self[.shelf] = .shelf(shelf) }
    if let effect = metrics.extras?.effect { self[.effect] = .effect(effect) }
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
