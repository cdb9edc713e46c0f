/// A way to place the items of a section: a pure function of the section and the container's width.
protocol LayoutEngine {
  /// Places the items, at least one, below each other from y = 0. O(explicit items), O(1) for uniform ones.
  func arrange(_ section: Section, containerWidth: Double) -> any ItemArrangement
}

/// Why a snapshot cannot be laid out at a width, though it is a valid one.
public enum LayoutError: Error, Hashable, Sendable {
  /// The section needs more columns than are allowed.
  case tooManyColumns(section: Int, columns: Double, limit: Int)
  /// Content would extend beyond 2⁵³ points, first in this section; nil: in the global headers.
  case contentTooLarge(section: Int?)
}

extension SectionLayout {
  /// Lays out one section: the choice of the engine, and the checks that make its result a safe one.
  ///
  /// `number` names the section in errors. O(explicit items of the section), O(1) for uniform ones.
  public static func prepare(
    _ section: Section, number: Int, containerWidth: Double, maximumColumns: Int
  ) throws(LayoutError) -> SectionLayout {
    var arrangement: any ItemArrangement = NoItems.shared
    if section.items.count > 0 {
      if let columns = section.metrics.engine.columns {
        let count = Columns.countAsDouble(columns, of: section, containerWidth: containerWidth)
        guard count <= Double(maximumColumns) else {
          throw .tooManyColumns(section: number, columns: count, limit: maximumColumns)
        }
      }
      arrangement = section.metrics.engine.implementation.arrange(
        section, containerWidth: containerWidth)
    }
    let layout = SectionLayout(section: section, arrangement: arrangement)
    guard layout.extent <= greatestCoordinate,
      section.items.count == 0
        || section.greatestX(of: arrangement, in: containerWidth) <= greatestCoordinate,
      section.metrics.greatestSeparatorX <= greatestCoordinate
    else { throw .contentTooLarge(section: number) }
    return layout
  }
}

extension Engine {
  /// How many columns the engine is told to make, where it makes columns.
  fileprivate var columns: ColumnCount? {
    switch self {
    case .column(let metrics): metrics.columns
    case .waterfall(let metrics): metrics.columns
    case .flow, .mosaic: nil
    }
  }

  fileprivate var implementation: any LayoutEngine {
    switch self {
    case .flow(let metrics): FlowEngine(metrics: metrics)
    case .column(let metrics): ColumnEngine(metrics: metrics)
    case .waterfall(let metrics): WaterfallEngine(metrics: metrics)
    case .mosaic(let metrics): MosaicEngine(metrics: metrics)
    }
  }
}

extension SectionMetrics {
  /// Where the separator that starts farthest from the container's left edge starts, in points.
  fileprivate var greatestSeparatorX: Double {
    guard case .column(let metrics) = engine else { return sectionSeparator?.left ?? 0 }
    return max(sectionSeparator?.left ?? 0, metrics.separator?.left ?? 0)
  }
}

extension Section {
  /// A bound for the right edge of every cell and column separator, in points; not a number where they are nowhere.
  fileprivate func greatestX(
    of arrangement: any ItemArrangement, in containerWidth: Double
  ) -> Double {
    let left = metrics.sectionInset.left
    let available = availableWidth(in: containerWidth)
    switch metrics.engine {
    case .flow:
      return left + max(available, arrangement.greatestWidth)
    case .mosaic:
      return left + max(available, metrics.minimumInteritemSpacing)
    case .column(let metrics):
      let columns = Columns(metrics.columns, of: self, containerWidth: containerWidth)
      let separator = metrics.separator == nil ? 0 : self.metrics.separatorThickness
      return columns.x(columns.count - 1) + columns.width + separator
    case .waterfall(let metrics):
      let columns = Columns(metrics.columns, of: self, containerWidth: containerWidth)
      return columns.x(columns.count - 1) + columns.width
    }
  }
}
