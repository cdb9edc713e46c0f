/// Every small case, in place of a random choice of large ones.
public enum ExhaustiveCases {
  /// Every list of 0 to `count` items over some sizes; 121 lists for 4 items and three sizes.
  public static func sizeLists(
    upTo count: Int = 4, sizes: [(width: Double, height: Double)]
  ) -> [[(width: Double, height: Double)]] {
    var all: [[(width: Double, height: Double)]] = [[]]
    var longest = all
    for _ in 0..<count {
      longest = longest.flatMap { list in sizes.map { list + [$0] } }
      all += longest
    }
    return all
  }

  /// The items of a section, one by one.
  public static func items(_ sizes: [(width: Double, height: Double)]) -> JSONValue {
    .array(sizes.map { ["width": .number($0.width), "height": .number($0.height)] })
  }

  /// Snapshots of one section with every list of 0 to 4 items over three sizes, in every engine
  /// with each of its alignments, placements or one to three columns, for a container 100 wide.
  public static func snapshots() -> [JSONValue] {
    // Two of 45 fit with the spacing of 10, to the point; 100 fills a line; 30 leaves a rest.
    let lists = sizeLists(sizes: [(45, 20), (100, 40), (30, 0)])
    return NaiveEngine.all.flatMap { engine in
      engine.variants.flatMap { metrics in
        lists.map { list in
          [
            "sections": [
              ["engine": .string(engine.name), "metrics": metrics, "items": items(list)]
            ]
          ]
        }
      }
    }
  }
}
