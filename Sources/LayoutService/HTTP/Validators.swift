import HTTPServer
import JSONText
import LayoutCore
import LayoutDrawing
import LayoutWire

/// The strong entity tags of an answer, one for each content coding.
///
/// They stand for the rules, the form of answers, the path, the parameters and the limits that an answer depends on. What a GET of a layout
/// answers never changes, so nothing has to be looked up for them. Those of a file stand for its bytes.
struct EntityTags {
  private let tag: QueryTag

  /// The version of how answers are written. A release that writes one in another form raises it, so that nobody takes the
  /// earlier form for the present one.
  private static let formVersion: UInt64 = 2

  init(_ work: Work, maximumElements: Int) {
    let parameters = work.parameters
    var tag = QueryTag()
    tag.combine(UInt64(rulesVersion))
    tag.combine(EntityTags.formVersion)
    tag.combine(UInt64(maximumElements))
    tag.combine(UInt64(work.target.route.rawValue))
    if let id = work.target.id {
      for place in 0..<4 { tag.combine(id.numbers[place]) }
    }
    if let file = work.target.file { tag.combine(file.tag) }
    if let element = work.target.element {
      tag.combine(UInt64(element.kind.rawValue))
      tag.combine(UInt64(bitPattern: Int64(element.section)))
      tag.combine(UInt64(element.index))
    }
    tag.combine(parameters.width)
    tag.combine(parameters.height)
    tag.combine(parameters.rect)
    tag.combine(parameters.bounds)
    tag.combine(parameters.inset)
    tag.combine(parameters.point?.x)
    tag.combine(parameters.point?.y)
    tag.combine(UInt64(parameters.limit ?? 0))
    tag.combine(parameters.formNumber)
    tag.combine(UInt64(parameters.pinning == true ? 1 : 0))
    tag.combine(UInt64(parameters.special == nil ? 0 : 1))
    tag.combine(parameters.widths)
    tag.combine(parameters.heights)
    tag.combine(parameters.length)
    tag.combine(parameters.cursor ?? "")
    self.tag = tag
  }

  /// The tag of an answer in one of the codings, in its quotes.
  func text(isGzipped: Bool) -> [UInt8] {
    var writer = JSONWriter(capacity: 24)
    writer.literal("\"")
    writer.hexadecimal(tag.value)
    writer.literal(isGzipped ? "-gzip\"" : "\"")
    return writer.bytes
  }
}

extension QueryParameters {
  /// A number for the form of the answer. That of a drawing stands for what drawings look like, too.
  fileprivate var formNumber: UInt64 {
    switch drawing {
    case .svg: 2 | UInt64(Drawing.version) << 8
    case .text: 3 | UInt64(Drawing.version) << 8
    case nil: format == .columns ? 1 : 0
    }
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
    combine(containerWidth.bitPattern)
    combine(parameters.rect ?? parameters.bounds)
    combine(parameters.bounds)
    combine(parameters.bounds == nil ? nil : parameters.inset ?? .zero)
  }
}
