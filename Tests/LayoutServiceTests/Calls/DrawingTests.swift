import LayoutDrawing
import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport
@testable import LayoutWire

@Suite("Drawings")
struct DrawingTests {
  let test: TestService
  let mixed: String

  init() throws {
    test = try TestService(overSocket: true)
    mixed = try test.path(of: Snapshots.mixed)
  }

  /// The policy that a drawing comes with, by its format.
  static let drawings = [
    ("svg", "image/svg+xml", "default-src 'none'; style-src 'unsafe-inline'"),
    ("text", "text/plain; charset=utf-8", nil),
  ]

  @Test("A drawing has its media type, and an SVG has a policy against scripts")
  func headers() throws {
    for (format, mediaType, policy) in DrawingTests.drawings {
      let drawn = [
        try test.get("\(mixed)/elements?width=390&rect=0,0,390,300&format=\(format)"),
        try test.post(Snapshots.mixed, "width=390&format=\(format)"),
      ]
      for answer in drawn {
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"] == mediaType)
        #expect(answer.headers["content-security-policy"] == policy)
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        #expect(answer.body.last == UInt8(ascii: "\n"))
      }
      #expect(drawn[0].headers["cache-control"] == "public, max-age=31536000, immutable")
      #expect(drawn[1].headers["cache-control"] == "no-store")
    }
    let json = try test.get("\(mixed)/elements?width=390&rect=0,0,390,300")
    #expect(json.headers["content-security-policy"] == nil)
  }

