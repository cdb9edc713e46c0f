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
    for rect in [parameters.rect, parameters.bounds, parameters.previous] {
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
    func text(_ numbers: [Double]) -> String? {
      numbers.map { number in
        var writer = JSONWriter()
        writer.number(number)
        return String(decoding: writer.bytes, as: UTF8.self)
      }.joined(separator: "%2C")
    }
    func text(_ number: Double) -> String? { text([number]) }
    func text(_ rect: Rect) -> String? { text([rect.x, rect.y, rect.width, rect.height]) }
    func text(_ path: ItemPath) -> String? { text([Double(path.section), Double(path.item)]) }
    switch parameters[name] {
    case nil: return nil
    case .extent(let number), .distance(let number), .progress(let number), .seconds(let number),
      .lengths(let number), .scale(let number), .pixels(let number):
      return text(number)
    case .extents(let numbers): return text(numbers)
    case .area(let rect): return text(rect)
    case .insets(let inset): return text([inset.top, inset.left, inset.bottom, inset.right])
    case .point(let point): return text([point.x, point.y])
    case .limit(let number), .section(let number), .revision(let number):
      return text(Double(number))
    case .cursor(let cursor):
      let digits = Array("0123456789abcdef")
      return cursor.utf8.map { "%\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
    case .list(let format): return format.rawValue
    case .fields(let fields): return fields.text
    case .drawing(let format): return format.rawValue
    case .flag(let isSet): return "\(isSet)"
    case .special(let place): return place.rawValue
    case .anchor(.item(let path)), .keep(.item(let path)), .path(let path): return text(path)
    case .anchor(let rule): return "\(rule)"
    case .keep(let rule): return "\(rule)"
    case .position(let position): return position.rawValue
    case .snap(let rule): return rule.rawValue
    case .layout(let text), .prefix(let text): return text
    }
  }
}
