package enum MetricsKey: String, CaseIterable, Sendable {
  case sectionInset, minimumLineSpacing, minimumInteritemSpacing, itemSize, lineAlignment
  case itemAlignment, numberOfColumns, minimumColumnWidth, rowHeight, cellHeight, placement
  case segmentHeight, leadingSegments, segments, separatorColor, separatorInsets
  case showsColumnSeparator, sectionSeparatorColor, sectionSeparatorInsets
  case showsSectionSeparatorWhenLastSection, separatorThickness, backgroundColor
  case selectedBackgroundColor, padding
}
