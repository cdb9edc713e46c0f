import HTTPServer
import JSONText
import LayoutCore
import LayoutNaming
import LayoutWire

/// The strong entity tags of an answer, one for each content coding (docs/rules.md#entity-tags).
///
/// They stand for the rules, the form of answers, the path, all parameters and the limits that an answer depends on.
/// What a GET of a layout answers never changes, so nothing has to be looked up for them. Those of a file stand for its
/// bytes.
struct EntityTags {
  private let tag: QueryTag

  /// The version of how answers are written. A release that writes one in another form raises it, so that nobody takes
  /// the earlier form for the present one.
  private static let formVersion: UInt64 = 2

  init(_ question: Question) {
    var tag = QueryTag()
    tag.combine(UInt64(rulesVersion))
    tag.combine(EntityTags.formVersion)
    tag.combine(UInt64(question.elementsMax))
    tag.combine(UInt64(question.target.route.number))
    if question.target.route == .snapshot { tag.combine(UInt64(question.explicitItemsMax)) }
    if let id = question.target.id {
      for place in 0..<4 { tag.combine(id.words[place]) }
    }
    if let file = question.target.file { tag.combine(file.tag) }
    if let element = question.target.element {
      tag.combine(UInt64(element.kind.rawValue))
      tag.combine(UInt64(bitPattern: Int64(element.section)))
      tag.combine(UInt64(element.index))
    }
    for name in EntityTags.firstNames {
      if let value = question.parameters[name] {
        tag.combine(value)
      } else {
        tag.combineAbsence(of: name.form)
      }
    }
    if question.parameters.gives(anyBehind: .cursor) {
      for name in EntityTags.laterNames {
        guard let value = question.parameters[name] else { continue }
        tag.combine(UInt64(name.rawValue))
        tag.combine(value)
      }
    }
    self.tag = tag
  }

  private static let firstNames = QueryParameters.Name.allCases.filter {
    $0.rawValue <= QueryParameters.Name.cursor.rawValue
  }
  /// Those that came later take part where they are given: so the tags of all else stayed.
  private static let laterNames = QueryParameters.Name.allCases.dropFirst(firstNames.count)

  /// The tag of an answer in one of the codings, in its quotes.
  func text(_ coding: ContentCoding) -> [UInt8] {
    var writer = JSONWriter(capacity: 24)
    writer.literal("\"")
    writer.hexadecimal(tag.value)
    switch coding {
    case .identity: writer.literal("\"")
    case .gzip: writer.literal("-gzip\"")
    case .brotli: writer.literal("-br\"")
    }
    return writer.bytes
  }
}

extension QueryTag {
  /// The tag that a cursor carries: of all that the order and the choice of elements depend on, but not of how many one
  /// piece has.
  init(_ kind: Listing.Kind, _ id: Digest, containerWidth: Double, _ parameters: QueryParameters) {
    self.init()
    combine(UInt64(rulesVersion))
    combine(kind.rawValue)
    combine(id.prefix)
    combine(containerWidth.bitPattern)
    for name in QueryParameters.Name.allCases {
      switch name {
      case .rect: combine(parameters[.rect] ?? parameters[.bounds], of: .area)
      case .bounds: combine(parameters[.bounds], of: .area)
      case .inset:
        let inset = parameters[.inset] ?? .insets(.zero)
        combine(parameters.bounds == nil ? nil : inset, of: .insets)
      // The container width stands for the first two. Nothing depends on the others.
      case .width, .height, .point, .limit, .format, .pinning, .special, .widths, .heights,
        .length, .cursor, .anchor, .endThreshold, .transition, .from, .fromWidth, .fromBounds,
        .progress, .section, .after, .wait, .prefix, .item, .header, .position, .snap, .proposed,
        .page, .velocity, .keep, .previous, .previousWidth, .previousInset, .previousVelocity,
        .ahead, .speed, .target:
        break
      }
    }
  }
}
