/// Columns of equal width that items of different heights pile up in (docs/rules.md#waterfall).
struct WaterfallEngine: LayoutEngine {
  let metrics: WaterfallMetrics

  func arrange(_ section: Section, containerWidth: Double) -> any ItemArrangement {
    let columns = Columns(metrics.columns, of: section, containerWidth: containerWidth)
    guard section.items.areUniform else {
      if metrics.placement == .shortest, let sweep = WaterfallSweep(section, columns: columns) {
        return sweep
      }
      return WaterfallStripes(section, columns: columns, placement: metrics.placement)
    }
    return UniformGrid(
      section, columns: columns,
      itemHeight: section.items.waterfallHeight(0, columnWidth: columns.width),
      columnOrder: metrics.placement == .rightToLeft ? .rightToLeft : .leftToRight)
  }
}

extension Items {
  /// The height of an item scaled to its column (docs/rules.md#waterfall-heights); one without a width keeps its own.
  @inline(__always)
  func waterfallHeight(_ index: Int, columnWidth: Double) -> Double {
    let width = widths[index]
    let height = heights[index]
    if width == Items.noWidth { return height }
    return width == 0 ? 0 : height * columnWidth / width
  }
}
