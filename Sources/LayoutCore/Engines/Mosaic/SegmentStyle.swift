/// The division of a mosaic's segment (docs/rules.md#mosaic-styles).
public enum SegmentStyle: String, CaseIterable, Sendable {
  case fullWidth, fiftyFifty, twoThirdsOneThird, oneThirdTwoThirds
}

extension SegmentStyle {
  /// All styles, by position.
  static let all = allCases

  /// The number of items in a segment of this style.
  var itemCount: Int32 {
    switch self {
    case .fullWidth: 1
    case .fiftyFifty: 2
    case .twoThirdsOneThird, .oneThirdTwoThirds: 3
    }
  }

  /// The position of the style in `allCases`.
  var position: Int {
    switch self {
    case .fullWidth: 0
    case .fiftyFifty: 1
    case .twoThirdsOneThird: 2
    case .oneThirdTwoThirds: 3
    }
  }
}
