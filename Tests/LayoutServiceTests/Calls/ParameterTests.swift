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

  @Test("The scale of what appears needs transitions, and is 0 to 10")
  func appearScale() throws {
    for (query, code) in [
      ("bounds=0,0,9,9&appearScale=2", "not-allowed"),
      ("bounds=0,0,9,9&appearScale=2&transition=false", "not-allowed"),
      ("bounds=0,0,9,9&appearScale=11&transition=true", "out-of-range"),
      ("bounds=0,0,9,9&appearScale=-1&transition=true", "out-of-range"),
      ("bounds=0,0,9,9&appearScale=a&transition=true", "bad-syntax"),
    ] {
      let answer = try test.post(text: #"{"steps": []}"#, to: "\(mixed)/changes?\(query)")
      let error = try test.expect(answer, 400, "bad-parameter", "\(query)")["errors"]?[0]
      #expect(error?["parameter"] == "appearScale" && error?["code"]?.string == code, "\(query)")
    }
    try test.expect(
      test.get("\(mixed)/elements?bounds=0,0,9,9&appearScale=1"), 400, "bad-parameter")
    #expect(try test.get("\(mixed)/transition?bounds=0,0,9,9&appearScale=10").status == 200)
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
