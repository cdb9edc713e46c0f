internal import JSONText
internal import LayoutCore

extension JSONWriter {
  /// To write a run, in the steps of a meter.
  private static var runCost: Int { 4 }

  /// Writes some items in the shortest form that a step takes: a count, equal items, or a list. O(places)
  ///
  /// - Parameter places: Their numbers among the items, in order.
  mutating func given(
    _ items: GivenItems, _ places: some Sequence<Int>, _ meter: inout StepMeter
  ) throws(WalkStop) {
    var runs: [GivenItems.Run] = []
    for place in places {
      try meter.take(JSONWriter.runCost)
      var run = items.run(from: place)
      run.count = runs.last?.count ?? 1
      if run == runs.last {
        runs[runs.count - 1].count += 1
      } else {
        run.count = 1
        runs.append(run)
      }
    }
    if let run = runs.first, runs.count == 1 { return given(run) }
    literal("[")
    for (place, run) in runs.enumerated() {
      if place > 0 { literal(",") }
      given(run, isListed: true)
    }
    literal("]")
  }

  /// Writes equal items: their number alone where nothing is said of them, and none where one of a list is one.
  private mutating func given(_ run: GivenItems.Run, isListed: Bool = false) {
    let isBare = run == GivenItems.Run(count: run.count)
    if isBare, !isListed { return integer(run.count) }
    literal("{")
    var isFirst = true
    func name(_ text: String, _ writer: inout JSONWriter) {
      if !isFirst { writer.literal(",") }
      isFirst = false
      writer.string(text)
      writer.literal(":")
    }
    if !isListed || run.count > 1 {
      name("count", &self)
      integer(run.count)
    }
    for column in ItemColumn.allCases {
      guard let extent = run.sizes[column] else { continue }
      name(column.name, &self)
      number(extent)
    }
    if run.isEstimated {
      name("estimated", &self)
      literal("true")
    }
    literal("}")
  }
}
