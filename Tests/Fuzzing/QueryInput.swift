import JSONText
import LayoutCore
import LayoutWire

/// Bytes as what follows the `?` of a request target.
struct QueryInput {
  private let query: String

  /// The sets of parameters that calls take.
  private static let allowed: [[QueryParameters.Name]] = [
    QueryParameters.Name.allCases,
    QueryParameters.Name.allCases.filter { $0 != .point },
    [],
  ]

  init(_ bytes: [UInt8]) { query = String(decoding: bytes, as: UTF8.self) }

  func finding() -> String? {
    for allowed in QueryInput.allowed {
      for limitMax in [1, 10_000] {
        do throws(Problem) {
          let parameters = try QueryParameters(query, allowed: allowed, limitMax: limitMax)
          if let finding = finding(in: parameters, limitMax: limitMax) { return finding }
          let again = spelled(parameters)
          guard try QueryParameters(again, allowed: allowed, limitMax: limitMax) == parameters
          else { return "\(query) is not \(again)" }
        } catch {
          guard error.name == .badParameter, !error.issues.isEmpty else { return "\(error)" }
          guard (try? JSONDocument(parsing: error.json())) != nil else {
            return "the problem is not JSON: \(String(decoding: error.json(), as: UTF8.self))"
          }
        }
      }
    }
    return nil
  }

  /// Checks that accepted values are in range.
  private func finding(in parameters: QueryParameters, limitMax: Int) -> String? {
    let lists = [parameters.widths, parameters.heights].compactMap(\.self)
    for list in lists where !(1...QueryParameters.widthsMax).contains(list.count) {
      return "\(list.count) extents"
    }
    let extents = [parameters.width, parameters.height, parameters.length].compactMap(\.self)
    for extent in extents + lists.joined() where !(extent > 0 && extent <= 0x1p53) {
      return "an extent of \(extent)"
    }
    for rect in [parameters.rect, parameters.bounds] {
      guard let rect else { continue }
      guard rect.width > 0, rect.height > 0, (rect.x + rect.width).isFinite,
        (rect.y + rect.height).isFinite
      else { return "a rectangle of \(rect)" }
    }
    if let limit = parameters.limit, !(1...limitMax).contains(limit) { return "limit \(limit)" }
    if let section = parameters.section, !(0...1 << 53).contains(section) {
      return "section \(section)"
    }
    return nil
  }

  /// The parameters in another spelling.
  private func spelled(_ parameters: QueryParameters) -> String {
    QueryParameters.Name.allCases.reversed().compactMap { name in
      value(of: name, in: parameters).map { "\(name.text)=\($0)" }
    }.joined(separator: "&")
  }

  /// A parameter's value in another spelling; nil if it was not given.
  private func value(
    of name: QueryParameters.Name, in parameters: QueryParameters
  ) -> String? {
    func text(_ numbers: [Double]?) -> String? {
      numbers?.map { number in
        var writer = JSONWriter()
        writer.number(number)
        return String(decoding: writer.bytes, as: UTF8.self)
      }.joined(separator: "%2C")
    }
    func text(_ number: Double?) -> String? { text(number.map { [$0] }) }
    func text(_ rect: Rect?) -> String? { text(rect.map { [$0.x, $0.y, $0.width, $0.height] }) }
    switch name {
    case .width: return text(parameters.width)
    case .height: return text(parameters.height)
    case .rect: return text(parameters.rect)
    case .bounds: return text(parameters.bounds)
    case .inset:
      return text(parameters.inset.map { [$0.top, $0.left, $0.bottom, $0.right] })
    case .limit: return text(parameters.limit.map { Double($0) })
    case .cursor:
      let digits = Array("0123456789abcdef")
      return parameters.cursor?.utf8.map { "%\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }
        .joined()
    case .format: return parameters.format?.rawValue ?? parameters.drawing?.rawValue
    case .pinning: return parameters.pinning.map { "\($0)" }
    case .widths: return text(parameters.widths)
    case .heights: return text(parameters.heights)
    case .length: return text(parameters.length)
    case .special: return parameters.special?.rawValue
    case .point: return text(parameters.point.map { [$0.x, $0.y] })
    case .anchor:
      if case .item(let path)? = parameters.anchor {
        return text([Double(path.section), Double(path.item)])
      }
      return parameters.anchor.map { "\($0)" }
    case .endThreshold: return text(parameters.endThreshold)
    case .transition: return parameters.transition.map { "\($0)" }
    case .from: return parameters.from
    case .fromWidth: return text(parameters.fromWidth)
    case .fromBounds: return text(parameters.fromBounds)
    case .progress: return text(parameters.progress)
    case .section: return text(parameters.section.map { Double($0) })
    case .after: return text(parameters.after.map { Double($0) })
    case .wait: return text(parameters.wait)
    case .prefix: return parameters.prefix
    }
  }
}
