import Comparison
import LayoutCore
import Oracle
import Testing

/// The comparisons of a layout as expectations.
extension LayoutUnderTest {
  /// Every element has the oracle's frame, zIndex and colours, and no other element exists.
  func expectFramesOfTheOracle(_ comment: Comment) {
    expectNone(differenceOfFrames(), comment)
  }

  /// A rectangle query answers what a look at every element does, whole and in pieces, and so do the pinning records.
  func expectScan(in rect: Rect, _ comment: Comment) {
    expectNone(differenceOfScan(in: rect), comment)
    expectNone(differenceOfPinningRecords(in: rect), comment)
  }

  /// Pinning elements stand where the oracle puts them, and those in sight are special.
  func expectSpecial(bounds: NaiveRect, inset: NaiveInsets, _ comment: Comment) {
    expectNone(differenceOfSpecial(bounds: bounds, inset: inset), comment)
  }

  /// The topmost element at a point is what a look at every element finds.
  func expectHit(_ point: NaivePoint, bounds: NaiveRect?, inset: NaiveInsets, _ comment: Comment) {
    expectNone(differenceOfHit(point, bounds: bounds, inset: inset), comment)
  }

  private func expectNone(_ difference: String?, _ comment: Comment) {
    #expect(difference == nil, comment)
  }
}
