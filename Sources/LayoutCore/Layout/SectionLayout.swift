/// One section laid out at one width (docs/rules.md#stacking). y is measured from the section's top.
///
/// The section itself is passed to every query, so that sections of equal content can share one layout.
public final class SectionLayout: Sendable {
  /// The positions of the items. y is measured from `itemsTop`.
  let arrangement: any ItemArrangement
  /// Distance from the section's top to the items, in points.
  let itemsTop: Double
  /// Distance from the section's top to the footers, in points.
  let footersTop: Double
  /// The section's height along the scroll axis, in points.
  let extent: Double
  /// The right edge of the farthest cell, if items stand anywhere, else 0; in points.
  let reachAcross: Double
  /// Whether there are separators between the section's rows.
  let hasSeparatedRows: Bool
  /// Whether a cell may have an area.
  let hasCells: Bool
  /// The farthest that the transformed frame of a cell reaches beyond its frame, in points; 0 without transforms.
  let reach: Double

  init(section: Section, arrangement: any ItemArrangement, reach: Double) {
    self.reach = reach
    let inset = section.metrics.sectionInset
    self.arrangement = arrangement
    itemsTop = section.headers.extent + inset.top
    footersTop = itemsTop + arrangement.extent + inset.bottom
    extent = footersTop + section.footers.extent
    hasCells = arrangement.hasArea
    reachAcross = arrangement.order.isAnywhere ? inset.left + arrangement.reach : 0
    hasSeparatedRows = section.metrics.cellSeparator != nil && arrangement.rows != nil
  }

  /// Bytes of the blocks made for it. Blocks shared by layouts are counted elsewhere.
  public var madeBlockBytes: Int { arrangement.madeBlockBytes }

  /// The layout of a section that fills `part` points more: its placeholder or its only item is higher by this.
  func filled(_ section: Section, by part: Double) -> SectionLayout {
    guard section.items.count > 0 else {
      return SectionLayout(section: section, arrangement: NoItems(extent: part), reach: 0)
    }
    guard let item = arrangement as? UniformGrid else {
      preconditionFailure("one item of a column is a grid")
    }
    var meter = WorkMeter.unlimited
    let higher = item.higher(by: part)
    // One item takes two steps.
    let reach = try? SectionLayout.reach(of: section, higher, meter: &meter)
    return SectionLayout(section: section, arrangement: higher, reach: reach ?? 0)
  }

  /// Memory that the layout uses, without the section and these blocks, in bytes.
  public var byteCount: Int {
    HeapBytes.object((any ItemArrangement, Double, Double, Double, Double, Bool, Bool, Double).self)
      + arrangement.byteCount
  }
}

extension SectionLayout {
  /// Lays out one section with its engine, and checks the limits of columns and coordinates.
  ///
  /// - Parameters:
  ///   - number: The section's number, for errors.
  ///   - earlier: A section layout of equal metrics at the same width. The new layout shares with it what both have in
  ///     common.
  ///   - meter: Pays a step for each item, or run of equal items, that is laid out.
  ///
  /// O(items of the section that are laid out one by one), O(1) for equal items. With an earlier layout mostly O(leaves
  /// that changed).
  public static func prepare(
    _ section: Section, number: Int, containerWidth: Double, maximumColumns: Int,
    from earlier: SectionLayout? = nil, meter: inout WorkMeter
  ) throws(LayoutInterrupted) -> SectionLayout {
    let engine = section.metrics.engine
    let columns = section.metrics.columnRule
    let room = section.room(in: containerWidth)
    var arrangement: any ItemArrangement =
      section.placeholder?.extent.map { NoItems(extent: $0) } ?? NoItems.shared
    if section.items.count > 0 {
      if let columns {
        let count = columns.count.number(in: room)
        guard count <= Double(maximumColumns) else {
          throw .layout(
            .tooManyColumns(section: number, columns: count, limit: maximumColumns))
        }
      }
      do throws(WalkInterrupted) {
        arrangement = try engine.arrange(
          section.items, in: room, from: earlier?.arrangement, meter: &meter)
      } catch {
        throw .budgetExceeded
      }
    }
    var reach = 0.0
    do throws(WalkInterrupted) {
      reach = try SectionLayout.reach(of: section, arrangement, meter: &meter)
    } catch {
      throw .budgetExceeded
    }
    let layout = SectionLayout(section: section, arrangement: arrangement, reach: reach)
    guard layout.extent <= greatestCoordinate,
      section.items.count == 0
        || greatestX(of: arrangement, in: room, columns) <= greatestCoordinate,
      section.metrics.greatestDecorationInset <= greatestCoordinate
    else { throw .layout(.contentTooLarge(section: number)) }
    return layout
  }

  /// An upper bound of the right edge of every cell and column separator, in points. Not a number if they have no
  /// position.
  private static func greatestX(
    of arrangement: any ItemArrangement, in room: ItemRoom, _ rule: ColumnRule?
  ) -> Double {
    guard let rule else { return room.left + max(room.width, arrangement.reach) }
    let columns = Columns(rule.count, in: room)
    return columns.x(columns.count - 1) + columns.width + (rule.rows?.separator?.thickness ?? 0)
  }

  /// Lays out one section without a limit of steps.
  public static func prepare(
    _ section: Section, number: Int, containerWidth: Double, maximumColumns: Int
  ) throws(LayoutError) -> SectionLayout {
    var meter = WorkMeter.unlimited
    do throws(LayoutInterrupted) {
      return try prepare(
        section, number: number, containerWidth: containerWidth, maximumColumns: maximumColumns,
        meter: &meter)
    } catch {
      switch error {
      case .layout(let error): throw error
      case .budgetExceeded: preconditionFailure("the meter grants every step")
      }
    }
  }
}
