extension Layout {
  /// A cell and its distance from a place, in points.
  typealias CellAtDistance = (distance: Double, cell: LayoutAttributes)

  /// The cells nearest to a place, in order: those less than the tolerance farther than the nearest.
  ///
  /// Searches growing windows until one contains a cell. A window with too many cells is abandoned, and the next one
  /// reaches only as far as the nearest cell found, or half as far. So the search skips long stretches without cells
  /// and visits few cells beyond the nearest.
  ///
  /// Throws if the meter runs out of steps. O(log items · log of the distance + the lines with the nearest cells, and
  /// the cells of these lines)
  ///
  /// - Parameters:
  ///   - none: A distance within which no cell is, in points.
  ///   - greatest: The greatest distance of any cell, in points.
  ///   - window: Returns a window that contains all cells within a distance in points.
  ///   - distance: Returns the distance of a cell's frame; nil if the cell does not count.
  func nearestCells(
    behind none: Double, upTo greatest: Double, meter: inout StepMeter,
    in window: (Double) -> Window, distance: (Rect) -> Double?
  ) throws(WalkStop) -> [CellAtDistance] {
    var (none, some, cellsMax) = (none, Double.infinity, Layout.cellsAtOnce)
    var reach = max(Layout.firstReach, 4 * none)
    while none < greatest {
      var found = NearestFound()
      var countWithin = 0
      do throws(WalkStop) {
        try visitCells(in: window(reach + 4 * fitTolerance), meter: &meter) { cell in
          guard let distance = distance(cell.frame) else { return true }
          found.take(cell, at: distance)
          if distance <= reach { countWithin += 1 }
          return countWithin <= cellsMax
        }
        if found.least <= reach { return found.cells }
        none = reach
      } catch {
        if case .stepsUsedUp = error { throw error }
        some = min(reach, found.least)
      }
      let middle = none + (some - none) / 2
      if some == .infinity {
        reach *= 4
      } else if some - none < fitTolerance || middle <= none || some <= middle {
        // Many cells are as near as the nearest.
        reach = some
        cellsMax *= 4
      } else {
        reach = some < reach / 2 ? some : middle
      }
    }
    return []
  }

  /// The first reach of a search, in points: more than usual spacings.
  static let firstReach = 64.0
  /// A search that finds more cells than this reduces its reach.
  static let cellsAtOnce = 64
}

/// Collects the nearest cells: those less than the tolerance farther than the nearest one.
struct NearestFound {
  private(set) var cells: [Layout.CellAtDistance] = []
  private(set) var least = Double.infinity

  /// Offers the next cell.
  mutating func take(_ cell: LayoutAttributes, at distance: Double) {
    // Far away the tolerance is less than the spacing of doubles, but equal distances still differ by 0.
    guard distance - least < fitTolerance else { return }
    if distance < least {
      least = distance
      cells.removeAll { $0.distance - distance >= fitTolerance }
    }
    cells.append((distance, cell))
  }
}
