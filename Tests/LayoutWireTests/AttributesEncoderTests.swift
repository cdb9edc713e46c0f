import Comparison
import JSONText
import Testing

@testable import LayoutCore
@testable import LayoutWire

@Suite("Writing attributes")
struct AttributesEncoderTests {
  func attributes(
    _ kind: Element.Kind, section: Int = 0, index: Int, _ frame: Rect, zIndex: Int = 0,
    columnIndex: Int? = nil, isPinned: Bool? = nil
  ) -> LayoutAttributes {
    LayoutAttributes(
      element: Element(kind: kind, section: section, index: index), frame: frame, zIndex: zIndex,
      columnIndex: columnIndex, isPinned: isPinned)
  }

  func text(
    _ attributes: [LayoutAttributes], _ format: ListFormat = .rows,
    _ appearances: ElementAppearances = ElementAppearances(
      appearance: { _ in nil }, color: { _ in nil })
  ) -> String {
    var writer = JSONWriter()
    var encoder = AttributesEncoder(appearances: appearances)
    if format == .rows {
      encoder.list(attributes, to: &writer)
    } else {
      encoder.members(attributes, format: format, to: &writer)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test("Members are written in the order of docs/rules.md#element-object, and unset ones left out")
  func rows() {
    let frame = Rect(x: 8, y: 52, width: 374, height: 70.5)
    let json = #""frame":{"x":8,"y":52,"width":374,"height":70.5}"#
    #expect(text([]) == "[]")
    #expect(
      text([attributes(.cell, index: 3, frame, columnIndex: 0)])
        == #"[{"category":"cell","section":0,"item":3,\#(json),"columnIndex":0}]"#)
    #expect(
      text([attributes(.cell, section: 7, index: 3, frame), attributes(.cell, index: 4, frame)])
        == #"[{"category":"cell","section":7,"item":3,\#(json)},"#
        + #"{"category":"cell","section":0,"item":4,\#(json)}]"#)
    #expect(
      text([attributes(.header, index: 0, frame, zIndex: 9000, isPinned: true)])
        == #"[{"category":"supplementary","kind":"header","section":0,"index":0,\#(json),"#
        + #""zIndex":9000,"pinned":true}]"#)
    #expect(
      text([
        attributes(.globalHeader, section: -1, index: 0, frame, zIndex: 10000, isPinned: false)
      ])
        == #"[{"category":"supplementary","kind":"globalHeader","index":0,\#(json),"#
        + #""zIndex":10000,"pinned":false}]"#)
    let appearances = ElementAppearances(appearance: { _ in nil }, color: { _ in "grey" })
    #expect(
      text([attributes(.rowSeparator, index: 3, frame, zIndex: 100)], .rows, appearances)
        == #"[{"category":"decoration","kind":"rowSeparator","section":0,"index":3,\#(json),"#
        + #""zIndex":100,"color":"grey"}]"#)
  }

  @Test("Colours and padding follow at the end")
  func appearance() {
    let looks = [
      Appearance(
        backgroundColor: "a\"", selectedBackgroundColor: nil, padding: EdgeInsets(top: 1.5)),
      Appearance(backgroundColor: nil, selectedBackgroundColor: "b", padding: nil),
      nil,
    ]
    let appearances = ElementAppearances(
      appearance: { looks[$0.section] }, color: { _ in "never asked" })
    let cells = (0..<3).map {
      attributes(.cell, section: $0, index: $0, Rect(x: 0, y: 0, width: 1, height: 1))
    }
    let json = #""frame":{"x":0,"y":0,"width":1,"height":1}"#
    #expect(
      text(cells, .rows, appearances)
        == #"[{"category":"cell","section":0,"item":0,\#(json),"backgroundColor":"a\"","#
        + #""padding":{"top":1.5,"left":0,"bottom":0,"right":0}},"#
        + #"{"category":"cell","section":1,"item":1,\#(json),"selectedBackgroundColor":"b"},"#
        + #"{"category":"cell","section":2,"item":2,\#(json)}]"#)
    #expect(
      text(cells, .columns, appearances)
        == #""cells":{"section":[0,1,2],"item":[0,1,2],"x":[0,0,0],"y":[0,0,0],"#
        + #""width":[1,1,1],"height":[1,1,1],"backgroundColor":["a\"",null,null],"#
        + #""selectedBackgroundColor":[null,"b",null],"#
        + #""padding":[{"top":1.5,"left":0,"bottom":0,"right":0},null,null]},"others":[]"#)
  }

  @Test("Columns hold the cells, and the others are rows")
  func columns() {
    let list = [
      attributes(.header, index: 0, Rect(x: 0, y: 0, width: 9, height: 1), zIndex: 1000),
      attributes(.cell, index: 0, Rect(x: 0, y: 1, width: 2, height: 3), columnIndex: 1),
      attributes(.cell, section: 1, index: 5, Rect(x: 0.5, y: -0.0, width: 2, height: 3)),
    ]
    #expect(
      text(list, .columns)
        == #""cells":{"section":[0,1],"item":[0,5],"x":[0,0.5],"y":[1,0],"width":[2,2],"#
        + #""height":[3,3],"columnIndex":[1,null]},"others":[{"category":"supplementary","#
        + #""kind":"header","section":0,"index":0,"#
        + #""frame":{"x":0,"y":0,"width":9,"height":1},"zIndex":1000}]"#)
    #expect(
      text([], .columns)
        == #""cells":{"section":[],"item":[],"x":[],"y":[],"width":[],"height":[]},"others":[]"#)
  }

  @Test("Sizes and rectangles are objects")
  func geometry() {
    #expect(written { $0.size(Size(width: 1, height: 2.5)) } == #"{"width":1,"height":2.5}"#)
    #expect(
      written { $0.rect(Rect(x: -1, y: 0, width: 1, height: 2)) }
        == #"{"x":-1,"y":0,"width":1,"height":2}"#)
  }

  @Test("Every kind is found by its name in its own category", arguments: Element.Kind.allCases)
  func kinds(_ kind: Element.Kind) {
    for category in ElementCategory.allCases {
      #expect(
        Element.Kind(name: kind.name, in: category) == (category == kind.category ? kind : nil))
    }
    #expect(Element.Kind(name: "Header", in: .supplementary) == nil)
  }
}
