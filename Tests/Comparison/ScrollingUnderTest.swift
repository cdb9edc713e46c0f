import LayoutCore
import Oracle

/// A layout, and the oracle's elements where the layout has put them.
public struct ScrollingUnderTest {
  public let layout: Layout
  public let scroller: NaiveScroller

  /// Decodes and lays out a valid snapshot, by the product and by the oracle.
  public init(_ json: JSONValue, containerWidth: Double) throws {
    self.init(try LayoutUnderTest(json, containerWidth: containerWidth))
  }

  /// Takes a layout and the oracle's.
  public init(_ test: LayoutUnderTest) {
    layout = test.layout
    func placed(_ bounds: NaiveRect?, _ inset: NaiveInsets) -> [NaiveElement] {
      test.naive.elements.compactMap { element in
        let attributes = test.layout.attributes(
          of: element.element, bounds: bounds.map { Rect($0) }, inset: EdgeInsets(inset))
        guard let attributes else { return nil }
        var element = element
        element.frame = attributes.frame.naive
        return element
      }
    }
    scroller = NaiveScroller(
      test.naive, elements: placed(nil, NaiveInsets()),
      pinning: { bounds, inset in placed(bounds, inset).filter(\.isSpecial) })
  }
}
