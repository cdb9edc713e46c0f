import HTTPServer
import LayoutWire

/// Advice for a path that does not exist, or that has something else in the place of a layout's id
/// (docs/rules.md#errors).
enum PathAdvice {
  /// Longer paths get no advice.
  private static let byteCountMax = 256

  /// The problem of an unknown path; it quotes the path, and suggests the one that was probably meant.
  ///
  /// - Parameters:
  ///   - path: The base path, if the request has it, and the path after it.
  ///   - isServed: Whether a route is answered here.
  static func notFound(
    _ path: (base: String, own: String), isServed: (Route) -> Bool
  ) -> Problem {
    let came = "There is no path \(Problem.quoted(path.base + path.own))"
    let meant = path.own.utf8.count > byteCountMax ? nil : meant(by: path.own, isServed)
    return Problem(
      .notFound,
      detail: meant.map { "\(came); there is \(Problem.quoted(path.base + $0))." } ?? "\(came).")
  }

  /// The path that was probably meant: the same in another spelling, or the template that differs least from it.
  private static func meant(by path: String, _ isServed: (Route) -> Bool) -> String? {
    let plain = "/" + path.split(separator: "/").joined(separator: "/")
    for candidate in [plain, "/v1" + plain, plain.lowercased(), "/v1" + plain.lowercased()]
    where candidate != path {
      let target = Target(path: Array(candidate.utf8).span, below: .none)
      guard target.route != .other, isServed(target.route) else { continue }
      if target.route.isOfLayout {
        // An id would be cut off.
        if target.id != nil { return target.route.template }
      } else if !target.route.isOfDocument || target.document != nil {
        return candidate
      }
    }
    let words = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    return nearest(to: words.map(String.init), isServed)
  }

  /// The template whose words differ least, by at most a third of their bytes.
  private static func nearest(to words: [String], _ isServed: (Route) -> Bool) -> String? {
    var nearest: String?
    var least = Int.max
    for route in Route.allCases where route != .other && isServed(route) {
      let known = route.template.split(separator: "/").map(String.init)
      for given in [words, ["v1"] + words] where given.count == known.count {
        let pairs = zip(given, known).filter { !$0.1.hasPrefix("{") }
        let distance = pairs.reduce(0) { $0 + editDistance(Array($1.0.utf8), Array($1.1.utf8)) }
        let byteCount = pairs.reduce(0) { $0 + $1.1.utf8.count }
        if distance < least, 3 * distance <= byteCount {
          (nearest, least) = (route.template, distance)
        }
      }
    }
    return nearest
  }

  /// The problem of a path with something else in the place of a layout's id.
  static func badID(_ text: String) -> Problem {
    let rule = "A layout id is 64 lower-case hexadecimal digits, not \(Problem.quoted(text))"
    return .badParameter("id", .badSyntax, idAdvice(text).map { "\(rule): \($0)." } ?? "\(rule).")
  }

  /// The likely reason why an id is wrong; nil if there is none.
  private static func idAdvice(_ text: String) -> String? {
    let digits = text.utf8.allSatisfy {
      (48...57).contains($0) || (97...102).contains($0 | 0x20)
    }
    switch text {
    case "undefined", "null", "NaN", "None", "nil", "[object%20Object]":
      return "the program that asks has no id yet; the answer of a post has it as \"id\""
    case _ where text.hasPrefix("{") || text.hasPrefix("%7B") || text.hasPrefix(":"):
      return "put the \"id\" of a post's answer in its place"
    case _ where digits && text.utf8.count == 64: return "write its letters in lower case"
    case _ where digits: return "these are \(text.utf8.count) digits"
    default: return nil
    }
  }
}
