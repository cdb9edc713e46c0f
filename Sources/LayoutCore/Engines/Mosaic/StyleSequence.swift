/// Styles in order, with the sums and the places that searching them needs; one object for all who have inherited them.
/// Nine bytes for each style.
public final class StyleSequence: Hashable, Sendable {
  /// `leadingSegments` where nothing is said.
  public static let standardLeading = StyleSequence([.fullWidth])
  /// `segments` where nothing is said.
  public static let standardCycle = StyleSequence([
    .fiftyFifty, .twoThirdsOneThird, .oneThirdTwoThirds,
  ])

  /// The position in `allCases` of each style: what the canonical form has of it.
  let codes: [UInt8]
  /// How many items the styles before each have, and at the end all of them; then the places of each style in the
  /// sequence, ascending, by the style's position in `allCases`.
  private let numbers: [Int32]
  /// Where in `numbers` the places of each style start, and at the end where they end.
  private let placesStart: InlineArray<5, Int32>

  /// Indexes styles. O(styles)
  public init(_ styles: [SegmentStyle]) {
    codes = styles.map { UInt8($0.position) }
    var numbers: [Int32] = []
    numbers.reserveCapacity(2 * styles.count + 1)
    var sum: Int32 = 0
    for style in styles {
      numbers.append(sum)
      sum += style.itemCount
    }
    numbers.append(sum)
    var placesStart = InlineArray<5, Int32>(repeating: Int32(numbers.count))
    for style in SegmentStyle.allCases {
      for (place, other) in styles.enumerated() where other == style {
        numbers.append(Int32(place))
      }
      placesStart[style.position + 1] = Int32(numbers.count)
    }
    self.numbers = numbers
    self.placesStart = placesStart
  }

  public var count: Int { codes.count }
  var itemCount: Int { Int(numbers[codes.count]) }

  /// All styles, in order. O(styles)
  public var styles: [SegmentStyle] { codes.indices.map { self[$0] } }

  subscript(place: Int) -> SegmentStyle { SegmentStyle.all[Int(codes[place])] }

  /// Whether it is there anyway, and no snapshot's own.
  var isStandard: Bool {
    self === StyleSequence.standardLeading || self === StyleSequence.standardCycle
  }

  var byteCount: Int {
    HeapBytes.object(([UInt8], [Int32], InlineArray<5, Int32>).self) + HeapBytes.array(codes)
      + HeapBytes.array(numbers)
  }

  func itemsBefore(_ place: Int) -> Int { Int(numbers[place]) }

  /// The first place from `place` on with one of the styles. O(log styles)
  func next(from place: Int, among wanted: [SegmentStyle]) -> Int? {
    var nearest: Int?
    for style in wanted {
      let places = Int(placesStart[style.position])..<Int(placesStart[style.position + 1])
      let index = partitionPoint(places) { numbers[$0] >= place }
      guard index < places.upperBound else { continue }
      nearest = min(nearest ?? .max, Int(numbers[index]))
    }
    return nearest
  }

  public static func == (left: StyleSequence, right: StyleSequence) -> Bool {
    left === right || left.codes == right.codes
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(codes) }
}
