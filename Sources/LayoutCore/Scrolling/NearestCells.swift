extension Layout {
  /// A cell, and how far it is from a place, in points.
  typealias CellAtDistance = (distance: Double, cell: LayoutAttributes)

  /// The cells that are nearest to a place, in order: those that are less than the tolerance farther than the nearest.
  ///
  /// Looks in windows that grow until one holds a cell. One that holds many is looked at no further: the next one
  /// reaches as far as what was found, or half as far. So the search passes over long stretches without a cell, and
  /// over none of the cells behind the nearest.
  ///
  /// Throws when the meter grants no more steps. O(log items · log of the distance + the lines, and the cells of them,
  /// that are as near)
  ///
  /// - Parameters:
  ///   - none: Up to where no cell is, in points.
  ///   - greatest: Behind which none is.
  ///   - window: Holds all cells that are no farther than so many points.
  ///   - distance: How far a cell of the window is; nil for one that does not count.
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

  /// How far a search for a cell reaches at first, in points: farther than usual spacings.
  static let firstReach = 64.0
  /// A search that holds more cells reaches less far.
  static let cellsAtOnce = 64
}

/// The nearest of some cells, and those that are less than the tolerance farther.
struct NearestFound {
  private(set) var cells: [Layout.CellAtDistance] = []
  private(set) var least = Double.infinity

  /// Takes the next cell.
  mutating func take(_ cell: LayoutAttributes, at distance: Double) {
    // Far away the tolerance is less than the spacing of doubles, but the difference of equal ones is 0.
    guard distance - least < fitTolerance else { return }
    if distance < least {
      least = distance
      cells.removeAll { $0.distance - distance >= fitTolerance }
    }
    cells.append((distance, cell))
  }
}
