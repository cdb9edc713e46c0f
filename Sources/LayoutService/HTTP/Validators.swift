import HTTPServer
import JSONText
import LayoutCore
import LayoutNaming
import LayoutWire

/// The strong entity tags of an answer, one for each content coding (docs/rules.md#entity-tags).
///
/// They are computed from the rules, the form of answers, the path, all parameters and the limits on which an answer
/// depends. The answer to a GET of a layout never changes, so nothing has to be looked up. The tags of a file are
/// computed from its bytes.
struct EntityTags {
  private let tag: QueryTag

  /// The version of the form of answers. A release that changes the form must raise it, so that cached answers of the
  /// earlier form are not used.
  private static let formVersion: UInt64 = 2

  init(_ question: borrowing Question) {
    var tag = QueryTag()
    // The first version: what later ones name has ids of its own.
    tag.combine(UInt64(rulesVersions.lowerBound))
    tag.combine(EntityTags.formVersion)
    tag.combine(UInt64(question.elementsMax))
    tag.combine(UInt64(question.target.route.number))
    if question.target.route == .snapshot { tag.combine(UInt64(question.explicitItemsMax)) }
    if let id = question.target.id {
      for place in 0..<4 { tag.combine(id.words[place]) }
    }
    if let fileTag = question.target.fileTag { tag.combine(fileTag) }
    if let element = question.target.element {
      tag.combine(UInt64(element.kind.rawValue))
      tag.combine(UInt64(bitPattern: Int64(element.section)))
      tag.combine(UInt64(element.index))
    }
    for (name, absence) in EntityTags.firstNames {
      if let value = question.parameters[name] { tag.combine(value) } else { tag.combine(absence) }
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
  }.map { ($0, QueryTag.absence(of: $0.form)) }
  /// Parameters added later are included only if they are given, so that the tags of other answers did not change.
  private static let laterNames = QueryParameters.Name.allCases.dropFirst(firstNames.count)

  /// The tag of an answer in a coding, including quotes.
  func text(_ coding: ContentCoding) -> [UInt8] {
    var bytes: [UInt8] = []
    write(coding, to: &bytes)
    return bytes
  }

  /// Appends the tag of an answer in a coding, including quotes.
  func write(_ coding: ContentCoding, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    appendHexadecimal(tag.value, to: &bytes)
    switch coding {
    case .identity: bytes.append(UInt8(ascii: "\""))
    case .gzip: appendLiteral("-gzip\"", to: &bytes)
    case .brotli: appendLiteral("-br\"", to: &bytes)
    }
  }
}

extension QueryTag {
  /// The tag in a cursor. It covers everything on which the order and the selection of elements depend, but not their
  /// number in a part.
  init(_ kind: Listing.Kind, _ id: Digest, containerWidth: Double, _ parameters: QueryParameters) {
    self.init()
    combine(UInt64(rulesVersions.lowerBound))
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
      // The container width replaces the first two. The others have no effect.
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
