import Oracle
import TestClient
import Testing

@testable import LayoutServiceTestSupport

@Suite("Query parameters")
struct ParameterTests {
  let test: TestService
  let mixed: String
  let horizontal: String

  init() throws {
    test = try TestService()
    mixed = try test.path(of: Snapshots.mixed)
    horizontal = try test.path(of: Snapshots.horizontal)
  }

  static let malformed: [(parameter: String, value: String)] =
    [
      "", "abc", "0", "-1", "+1", "0x10", "nan", "inf", "1e400", "01", "1.", ".5", "%20390",
      "390%20",
    ]
    .map { ("width", $0) }
    + ["9007199254740994", "39%", "39%4", "%ff", "39+0", "1,2", "1e", "--1"].map { ("width", $0) }
    + [
      "", "1,2,3", "1,2,3,4,5", "0,0,0,5", "0,0,5,0", "0,0,-1,5", "0,0,1e999,5", "a,0,1,1",
      "0,0,1,1,", ",0,0,1,1", "0;0;1;1", "0,0,nan,1",
    ].flatMap { [("rect", $0), ("bounds", $0)] }
    + ["1,2,3", "1,2,3,4,5", "a,b,c,d", "1e999,0,0,0", ""].map { ("inset", $0) }
    + ["0", "-1", "10001", "1.5", "a", "", "1e5"].map { ("limit", $0) }
    + ["xml", "", "ROWS", "rows,columns"].map { ("format", $0) }
    + [("cursor", "")]

