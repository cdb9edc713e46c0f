/// Styles in order, with the sums and the places that searching them needs.
struct StyleSequence: Hashable, Sendable {
  let styles: [SegmentStyle]
  /// The items of the styles before each, and at the end of all.
  private let sums: [Int]
  /// The places of each style in the sequence, ascending; by the style's position in `allCases`.
  private let places: [[Int]]

  init(_ styles: [SegmentStyle]) {
    var sums = [0]
    var places = SegmentStyle.allCases.map { _ in [Int]() }
    for (place, style) in styles.enumerated() {
      sums.append(sums[place] + style.itemCount)
      places[style.position].append(place)
    }
    self.styles = styles
    self.sums = sums
    self.places = places
  }

  var count: Int { styles.count }
  var itemCount: Int { sums[styles.count] }
  var byteCount: Int { styles.count * 17 }

  func itemsBefore(_ place: Int) -> Int { sums[place] }

  /// The first place from `place` on with one of the styles. O(log styles)
  func next(from place: Int, among wanted: [SegmentStyle]) -> Int? {
    var nearest: Int?
    for style in wanted {
      let places = places[style.position]
      let index = partitionPoint(0..<places.count) { places[$0] >= place }
      if index < places.count { nearest = min(nearest ?? places[index], places[index]) }
    }
    return nearest
  }
}

extension SegmentStyle {
  /// How many items a segment of this style has.
  fileprivate var itemCount: Int {
    switch self {
    case .fullWidth: 1
    case .fiftyFifty: 2
    case .twoThirdsOneThird, .oneThirdTwoThirds: 3
    }
  }

  /// The style's place in `allCases`.
  var position: Int {
    switch self {
    case .fullWidth: 0
    case .fiftyFifty: 1
    case .twoThirdsOneThird: 2
    case .oneThirdTwoThirds: 3
    }
  }
}
