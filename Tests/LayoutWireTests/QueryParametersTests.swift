import JSONText
import Oracle
import Testing

@testable import LayoutCore
@testable import LayoutWire

@Suite("Query parameters")
struct QueryParametersTests {
  func parameters(_ query: String) throws(Problem) -> QueryParameters {
    try QueryParameters(query, allowed: QueryParameters.Name.allCases)
  }

  /// The names of the parameters that are wrong.
  func wrong(_ query: String, allowed: [QueryParameters.Name] = QueryParameters.Name.allCases)
    -> [String]
  {
    do throws(Problem) {
      _ = try QueryParameters(query, allowed: allowed)
      return []
    } catch {
      #expect(error.name == .badParameter)
      return error.issues.map { issue in
        if case .parameter(let name) = issue.place { return name }
        return "not a parameter"
      }
    }
  }

  @Test("Every parameter is read")
  func all() throws {
    let query = try parameters(
      "width=390&height=1e3&rect=0,-1.5,10,2e1&bounds=1,2,3,4&inset=-1,0,2.5,1&limit=10"
        + "&cursor=abc&format=columns&point=-3,4")
    #expect(query.width == 390)
    #expect(query.height == 1000)
    #expect(query.rect == Rect(x: 0, y: -1.5, width: 10, height: 20))
    #expect(query.bounds == Rect(x: 1, y: 2, width: 3, height: 4))
    #expect(query.inset == EdgeInsets(top: -1, left: 0, bottom: 2.5, right: 1))
    #expect(query.limit == 10)
    #expect(query.cursor == "abc")
    #expect(query.format == .columns)
    #expect(query.point == Point(x: -3, y: 4))
    #expect(try parameters("") == QueryParameters())
    #expect(try parameters("&") == QueryParameters())
  }

  @Test("Names and values are percent-decoded")
  func percent() throws {
    #expect(try parameters("w%69dth=%33%39%30").width == 390)
    #expect(try parameters("rect=0%2C0%2c1,1").rect == Rect(x: 0, y: 0, width: 1, height: 1))
    #expect(try parameters("cursor=a+b=c%2B").cursor == "a+b=c+")
  }

  @Test(
    "Values that are malformed or out of range are refused by name",
    arguments: [
      "width", "width=", "width=0", "width=-0", "width=-1", "width=+1", "width=01", "width=1.",
      "width=.5", "width=0x10", "width=nan", "width=inf", "width=Infinity", "width=1e400",
      "width=9007199254740994", "width= 1", "width=1 ", "width=%201", "width=1%00", "width=1%",
      "width=1%2", "width=1%GG", "width=%ff", "width=1,2", "width=1_0", "width=١", "width=--1",
      "width=1e", "width=1e+", "width=-", "width=1=1", "height=0", "rect=1,2,3", "rect=1,2,3,4,5",
      "rect=1,2,3,", "rect=,,,", "rect=0,0,0,1", "rect=0,0,1,-1", "rect=0,0,1,0", "rect=a,0,1,1",
      "rect=0, 0,1,1", "rect=0,0,1,1e999", "bounds=0,0,-0,1", "bounds=nan,0,1,1", "inset=1",
      "inset=1,2,3,4,", "inset=1,2,3,inf", "limit=0", "limit=10001", "limit=1.5", "limit=-1",
      "limit=1e300", "limit=x", "cursor=", "cursor", "format=", "format=row", "format=Rows",
      "point=1", "point=1,2,3", "point=1;2",
    ])
  func malformed(_ query: String) {
    let name = String(query.prefix { $0 != "=" })
    #expect(wrong(query) == [name])
  }

  func number(_ text: String) -> Double? { jsonNumber(Array(text.utf8).span) }

  @Test("Numbers follow the grammar of JSON")
  func numbers() {
    for text in ["0", "-0", "12", "-12", "1.5", "1e3", "1E-3", "1.5e+10", "0.1", "1e-400"] {
      #expect(number(text) == Double(text))
    }
    #expect(number("-0")?.sign == .plus)
    for text in ["", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "1e5x", "1.5.5", "0x1", "1 "]
    {
      #expect(number(text) == nil, "\(text)")
    }
  }

  @Test("Numbers are the nearest double, however many digits they have", arguments: [1, 2])
  func nearest(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<5000 {
      let whole = Int.random(in: 0...20, using: &generator)
      let fraction = Int.random(in: 0...20, using: &generator)
      func digits(_ count: Int) -> String {
        String((0..<count).map { _ in "0123456789".randomElement(using: &generator)! })
      }
      var text = Bool.random(using: &generator) ? "-" : ""
      text += whole == 0 ? "0" : "\(Int.random(in: 1...9, using: &generator))" + digits(whole - 1)
      if fraction > 0 { text += "." + digits(fraction) }
      if Int.random(in: 0..<4, using: &generator) == 0 {
        text += "e\(Int.random(in: -30...30, using: &generator))"
      }
      #expect(number(text) == Double(text), "\(text)")
    }
  }

  @Test("Limits of a whole number may be spelled in any way")
  func limits() throws {
    #expect(try parameters("limit=1e4").limit == 10_000)
    #expect(try parameters("limit=1.0").limit == 1)
  }

