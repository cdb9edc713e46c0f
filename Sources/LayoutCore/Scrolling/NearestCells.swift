/// A search for the cell that is nearest to a place.
///
/// Distances that differ by less than the tolerance are equal. That is not transitive, so a single walk cannot tell which
/// cells are nearest before it has seen all of them. The search walks again instead of collecting cells.
protocol NearestSearch: AnyObject {
  /// A window that contains all cells within a distance, in points.
  func window(within distance: Double) -> Window
  /// The distance of a cell; nil if the cell does not count.
  func distance(_ frame: Rect) -> Double?
  /// The second distance, which decides among equally near cells; nil if only their order decides.
  func secondDistance(_ frame: Rect) -> Double?
  /// Conditions that change at most once along and across the scroll axis. Of equal cells, one whose neighbours have the
  /// same values of all conditions is neither the nearest nor the first of the nearest.
  func conditions(
    _ least: LeastDistances
  ) -> (along: [(Rect) -> Bool], across: [(Rect) -> Bool])
}

/// What a search knows of the nearest cells, in points.
struct LeastDistances {
  var first = Double.infinity
  var second = Double.infinity

  /// Whether a first distance is equal to the least one.
  func hasFirst(_ distance: Double?) -> Bool {
    // Far away the tolerance is less than the spacing of doubles, but equal distances still differ by 0.
    (distance ?? .infinity) - first < fitTolerance
  }

  func hasSecond(_ distance: Double) -> Bool { distance - second < fitTolerance }

  /// Conditions for a distance that falls and then rises: which side a cell is on, and whether it is farther than the
  /// least distance there. `offset` has the distance as its magnitude and ascends.
  static func conditions(
    _ least: Double, _ offset: @escaping (Rect) -> Double
  ) -> [(Rect) -> Bool] {
    [
      { offset($0) >= 0 },
      { offset($0) < 0 && offset($0).magnitude - least >= fitTolerance },
      { offset($0) >= 0 && offset($0).magnitude - least >= fitTolerance },
    ]
  }
}

extension Layout {
  /// The nearest cell: of equally near ones the one with the least second distance, of these the first; nil if no cell
  /// counts.
  ///
  /// Throws if the meter runs out of units. O(log items · log of the distance + the lines with the nearest cells, and
  /// the cells of these lines). Of many equal cells only a few are read.
  ///
  /// - Parameters:
  ///   - none: A distance within which no cell is, in points.
  ///   - greatest: The greatest distance of any cell, in points.
  func nearestCell(
    _ search: any NearestSearch, behind none: Double, upTo greatest: Double,
    meter: inout WorkMeter
  ) throws(WalkInterrupted) -> LayoutAttributes? {
    guard let (found, reach) = try leastDistance(search, behind: none, upTo: greatest, &meter)
    else { return nil }
    if !found.hasOthers { return found.cell }
    var least = LeastDistances(first: found.least)
    let window = search.window(within: reach + 4 * fitTolerance)
    if let cell = found.cell, search.secondDistance(cell.frame) != nil {
      var second = Double.infinity
      _ = try visitCells(in: window, for: search, least, &meter) { (cell, _) in
        if least.hasFirst(search.distance(cell.frame)) {
          second = min(second, search.secondDistance(cell.frame) ?? second)
        }
        return true
      }
      least.second = second
    } else {
      least.second = 0
    }
    var first: LayoutAttributes?
    _ = try visitCells(in: window, for: search, least, &meter) { (cell, _) in
      if least.hasFirst(search.distance(cell.frame)),
        least.hasSecond(search.secondDistance(cell.frame) ?? 0),
        first.map({ cell.element.isBefore($0.element) }) ?? true
      {
        first = cell
      }
      return first == nil
    }
    return first ?? found.cell
  }

