import HTTPServer
import LayoutCore
import LayoutWire

/// The strong entity tags of an answer, one for each content coding.
///
/// They stand for the rules, the path, the parameters and the limits that an answer depends on. What a GET of a layout
/// answers never changes, so nothing has to be looked up for them.
struct EntityTags {
  let identity: String
  let gzip: String

  init(_ work: Work, maximumElements: Int) {
    let parameters = work.parameters
    var tag = QueryTag()
    tag.combine(UInt64(rulesVersion))
    tag.combine(UInt64(maximumElements))
    tag.combine(UInt64(work.target.route.rawValue))
    tag.combine(work.target.id)
    if let element = work.target.element {
      tag.combine(UInt64(element.kind.rawValue))
      tag.combine(UInt64(bitPattern: Int64(element.section)))
      tag.combine(UInt64(element.index))
    }
    tag.combine(parameters.width.map { [$0] })
    tag.combine(parameters.height.map { [$0] })
    tag.combine(parameters.rect?.numbers)
    tag.combine(parameters.bounds?.numbers)
    tag.combine(parameters.inset?.numbers)
    tag.combine(parameters.point.map { [$0.x, $0.y] })
    tag.combine(UInt64(parameters.limit ?? 0))
    tag.combine(UInt64(parameters.format == .columns ? 1 : 0))
    tag.combine(parameters.cursor ?? "")
    let digits = tag.hexadecimal
    identity = "\"\(digits)\""
    gzip = "\"\(digits)-gzip\""
  }
}

extension QueryTag {
  /// The tag that a cursor carries: of all that the order and the choice of elements depend on, but not of how many one
  /// piece has.
  init(_ route: Route, _ id: Digest, containerWidth: Double, _ parameters: QueryParameters) {
    self.init()
    combine(UInt64(rulesVersion))
    combine(UInt64(route.rawValue))
    combine(id.prefix)
    combine(containerWidth)
    combine((parameters.rect ?? parameters.bounds)?.numbers)
    combine(parameters.bounds?.numbers)
    combine(parameters.bounds == nil ? nil : (parameters.inset ?? .zero).numbers)
  }
}

extension Rect {
  fileprivate var numbers: [Double] { [x, y, width, height] }
}

extension EdgeInsets {
  fileprivate var numbers: [Double] { [top, left, bottom, right] }
}
