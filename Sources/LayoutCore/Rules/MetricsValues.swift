/// The metrics of one level, merged over those of the level above; nil where no level says anything.
///
/// In the coordinates of the vertical layout, `padding` apart, which is handed back as given.
package struct MetricsValues: Equatable, Sendable {
  package var sectionInset = EdgeInsets.zero
  package var minimumLineSpacing: Double?
  package var minimumInteritemSpacing: Double?
  package var itemSize = MetricsValues.defaultItemSize
  package var lineAlignment = LineAlignment.uikit
  package var itemAlignment = ItemAlignment.center
  package var columns: ColumnCount?
  package var rowHeight = 44.0
  package var cellHeight = CellHeight.row
  package var placement = Placement.shortest
  package var segmentHeight = 200.0
  package var leadingSegments = StyleSequence.standardLeading
  package var segments = StyleSequence.standardCycle
  package var separatorColor: Color?
  package var separatorInsets = EdgeInsets.zero
  package var showsColumnSeparator = true
  package var sectionSeparatorColor: Color?
  package var sectionSeparatorInsets = EdgeInsets.zero
  package var showsSectionSeparatorWhenLastSection = false
  package var separatorThickness = 0.5
  package var backgroundColor: Color?
  package var selectedBackgroundColor: Color?
  package var padding: EdgeInsets?

  package static let defaultItemSize = Size(width: 50, height: 50)

  /// What holds where nothing is said.
  package init() {}
}

extension EdgeInsets {
  /// The insets of the horizontal layout that is turned into this one, or the other way round.
  package var transposed: EdgeInsets {
    EdgeInsets(top: left, left: top, bottom: right, right: bottom)
  }
}