  @Test("Unknown and repeated parameters are refused by name, all of them")
  func unknown() {
    #expect(wrong("Width=1") == ["Width"])
    #expect(wrong("width=1&widht=2&=3") == ["widht", ""])
    #expect(wrong("width=1&width=1") == ["width"])
    #expect(wrong("width=1&w%69dth=1") == ["width"])
    #expect(wrong("width=1&rect=1,2,3,4", allowed: [.width]) == ["rect"])
    #expect(wrong("width=x&rect=1&limit=0&foo=1") == ["width", "rect", "limit", "foo"])
    #expect(wrong("x", allowed: []) == ["x"])
    #expect(wrong((0..<100).map { "p\($0)=1" }.joined(separator: "&")).count == 20)
    let long = String(repeating: "x", count: 8000)
    #expect(wrong(long + "=1").first?.utf8.count ?? .max < 64)
  }

  @Test(
    "Of thousands of wrong parameters as many are looked at as a problem lists",
    arguments: ["a", "width=1", "%41=1", "=", "width=%", "width"])
  func boundedWork(part: String) {
    let query = Array(repeating: part, count: 4000).joined(separator: "&")
    for allowed in [QueryParameters.Name.allCases, []] {
      var count = 0
      #expect(throws: Problem.self) {
        try QueryParameters(
          Array(query.utf8).span, allowed: allowed, limitMax: 10_000,
          counting: &count)
      }
      #expect((1...Problem.issuesMax + 1).contains(count))
    }
  }

  /// The greatest double.
  static let greatest = 1.797_693_134_862_315_7e308

  @Test(
    "A rectangle is read when its numbers and its edges are doubles, less the inset, too",
    arguments: [
      ("rect=-8e307,0,1e308,100", nil), ("bounds=0,-8e307,390,1e308", nil),
      ("rect=-\(greatest),-\(greatest),\(greatest),\(greatest)", nil),
      ("bounds=-\(greatest),0,\(greatest),1&inset=0,\(greatest),0,\(greatest)", nil),
      ("bounds=8e307,8e307,1e307,1e307&inset=8e307,8e307,1e308,1e308", nil),
      ("bounds=0,0,390,1&inset=-\(greatest),-\(greatest),-\(greatest),-\(greatest)", nil),
      ("rect=8e307,0,1e308,100", "rect"), ("rect=0,1e308,100,8e307", "rect"),
      ("bounds=1e300,0,\(greatest),100", "bounds"),
      ("bounds=0,8e307,390,1&inset=1e308,0,0,0", "inset"),
      ("bounds=8e307,0,390,1&inset=0,1e308,0,0", "inset"),
      ("bounds=0,-1e308,390,1&inset=0,0,8e307,0", "inset"),
      ("bounds=-1e308,0,390,1&inset=0,0,0,8e307", "inset"),
    ] as [(String, String?)])
  func edges(query: String, parameter: String?) {
    #expect(wrong(query) == (parameter.map { [$0] } ?? []))
  }

  @Test(
    "Each fault has the code of its kind",
    arguments: [
      ("x=1", .unknownKey), ("width=1&width=1", .duplicateKey), ("width=wide", .badSyntax),
      ("width", .badSyntax), ("width=%", .badSyntax), ("width=%ff", .badSyntax),
      ("width=1,2", .badSyntax), ("width=0", .outOfRange), ("width=1e400", .outOfRange),
      ("height=-1", .outOfRange), ("length=1e300", .outOfRange), ("limit=1.5", .outOfRange),
      ("limit=0", .outOfRange), ("limit=10001", .outOfRange), ("limit=x", .badSyntax),
      ("rect=1,2,3", .badSyntax), ("rect=1,2,3,4,5", .badSyntax), ("rect=0,0,0,1", .outOfRange),
      ("rect=0,0,1,1e400", .outOfRange), ("rect=0,0,1,nan", .badSyntax),
      ("rect=1e308,0,1e308,1", .outOfRange), ("bounds=0,0,1,-1", .outOfRange),
      ("inset=1", .badSyntax), ("inset=1,2,3,1e400", .outOfRange), ("point=1", .badSyntax),
      ("point=1e400,1", .outOfRange), ("format=xml", .outOfRange), ("format=", .badSyntax),
      ("pinning=yes", .badSyntax), ("cursor=", .badSyntax), ("widths=1,", .badSyntax),
      ("widths=0", .outOfRange), ("heights=1,-1", .outOfRange),
      ("widths=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", .tooMany),
    ] as [(String, Problem.Code)])
  func codes(query: String, code: Problem.Code) {
    do throws(Problem) {
      _ = try parameters(query)
      Issue.record("it is read")
    } catch { #expect(error.issues.map(\.code) == [code]) }
  }

  @Test("The problem names the parameter and its value")
  func detail() {
    do throws(Problem) {
      _ = try parameters("width=wide")
      Issue.record("the width is not a number")
    } catch {
      #expect(
        error.detail
          == #"The parameter "width" must be a number above 0 and at most 2^53, not "wide"."#)
    }
  }

  @Test("No query crashes the parser", arguments: [1, 2, 3])
  func fuzz(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let characters = Array("width=rect&bounds,%0123456789eE+-.&&==%2C%ff limitcursorformat")
    for _ in 0..<3000 {
      let count = Int.random(in: 0...40, using: &generator)
      let query = String((0..<count).map { _ in characters.randomElement(using: &generator)! })
      _ = try? parameters(query)
    }
  }
}
