import Comparison
import LayoutCore
import Oracle

/// A layout, and the oracle's elements where the layout has put them.
struct ScrollingUnderTest {
  let layout: Layout
  let scroller: NaiveScroller

  init(_ json: JSONValue, containerWidth: Double) throws {
    self.init(try LayoutUnderTest(json, containerWidth: containerWidth))
  }

  init(_ test: LayoutUnderTest) {
    layout = test.layout
    func placed(_ bounds: NaiveRect?, _ inset: NaiveInsets) -> [NaiveElement] {
      let attributes = test.everyElement(
        bounds: bounds.map { Rect($0) }, inset: EdgeInsets(inset))
      return zip(test.naive.elements, attributes).map { element, attributes in
        var element = element
        element.frame = attributes.frame.naive
        return element
      }
    }
    scroller = NaiveScroller(
      test.naive, elements: placed(nil, NaiveInsets()),
      pinning: { bounds, inset in placed(bounds, inset).filter(\.pins) })
  }
}
