/// One section laid out at one width (docs/rules.md#stacking), in its own coordinates: y counts from its top.
///
/// Every query gets the section, too: so sections of equal content share one layout.
public final class SectionLayout: Sendable {
  /// Where the items are, y counted from `itemsTop`.
  let arrangement: any ItemArrangement
  /// From the section's top to the items, in points.
  let itemsTop: Double
  /// From the section's top to the footers, in points.
  let footersTop: Double
  /// The section's height along the scroll axis, in points.
  let extent: Double
  /// Whether separators stand between the section's rows.
  let hasSeparatedRows: Bool
  /// Whether a cell may have an area.
  let hasCells: Bool

  init(section: Section, arrangement: any ItemArrangement) {
    let inset = section.metrics.sectionInset
    self.arrangement = arrangement
    itemsTop = section.headers.extent + inset.top
    footersTop = itemsTop + arrangement.extent + inset.bottom
    extent = footersTop + section.footers.extent
    hasCells = arrangement.hasArea
    hasSeparatedRows = arrangement.separatedRows != nil && section.metrics.engine.separator != nil
  }

  /// Bytes of blocks that were made for it, which are counted where layouts share them.
  public var madeBlockBytes: Int { arrangement.madeBlockBytes }

  /// Bytes of memory that the layout holds, the section and such blocks left out.
  public var byteCount: Int {
    HeapBytes.object((any ItemArrangement, Double, Double, Double, Bool, Bool).self)
      + arrangement.byteCount
  }
}

extension SectionLayout {
  /// Lays out one section by its engine, and checks that columns and coordinates are within their limits.
  ///
  /// - Parameters:
  ///   - number: Names the section in errors.
  ///   - earlier: A section layout of equal metrics at the same width: what both have in common is shared.
  ///   - meter: Grants a step for each item, or run of equal items, that is laid out.
  ///
  /// O(items of the section that are counted one by one), O(1) for equal ones; from an earlier one mostly O(leaves that
  /// changed).
  public static func prepare(
    _ section: Section, number: Int, containerWidth: Double, maximumColumns: Int,
    from earlier: SectionLayout? = nil, meter: inout StepMeter
  ) throws(LayoutStop) -> SectionLayout {
    let engine = section.metrics.engine
    var arrangement: any ItemArrangement = NoItems.shared
    if section.items.count > 0 {
      if let columns = engine.columnCount {
        let count = Columns.countAsDouble(columns, of: section, containerWidth: containerWidth)
        guard count <= Double(maximumColumns) else {
          throw .layout(
            .tooManyColumns(section: number, columns: count, limit: maximumColumns))
        }
      }
      do throws(WalkStop) {
        arrangement = try engine.arrange(
          section, containerWidth: containerWidth,
          from: earlier.map { EarlierItems(arrangement: $0.arrangement) }, meter: &meter)
      } catch {
        throw .stepsUsedUp
      }
    }
    let layout = SectionLayout(section: section, arrangement: arrangement)
    guard layout.extent <= greatestCoordinate,
      section.items.count == 0
        || engine.greatestX(of: arrangement, in: section, containerWidth: containerWidth)
          <= greatestCoordinate,
      section.metrics.greatestSeparatorX <= greatestCoordinate
    else { throw .layout(.contentTooLarge(section: number)) }
    return layout
  }

  /// Lays out one section, however long it takes.
  public static func prepare(
    _ section: Section, number: Int, containerWidth: Double, maximumColumns: Int
  ) throws(LayoutError) -> SectionLayout {
    var meter = StepMeter.unlimited
    do throws(LayoutStop) {
      return try prepare(
        section, number: number, containerWidth: containerWidth, maximumColumns: maximumColumns,
        meter: &meter)
    } catch {
      switch error {
      case .layout(let error): throw error
      case .stepsUsedUp: preconditionFailure("the meter grants every step")
      }
    }
  }
}