  /// The least distance of a cell, and a reach of a window that contains the nearest cells and few others; nil if no
  /// cell counts.
  ///
  /// Searches growing windows until one contains a cell. A window with too many cells is abandoned, and the next one
  /// reaches only as far as the nearest cell found, or half as far. So the search skips long stretches without cells
  /// and visits few cells beyond the nearest.
  private func leastDistance(
    _ search: any NearestSearch, behind none: Double, upTo greatest: Double,
    _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> (NearestFound, reach: Double)? {
    var (none, some, cellsMax) = (none, Double.infinity, Layout.cellsAtOnce)
    var reach = max(Layout.firstReach, 4 * none)
    while none < greatest {
      var found = NearestFound()
      var countWithin = 0
      let isWhole = try visitCells(
        in: search.window(within: reach + 4 * fitTolerance), for: search, LeastDistances(), &meter
      ) { (cell, isOneOfMany) in
        guard let distance = search.distance(cell.frame) else { return true }
        found.take(cell, at: distance, isOneOfMany: isOneOfMany)
        if distance <= reach, !isOneOfMany { countWithin += 1 }
        return countWithin <= cellsMax
      }
      if !isWhole {
        some = min(reach, found.least)
      } else if found.least <= reach {
        return (found, reach)
      } else {
        none = reach
        if some <= none { some = .infinity }
      }
      let middle = none + (some - none) / 2
      if some == .infinity {
        // Far away, a window of the tolerance may contain nothing.
        reach = max(4 * reach, Layout.firstReach)
      } else if some - none < fitTolerance || middle <= none || some <= middle {
        // Many cells are as near as the nearest.
        reach = some
        cellsMax = 4 * min(cellsMax, .max / 4)
      } else {
        reach = some < reach / 2 ? some : middle
      }
    }
    return nil
  }

  /// Passes the cells in a window to `body`, in order, until it returns false; of many equal cells only those that may
  /// be the nearest ones, in any order and not only those in the window. Returns whether it went on to the end.
  ///
  /// - Parameter body: Its second parameter is whether a cell is one of many equal ones.
  private func visitCells(
    in window: Window, for search: any NearestSearch, _ least: LeastDistances,
    _ meter: inout WorkMeter, _ body: (LayoutAttributes, Bool) -> Bool
  ) throws(WalkInterrupted) -> Bool {
    let numbers = sectionsWithCells
    for position in sections(numbers, in: window.along) {
      try meter.take()
      let placed = placed(Int(numbers[position]))
      let itemCount = placed.section.items.count
      var next: Int? = 0
      while let first = next, first < itemCount {
        next = nil
        var (count, goesOn) = (0, true)
        var many: [EqualCells] = []
        do throws(WalkInterrupted) {
          try ElementSink.visit(axis) { cell in
            goesOn = body(cell, false)
            count += 1
            let item = cell.element.index + 1
            if goesOn, count % Layout.cellsAtOnce == Layout.cellsAtOnce / 2, item < itemCount {
              many = manyCells(of: placed, from: item)
            }
            return goesOn && many.isEmpty
          } _: { (sink) throws(WalkInterrupted) in
            try visitCells(
              placed, in: window.along(upTo: placed.maxY), from: first, meter: &meter, into: &sink)
          }
        } catch {
          if case .budgetExceeded = error { throw error }
        }
        guard goesOn else { return false }
        for cells in many {
          try meter.take(cells.steps)
          let (along, across) = search.conditions(least)
          cells.visit(axis, along: along, across: across) { if !body($0, true) { goesOn = false } }
          guard goesOn else { return false }
          next = cells.end
        }
      }
    }
    return true
  }

  /// The equal cells from an item on if they are many, or those of the rest of its line and many behind them; else none.
  private func manyCells(of placed: PlacedSection, from item: Int) -> [EqualCells] {
    let count = placed.section.items.count
    let cells = EqualCells(of: placed, from: item, upTo: count)
    if cells.areMany { return [cells] }
    guard cells.end < count else { return [] }
    let next = EqualCells(of: placed, from: cells.end, upTo: count)
    return next.areMany ? [cells, next] : []
  }

  /// The first reach of a search, in points: more than usual spacings.
  static let firstReach = 64.0
  /// A search that finds more cells than this reduces its reach.
  static let cellsAtOnce = 64
}

/// The nearest of the cells that a walk has passed.
struct NearestFound {
  private(set) var cell: LayoutAttributes?
  private(set) var least = Double.infinity
  /// The second least distance.
  private var next = Double.infinity

  /// Whether other cells are as near.
  var hasOthers: Bool { next - least < fitTolerance }

  /// Takes the next cell. Beside one of many equal cells there may be others as near that are not passed.
  mutating func take(_ cell: LayoutAttributes, at distance: Double, isOneOfMany: Bool) {
    if distance < least {
      next = isOneOfMany ? distance : least
      least = distance
      self.cell = cell
    } else {
      next = min(next, distance)
    }
  }
}
