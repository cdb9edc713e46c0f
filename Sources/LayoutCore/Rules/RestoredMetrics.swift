extension MetricsValues {
  /// The values that a section's metrics were resolved to: a default counts as written, and what its engine does not
  /// read, or no separator needs, has its default again (docs/rules.md#steps).
  package init(_ metrics: SectionMetrics) {
    self.init()
    sectionInset = metrics.sectionInset
    minimumLineSpacing = metrics.minimumLineSpacing
    minimumInteritemSpacing = metrics.minimumInteritemSpacing
    EngineRules.of(metrics.engine.name).restore(metrics.engine, &self)
    if let style = metrics.engine.separator {
      separatorColor = style.color
      separatorInsets = EdgeInsets(top: 0, left: style.left, bottom: 0, right: style.right)
      separatorThickness = style.thickness
    }
    if let style = metrics.sectionSeparator {
      sectionSeparatorColor = style.color
      sectionSeparatorInsets = EdgeInsets(top: 0, left: style.left, bottom: 0, right: style.right)
      separatorThickness = style.thickness
    }
    showsSectionSeparatorWhenLastSection = metrics.showsSectionSeparatorWhenLastSection
    backgroundColor = metrics.cellAppearance?.backgroundColor
    selectedBackgroundColor = metrics.cellAppearance?.selectedBackgroundColor
    padding = metrics.cellAppearance?.padding
  }
}
