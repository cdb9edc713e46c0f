internal import JSONText
internal import LayoutCore

extension JSONWriter {
  /// The cost of writing a run, in the steps of a meter.
  private static var runCost: Int { 4 }

  /// Writes items in the shortest form that a step can take: a count, equal items, or a list. O(places)
  ///
  /// - Parameter places: The numbers of the items to write, in order.
  mutating func given(
    _ items: GivenItems, _ places: some Sequence<Int>, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    // A list of the runs would take many times the bytes of their text, so none is made.
    var (current, isListed) = (GivenItems.Run?.none, false)
    for place in places {
      try meter.take(JSONWriter.runCost)
      var run = items.run(from: place)
      run.count = current?.count ?? 1
      if run == current {
        current?.count += 1
        continue
      }
      if let current {
        literal(isListed ? "," : "[")
        isListed = true
        given(current, isListed: true)
      }
      run.count = 1
      current = run
    }
    guard let current else { return literal("[]") }
    if !isListed { return given(current) }
    literal(",")
    given(current, isListed: true)
    literal("]")
  }

  /// Writes equal items: only their number if nothing else is known about them; without the number for a single item of
  /// a list.
  private mutating func given(_ run: GivenItems.Run, isListed: Bool = false) {
    let isBare = run == GivenItems.Run(count: run.count)
    if isBare, !isListed { return integer(run.count) }
    item(
      count: !isListed || run.count > 1 ? run.count : nil, isEstimated: run.isEstimated, run.members
    ) { writer in
      for column in ItemColumn.allCases {
        guard let extent = run.sizes[column] else { continue }
        writer.member(ItemKey.one(column))
        writer.number(extent)
      }
    }
  }
}
