import Foundation
import FoundationXML
import LayoutCore

/// A drawing as an XML parser reads it.
final class DrawnDocument: NSObject, XMLParserDelegate {
  /// A rectangle or a polygon with its element's name.
  struct Mark: Hashable {
    /// The classes of the groups that it stands in.
    let classes: [String]
    /// Empty for a polygon.
    let frame: [Double]
    /// The coordinates of a polygon's corners, x and y in turn.
    let corners: [Double]
    let opacity: Double
    var title = ""
  }

  /// The name of every element that there is, in order.
  private(set) var names: [String] = []
  /// Every attribute's name.
  private(set) var attributeNames: Set<String> = []
  /// Each rectangle and each polygon that has a title, in order.
  private(set) var marks: [Mark] = []
  /// The rectangles without a title, by their classes and those of the groups around them.
  private(set) var plain: [Mark] = []
  /// Text that is drawn, in order.
  private(set) var texts: [String] = []
  private(set) var root: [String: String] = [:]
  private(set) var title = ""
  private(set) var summary = ""
  private(set) var style = ""
  private var open: [(name: String, classes: [String])] = []
  private var text = ""
  private var mark: Mark?
  private var failure: (any Error)?

  /// Nil when it is no well-formed XML.
  init?(_ bytes: [UInt8]) {
    super.init()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = self
    guard parser.parse(), failure == nil else { return nil }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    if open.isEmpty { root = attributes }
    names.append(name)
    attributeNames.formUnion(attributes.keys)
    let classes = (attributes["class"] ?? "").split(separator: " ").map(String.init)
    if name == "rect" || name == "polygon" {
      let frame = ["x", "y", "width", "height"].map { Double(attributes[$0] ?? "") ?? .nan }
      let corners = (attributes["points"] ?? "").split { $0 == " " || $0 == "," }
      mark = Mark(
        classes: open.flatMap(\.classes) + classes, frame: name == "rect" ? frame : [],
        corners: corners.map { Double($0) ?? .nan },
        opacity: Double(attributes["opacity"] ?? "1") ?? .nan)
    }
    open.append((name, classes))
    text = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
    switch (name, open.last?.name) {
    case ("title", "rect"), ("title", "polygon"): mark?.title = text
    case ("title", _): title = text
    case ("desc", _): summary = text
    case ("style", _): style = text
    case ("text", _): texts.append(text)
    case ("rect", _), ("polygon", _):
      if let mark, mark.title.isEmpty { plain.append(mark) }
      if let mark, !mark.title.isEmpty { marks.append(mark) }
    default: break
    }
    text = ""
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) { failure = error }

  /// The rectangles of a class that stand for no element.
  func plain(_ name: String) -> [[Double]] {
    plain.filter { $0.classes.contains(name) }.map(\.frame)
  }
}

extension Rect {
  var numbers: [Double] { [x, y, width, height] }
}