  @Test("A drawing is one document, with the elements that the list has")
  func document() throws {
    let target = "\(mixed)/elements?width=390&rect=0,0,390,800"
    let drawing = try test.get("\(target)&format=svg").text
    #expect(drawing.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" "))
    #expect(drawing.hasSuffix("</svg>\n"))
    let cells = try #require(try test.json(target)["elements"]?.array).filter {
      $0["category"] == "cell"
    }
    #expect(cells.count > 10)
    for cell in cells {
      let name = "<title>cell \(cell["section"]!.text)/\(cell["item"]!.text)</title>"
      #expect(drawing.contains(name), "\(name)")
    }
    #expect(drawing.components(separatedBy: "<title>cell ").count == cells.count + 1)
    #expect(drawing.contains("<title>header 0/0, at rest</title>"))
    let scrolled = try test.get("\(mixed)/elements?bounds=0,90,390,800&format=svg").text
    #expect(scrolled.contains("<title>header 0/0, pinned</title>"))
    let text = try test.get("\(mixed)/elements?bounds=0,90,390,800&format=text").text
    #expect(text.contains("┃ header 0/0 · pinned "))
  }

  @Test("Calls that answer no list in a rectangle do not draw")
  func refused() throws {
    for path in [
      "\(mixed)?width=390&rect=0,0,390,300", "\(mixed)/special?bounds=0,0,390,300",
      "\(mixed)/sections?width=390", "\(mixed)/items/0/0?width=390",
      "\(mixed)/supplementary/header/0/0?width=390",
      "\(mixed)/decorations/rowSeparator/0/1?width=390", "\(mixed)/hit?width=390&point=1,1",
    ] {
      #expect(try test.get("\(path)&format=rows").status == 200, "\(path)")
      for format in DrawingFormat.allCases {
        let problem = try test.expect(
          test.get("\(path)&format=\(format.rawValue)"), 400, "bad-parameter", "\(path)")
        #expect(problem["errors"]?[0]["parameter"]?.string == "format")
        #expect(problem["detail"] == "The format must be rows or columns here.")
      }
    }
  }

  @Test(
    "What a drawing cannot show is refused",
    arguments: [
      ("POST", "widths=390,744", "widths"), ("POST", "heights=390", "heights"),
      ("GET", "pinning=true&width=390&rect=0,0,1,1", "pinning"),
      ("GET", "width=390", "rect"), ("POST", "bounds=0,0,390,1&length=5", "length"),
      ("POST", "", "width"), ("POST", "width=390&cursor=a", "cursor"),
    ])
  func beside(method: String, query: String, parameter: String) throws {
    for format in DrawingFormat.allCases {
      let query = "\(query)&format=\(format.rawValue)"
      let answer =
        try method == "POST"
        ? test.post(Snapshots.mixed, query) : test.get("\(mixed)/elements?\(query)")
      let problem = try test.expect(answer, 400, "bad-parameter", "\(query)")
      #expect(problem["errors"]?[0]["parameter"]?.string == parameter, "\(query)")
    }
  }

  @Test("Each format has a tag of its own, and HEAD, 304 and gzip are as for lists")
  func validators() throws {
    let target = "\(mixed)/elements?width=390&rect=0,0,390,1200"
    var tags: Set<String> = []
    for format in ["rows", "columns", "svg", "text"] {
      let drawn = "\(target)&format=\(format)"
      let answer = try test.get(drawn)
      let tag = try #require(answer.headers["etag"])
      #expect(tags.insert(tag).inserted, "\(format)")
      let head = try test.request("HEAD", drawn)
      #expect(head.body.isEmpty)
      for name in ["etag", "content-type", "content-length", "content-security-policy"] {
        #expect(head.headers[name] == answer.headers[name], "\(format), \(name)")
      }
      let unchanged = try test.get(drawn, ("If-None-Match", tag))
      #expect(unchanged.status == 304)
      #expect(unchanged.body.isEmpty)
      let coded = try test.get(drawn, ("Accept-Encoding", "gzip"))
      #expect(coded.headers["content-encoding"] == "gzip", "\(format)")
      #expect(try inflated(coded.body) == answer.body, "\(format)")
      #expect(coded.headers["etag"] != tag)
    }
  }

  @Test("A posted snapshot is drawn at once, and known by its id")
  func posted() throws {
    let new: JSONValue = ["sections": [["engine": "column", "items": 3]]]
    let answer = try test.post(new, "width=390&format=svg")
    #expect(answer.status == 201)
    let location = try #require(answer.headers["location"])
    let rect = "rect=0,0,390,132&bounds=0,0,390,132"
    #expect(try test.get("\(location)/elements?\(rect)&format=svg").body == answer.body)
    #expect(try test.post(new, "width=390&format=svg").headers["location"] == nil)
  }

  @Test("Without a rectangle a posted snapshot's first screen is drawn, where reading begins")
  func firstScreen() throws {
    func title(_ snapshot: JSONValue, _ query: String) throws -> Substring {
      let answer = try test.post(snapshot, "\(query)&format=svg")
      try #require(answer.status < 300, "\(answer.text)")
      return answer.text.split(separator: "title>")[1].dropLast(2)
    }
    var wide = Snapshots.horizontal
    #expect(
      try title(wide, "height=25") == "1000 × 25 points at 0, 0 of a layout of 1520 × 25")
    wide["layoutDirection"] = "rtl"
    #expect(
      try title(wide, "height=25") == "1000 × 25 points at 520, 0 of a layout of 1520 × 25")
    let tall = Snapshots.rows(500)
    #expect(
      try title(tall, "width=390") == "390 × 1000 points at 0, 0 of a layout of 390 × 22000")
    #expect(
      try title(tall, "width=390&length=300")
        == "390 × 300 points at 0, 0 of a layout of 390 × 22000")
    // Short content is drawn without the empty space below it, no content as an empty screen.
    #expect(
      try title(Snapshots.rows(2), "width=390") == "390 × 88 points at 0, 0 of a layout of 390 × 88"
    )
    #expect(
      try title(["sections": []], "width=390") == "390 × 1000 points at 0, 0 of a layout of 390 × 0"
    )
    #expect(
      try title(tall, "width=390&rect=0,5,390,50")
        == "390 × 50 points at 0, 5 of a layout of 390 × 22000")
  }

  @Test("compute draws what the HTTP call draws")
  func compute() throws {
    for format in DrawingFormat.allCases {
      for query in ["width=390", "bounds=0,90,390,500", "width=390&rect=0,0,390,5000&limit=7"] {
        let query = "\(query)&format=\(format.rawValue)"
        let computed = test.service.compute(
          snapshot: Array(Snapshots.mixed.text.utf8), query: query)
        #expect(try test.post(Snapshots.mixed, query).body == computed.body)
      }
    }
  }

  @Test("The drawing of a cut list says so and has its cursor")
  func cut() throws {
    let target = "\(mixed)/elements?width=390&rect=0,0,390,1500"
    let list = try test.json("\(target)&limit=10")
    let next = try #require(list["next"]?.string)
    let first = try test.get("\(target)&limit=10&format=svg")
    #expect(first.text.contains("cut · the rectangle has more than is drawn here"))
    #expect(first.text.components(separatedBy: "<title>cell ").count - 1 <= 10)
    let text = try test.get("\(target)&limit=10&format=text").text
    #expect(text.contains("\ncut: the rectangle has more than is drawn here\n"))
    let rest = try test.get("\(target)&cursor=\(next)&format=svg").text
    #expect(!rest.contains("cut · "))
    #expect(!rest.contains("<title>cell 0/0<"))
    #expect(rest.contains("<title>cell 1/0<"))
  }

  @Test("Pinning elements and sections beyond the limit are left out, and the log says so")
  func limits() throws {
    let narrow = try TestService(limits: { $0.maximumElements = 6 })
    let section: JSONValue = ["headers": [["height": 10, "pin": true]]]
    let path = try narrow.path(of: ["sections": .array(Array(repeating: section, count: 40))])
    let target = "\(path)/elements?bounds=0,0,390,300"
    try narrow.expect(narrow.get(target), 400, "bad-parameter")
    let answer = try narrow.get("\(target)&format=svg")
    #expect(answer.status == 200)
    #expect(answer.text.contains("cut · the rectangle has more than is drawn here"))
    #expect(answer.text.components(separatedBy: "<title>header ").count == 7)
    #expect(answer.text.components(separatedBy: "class=\"frame ").count == 7)
    #expect(try narrow.record(of: answer.headers["x-request-id"]).limit == "max-elements")
    let few = try narrow.get("\(path)/elements?bounds=0,1,390,40&format=svg")
    #expect(!few.text.contains("cut"))
    #expect(few.text.components(separatedBy: "class=\"frame ").count == 6)
  }

  @Test("A drawing of more than a thousand elements is made on a compute thread")
  func place() throws {
    let cells = try test.path(of: Snapshots.rows(5000))
    let bare: JSONValue = ["metrics": ["sectionInset": ["bottom": 1]]]
    let sections = try test.path(of: ["sections": .array(Array(repeating: bare, count: 1500))])
    let header: JSONValue = ["headers": [["height": 1, "pin": true]]]
    let headers = try test.path(of: ["sections": .array(Array(repeating: header, count: 1500))])
    for (path, height) in [(cells, 44), (sections, 1), (headers, 1)] {
      for (count, isHeavy) in [(300, false), (1400, true)] {
        let target = "\(path)/elements?width=390&rect=0,0,390,\(count * height)&format=svg"
        // Drawing alone decides if the layout is prepared already.
        for thread in [Allowance.Thread.compute, .network] {
          var isTooHeavy = false
          if case .failure(.tooHeavy) = test.outcome(target, on: thread) { isTooHeavy = true }
          #expect(isTooHeavy == (isHeavy && thread == .network), "\(height), \(count), \(thread)")
        }
      }
    }
  }
}