  @Test("A malformed value is refused and its parameter named", arguments: malformed)
  func malformedValue(parameter: String, value: String) throws {
    var query = ["width": "390", "rect": "0,0,390,844"]
    query[parameter] = value
    let text = query.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: "&")
    for route in ["/elements", ""] {
      let problem = try test.expect(
        test.get("\(mixed)\(route)?\(text)"), 400, "bad-parameter", "\(text)")
      #expect(problem["errors"]?[0]["parameter"]?.string == parameter, "\(text)")
    }
  }

  @Test("Every spelling of a number that JSON knows is read, percent-encoded or not")
  func spellings() throws {
    let plain = try test.get("\(mixed)/elements?width=390&rect=0,10,100,200")
    #expect(plain.status == 200)
    for query in [
      "width=390.0&rect=0,10,100,200", "width=3.9e2&rect=-0,1e1,1E+2,2000e-1",
      "width=%33%39%30&rect=0%2C10%2c100%2C200", "rect=0,10,100,200&width=390",
      "w%69dth=390&rect=0,10,100,200", "width=390&rect=0,10,100,200&",
      "width=390&rect=0,10,100,200&limit=10000", "width=390&rect=0,10,100,200&limit=1e4",
      "width=390&rect=0,10,100,200&format=rows",
    ] {
      #expect(try test.get("\(mixed)/elements?\(query)").body == plain.body, "\(query)")
    }
    for width in ["5e-324", "0.5"] {
      // More columns than may be, not a malformed width.
      #expect(try test.get("\(mixed)?width=\(width)").status == 200, "\(width)")
    }
    #expect(
      try test.get("\(try test.path(of: ["sections": []]))?width=9007199254740992").status == 200)
  }

  @Test("A parameter that is given twice, or that a call does not take, is refused")
  func repeatedAndUnknown() throws {
    for target in [
      "\(mixed)?width=390&width=390", "\(mixed)?width=390&w%69dth=391", "\(mixed)?unknown=1",
      "\(mixed)?Width=390", "\(mixed)?width%20=390", "\(mixed)?=", "\(mixed)?point=1,1",
      "\(mixed)/elements?width=390&rect=0,0,1,1&point=1,1", "/version?x=y",
    ] {
      try test.expect(test.get(target), 400, "bad-parameter", "\(target)")
    }
    try test.expect(test.post(["sections": []], "wdith=390"), 400, "bad-parameter")
  }

  @Test("Probes and metrics ignore their query")
  func ignored() throws {
    for path in ["/healthz", "/readyz", "/metrics"] {
      for query in ["", "1732678548", "_=1&_=2", "width=x", "%zz", "?", "a=b&a=b"] {
        for method in ["GET", "HEAD"] {
          #expect(try test.request(method, "\(path)?\(query)").status == 200, "\(path)?\(query)")
        }
      }
    }
  }

  @Test("Twenty wrong parameters are named, and no more")
  func manyErrors() throws {
    let query = (0..<50).map { "p\($0)=1" }.joined(separator: "&")
    let problem = try test.expect(test.get("\(mixed)?\(query)"), 400, "bad-parameter")
    #expect(problem["errors"]?.array?.count == 20)
  }

  @Test("A missing parameter is named")
  func missing() throws {
    for (target, parameter) in [
      ("\(mixed)/elements?width=390", "rect"), ("\(mixed)/elements", "rect"),
      ("\(mixed)/elements?rect=0,0,1,1", "width"), ("\(mixed)?rect=0,0,1,1", "width"),
      ("\(mixed)/special?width=390", "bounds"),
      ("\(mixed)/special?width=390&rect=0,0,1,1", "bounds"),
      ("\(mixed)/sections", "width"), ("\(mixed)/items/0/0", "width"),
      ("\(mixed)/supplementary/header/0/0", "width"), ("\(mixed)/hit?width=390", "point"),
      ("\(mixed)/hit?point=1,1", "width"), ("\(horizontal)/sections", "height"),
      ("\(horizontal)/elements?rect=0,0,1,1", "height"),
    ] {
      let problem = try test.expect(test.get(target), 400, "bad-parameter", "\(target)")
      #expect(problem["errors"]?[0]["parameter"]?.string == parameter, "\(target)")
    }
    try test.expect(test.post(Snapshots.mixed, "rect=0,0,1,1"), 400, "bad-parameter")
  }

  @Test("A point is two numbers", arguments: ["", "1", "1,2,3", "a,b", "1,1e999", "1;2"])
  func point(value: String) throws {
    try test.expect(
      test.get("\(mixed)/hit?width=390&point=\(value)"), 400, "bad-parameter")
  }

  @Test(
    "A number beyond all doubles is named, with what may stand in its place",
    arguments: [
      ("hit?width=390&point=1e309,1", "1e309"), ("hit?width=390&point=1,-1e999", "-1e999"),
      ("elements?width=390&rect=0,1e400,1,1", "1e400"),
      ("special?bounds=0,0,390,1&inset=0,1e309,0,0", "1e309"),
    ])
  func beyondDoubles(path: String, number: String) throws {
    let problem = try test.expect(test.get("\(mixed)/\(path)"), 400, "bad-parameter")
    #expect(problem["errors"]?[0]["code"] == "out-of-range")
    #expect(
      problem["detail"]?.string?.hasSuffix(
        #": "\#(number)" is beyond all doubles, give one between -1.7e308 and 1.7e308."#) == true,
      "\(problem)")
  }

  @Test(
    "Edges beyond all doubles are refused, and their parameter named",
    arguments: [
      ("elements?rect=1.7e308,0,1.7e308,1&width=390", "rect"),
      ("special?bounds=0,1.7e308,390,1.7e308", "bounds"),
      ("special?bounds=0,1.7e308,390,1&inset=1.7e308,0,0,0", "inset"),
      ("supplementary/header/0/0?bounds=-1.7e308,0,390,1&inset=0,0,0,1.7e308", "inset"),
    ])
  func edges(path: String, parameter: String) throws {
    let problem = try test.expect(test.get("\(mixed)/\(path)"), 400, "bad-parameter")
    #expect(problem["errors"]?[0]["parameter"]?.string == parameter)
  }

  @Test("A rectangle of any finite edges is answered by every call in numbers")
  func hugeRectangles() throws {
    let greatest = Double.greatestFiniteMagnitude
    let rects = [
      NaiveRect(x: -8e307, y: 0, width: 1e308, height: 100),
      NaiveRect(x: 0, y: -8e307, width: 390, height: 1e308),
      NaiveRect(x: -greatest, y: -greatest, width: greatest, height: greatest),
      NaiveRect(x: -greatest / 2, y: -greatest / 2, width: greatest, height: greatest),
      NaiveRect(x: 0, y: 0, width: greatest, height: greatest),
      NaiveRect(x: 1e308, y: 1e308, width: 1, height: 7e307),
    ]
    for direction in ["ltr", "rtl"] {
      for snapshot in [Snapshots.mixed, Snapshots.horizontal] {
        var snapshot = snapshot
        snapshot["layoutDirection"] = .string(direction)
        let answers = try OracleAnswers(test, snapshot, width: 390, "\(direction)")
        for rect in rects {
          let query = "\(answers.container)&rect=\(rect.query)"
          for call in [
            "?\(query)", "/elements?\(query)&pinning=true", "/elements?\(query)&format=svg",
            "/elements?\(query)&format=text", "/elements?\(query)&format=columns",
            "/supplementary/header/0/0?\(answers.container)&bounds=\(rect.query)",
          ] {
            let answer = try test.get(answers.path + call)
            #expect(answer.status == 200, "\(call): \(answer.text)")
            #expect(!answer.text.contains("inf") && !answer.text.contains("nan"), "\(call)")
          }
        }
      }
    }
  }

  @Test("The direction says which of width and height is the container's")
  func direction() throws {
    for target in [
      "\(mixed)?height=390", "\(mixed)/sections?height=390",
      "\(mixed)/elements?height=390&bounds=0,0,390,844", "\(horizontal)?width=390",
      "\(horizontal)/elements?width=390&height=390&rect=0,0,1,1",
    ] {
      let problem = try test.expect(test.get(target), 400, "bad-parameter", "\(target)")
      let parameter = target.hasPrefix(mixed) ? "height" : "width"
      #expect(problem["errors"]?[0]["parameter"]?.string == parameter, "\(target)")
    }
    let fromBounds = try test.json("\(horizontal)/elements?bounds=0,0,844,390")
    #expect(fromBounds["height"] == 390)
    #expect(fromBounds["contentSize"]?["height"] == 390)
    try test.expect(test.get("\(mixed)/special?bounds=0,0,1e16,5"), 400, "bad-parameter")
  }
}
