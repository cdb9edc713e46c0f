import LayoutCore
import LayoutWire

/// Bytes as what follows the `?` of a request target.
struct QueryInput {
  private let query: String

  /// The sets of parameters that calls take.
  private static let allowed: [QueryParameters.Names] = [
    QueryParameters.Names(QueryParameters.Name.allCases),
    QueryParameters.Names(QueryParameters.Name.allCases.filter { $0 != .point }),
    QueryParameters.Names([]),
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

  /// What was accepted is in range.
  private func finding(in parameters: QueryParameters, limitMax: Int) -> String? {
    for extent in [parameters.width, parameters.height] {
      guard let extent else { continue }
      guard extent > 0, extent <= 0x1p53 else { return "an extent of \(extent)" }
    }
    for rect in [parameters.rect, parameters.bounds] {
      guard let rect else { continue }
      guard rect.width > 0, rect.height > 0, (rect.x + rect.width).isFinite,
        (rect.y + rect.height).isFinite
      else { return "a rectangle of \(rect)" }
    }
    if let limit = parameters.limit, !(1...limitMax).contains(limit) { return "limit \(limit)" }
    return nil
  }

  /// The parameters in other words.
  private func spelled(_ parameters: QueryParameters) -> String {
    var parts: [String] = []
    func add(_ name: String, _ numbers: [Double]?) {
      guard let numbers else { return }
      let texts = numbers.map { number in
        var writer = JSONWriter()
        writer.number(number)
        return String(decoding: writer.bytes, as: UTF8.self)
      }
      parts.append("\(name)=\(texts.joined(separator: "%2C"))")
    }
    func numbers(_ rect: Rect) -> [Double] { [rect.x, rect.y, rect.width, rect.height] }
    add("point", parameters.point.map { [$0.x, $0.y] })
    add("inset", parameters.inset.map { [$0.top, $0.left, $0.bottom, $0.right] })
    add("bounds", parameters.bounds.map(numbers))
    add("rect", parameters.rect.map(numbers))
    add("height", parameters.height.map { [$0] })
    add("width", parameters.width.map { [$0] })
    add("limit", parameters.limit.map { [Double($0)] })
    if let format = parameters.format { parts.append("format=\(format.rawValue)") }
    if let drawing = parameters.drawing { parts.append("format=\(drawing.rawValue)") }
    if let cursor = parameters.cursor {
      let digits = Array("0123456789abcdef")
      let encoded = cursor.utf8.map { "%\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }
      parts.append("cursor=\(encoded.joined())")
    }
    return parts.joined(separator: "&")
  }
}
