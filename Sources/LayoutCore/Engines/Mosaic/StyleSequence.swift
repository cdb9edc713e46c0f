/// Styles in order, with the sums and positions needed for searching them. Sections that inherit the styles share one
/// object. Nine bytes per style.
public final class StyleSequence: Hashable, Sendable {
  /// The default of `leadingSegments`.
  public static let standardLeading = StyleSequence([.fullWidth])
  /// The default of `segments`.
  public static let standardCycle = StyleSequence([
    .fiftyFifty, .twoThirdsOneThird, .oneThirdTwoThirds,
  ])

  /// The position of each style in `allCases`, for the canonical form.
  let codes: [UInt8]
  /// The number of items before each style, followed by the number of all items, followed by the positions of each
  /// style in the sequence, ascending, in the order of `allCases`.
  private let numbers: [Int32]
  /// The start of each style's positions in `numbers`, and their end.
  private let placesStart: [Int32]

  /// Creates a sequence and indexes it. O(styles)
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
    var placesStart = [Int32](
      repeating: Int32(numbers.count), count: SegmentStyle.allCases.count + 1)
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

  /// Whether it is a default, whose memory no snapshot owns.
  var isStandard: Bool {
    self === StyleSequence.standardLeading || self === StyleSequence.standardCycle
  }

  var byteCount: Int {
    HeapBytes.object(([UInt8], [Int32], [Int32]).self) + HeapBytes.array(codes)
      + HeapBytes.array(numbers) + HeapBytes.array(placesStart)
  }

  /// Whether a style is in the sequence. O(1)
  func contains(_ style: SegmentStyle) -> Bool {
    placesStart[style.position] < placesStart[style.position + 1]
  }

  func itemsBefore(_ place: Int) -> Int { Int(numbers[place]) }

  /// The first position at or after `place` with one of the styles. O(log styles)
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
