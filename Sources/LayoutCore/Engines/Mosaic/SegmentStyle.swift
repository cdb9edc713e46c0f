/// How a segment of a mosaic is divided (docs/rules.md#mosaic-styles).
public enum SegmentStyle: String, CaseIterable, Sendable {
  case fullWidth, fiftyFifty, twoThirdsOneThird, oneThirdTwoThirds
}

extension SegmentStyle {
  /// All styles, by position.
  static let all = allCases

  /// How many items a segment of this style has.
  var itemCount: Int32 {
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
