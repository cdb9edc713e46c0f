import LayoutCore
import LayoutStore
import LayoutWire
import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("The parameter scale")
struct WholePixelsTests {
  /// Three columns in 100, which no device pixels divide, with everything that has a frame.
  static let snapshot: JSONValue = [
    "globalHeaders": [["height": 20.3, "pin": true, "backgroundColor": "red"]],
    "globalHeaderBackgroundColor": "white",
    "sections": [
      [
        "engine": "column",
        "metrics": [
          "numberOfColumns": 3, "separatorColor": "gray", "background": ["color": "blue"],
          "sectionSeparatorColor": "red", "showsSectionSeparatorWhenLastSection": true,
          "effect": ["unit": 100, "stops": [["at": -9, "scale": 2], ["at": 9, "scale": 1]]],
        ],
        "headers": [["height": 10.7, "pin": true]], "footers": [["height": 3.21]],
        "items": [
          "heights": [33.4, 33.3, 33.35, 21.1, 20, 20.2],
          "transform": [[1, 0, 0, 1, 3, 4], nil, nil, nil, nil, nil],
        ],
      ],
      ["engine": "flow", "items": ["count": 9, "width": 17.77, "height": 12.34]],
    ],
  ]

  private static let bounds = "width=100&bounds=0,7.7,100,150"

  /// A question for every call that takes the parameter, beside those that write.
  private static let questions: [String: [String]] = [
    "/v1/layouts/{id}": ["?\(bounds)", "?widths=100,77.7&length=200"],
    "/v1/layouts/{id}/elements": ["?\(bounds)", "?\(bounds)&format=columns&pinning=true"],
    "/v1/layouts/{id}/special": ["?\(bounds)"],
    "/v1/layouts/{id}/sections": ["?width=100"],
    "/v1/layouts/{id}/items": ["/items/0/1?\(bounds)", "/items/0/4?width=100"],
    "/v1/layouts/{id}/supplementary": [
      "/supplementary/header/0/0?\(bounds)", "/supplementary/globalHeader/0?width=100",
    ],
    "/v1/layouts/{id}/decorations": [
      "/decorations/rowSeparator/0/1?width=100", "/decorations/background/0/0?width=100",
    ],
    "/v1/layouts/{id}/hit": ["?\(bounds)&point=20,90"],
    "/v1/layouts/{id}/transition": [
      "?\(bounds)&fromWidth=77.7", "?\(bounds)&fromWidth=77.7&progress=0.3",
    ],
    "/v1/layouts/{id}/items/{section}/{item}/neighbors": ["/items/0/1/neighbors?width=100"],
    "/v1/layouts/{id}/window": ["?\(bounds)"],
    "/v1/layouts/{id}/reorder": ["?\(bounds)&item=1,1&point=5.3,120.1"],
  ]

  /// The calls of a layout, or of a document's, that answer no frame.
  private static let withoutFrames = ["/v1/layouts/{id}/target", "/v1/layouts/{id}/snapshot"]

  /// Whether a number is one of whole pixels.
  private static func isWhole(_ number: JSONValue?, _ scale: Double) -> Bool {
    guard let pixels = number?.double.map({ $0 * scale }) else { return false }
    return abs(pixels - pixels.rounded()) < 1e-9 * max(1, abs(pixels))
  }

  /// Compares an answer with the one without scale: frames and sizes are whole pixels, all else is the same.
  private func compare(
    _ whole: JSONValue, _ plain: JSONValue, _ scale: Double, _ place: String, _ count: inout Int
  ) {
    if let members = plain.members {
      #expect(whole.members?.map(\.key) == members.map(\.key), "\(place)")
      for (name, value) in members.map({ ($0.key, $0.value) }) {
        let other = whole[name] ?? .null
        if name == "pinning" || name == "transformedFrame" {
          #expect(other == value, "\(place) \(name)")
        } else if ["frame", "contentSize", "gap", "dragged"].contains(name) {
          count += 1
          for key in value.members?.map(\.key) ?? [] {
            #expect(Self.isWhole(other[key], scale), "\(place) \(name) \(other.text)")
          }
        } else if name == "cells", value["x"] != nil {
          for key in ["x", "y", "width", "height"] {
            for number in other[key]?.array ?? [] {
              count += 1
              #expect(Self.isWhole(number, scale), "\(place) \(key)")
            }
          }
        } else {
          compare(other, value, scale, "\(place) \(name)", &count)
        }
      }
    } else if let list = plain.array {
      #expect(whole.array?.count == list.count, "\(place)")
      for (whole, plain) in zip(whole.array ?? [], list) {
        compare(whole, plain, scale, place, &count)
      }
    } else {
      #expect(whole == plain, "\(place)")
    }
  }

  @Test("Every call that answers frames takes it, and rounds all of them")
  func everyCall() throws {
    let test = try TestService()
    let path = try test.path(of: Self.snapshot)
    for call in Call.all where call.path.hasPrefix("/v1/") {
      let isOfLayouts = call.parameters.contains(.width) || call.parameters.contains(.bounds)
      let takes = isOfLayouts && !Self.withoutFrames.contains(call.path)
      #expect(call.parameters.contains(.scale) == takes, "\(call.path)")
      guard takes, call.methods.contains(.get) else { continue }
      let questions = try #require(Self.questions[call.path], "\(call.path)")
      let end = call.path.dropFirst("/v1/layouts/{id}".count)
      for question in questions {
        let isWhole = question.hasPrefix("/") || end.isEmpty
        let target = path + (isWhole ? "" : end) + question
        let plain = try test.json(target)
        for scale in [1, 2, 2.625, 3] {
          var count = 0
          let whole = try test.json("\(target)&scale=\(scale)")
          compare(whole, plain, scale, "\(target) \(scale)", &count)
          #expect(count > 0, "\(target)")
        }
      }
    }
  }

  @Test("Posts and changes of layouts and documents round, too")
  func posts() throws {
    let store = try SQLiteStore(bytesMax: 64 << 20, SQLiteStore.Limits()) { _, _ in }
    defer { store.close(within: .seconds(10)) }
    let test = try TestService(store: store)
    let path = try test.path(of: Self.snapshot)
    try test.create("feed", #"{"layout": "\#(path.split(separator: "/").last ?? "")"}"#)
    let steps = #""steps": [{"delete": [{"section": 0, "item": 1}]}]"#
    let change = "changes?\(Self.bounds)&transition=true&anchor=first"
    var count = 0
    for (target, body) in [
      ("/v1/layouts?\(Self.bounds)", Self.snapshot.text),
      ("\(path)/\(change)", "{\(steps)}"),
    ] {
      let plain = try test.post(text: body, to: target)
      let whole = try test.post(text: body, to: "\(target)&scale=2")
      #expect([200, 201].contains(plain.status), "\(plain.text)")
      compare(try whole.json(), try plain.json(), 2, target, &count)
    }
    let plain = try test.post(text: "{\(steps)}", to: "\(path)/\(change)")
    let whole = try test.post(
      text: #"{"revision": 1, \#(steps)}"#, to: "/v1/documents/feed/\(change)&scale=3")
    #expect(whole.status == 200, "\(whole.text)")
    var answer = try whole.json()
    answer["revision"] = nil
    compare(answer, try plain.json(), 3, "document", &count)
    #expect(count > 60)
  }

  /// x, y, width and height of the elements of a kind.
  private func frames(_ answer: JSONValue, _ kind: String) -> [[Double]] {
    (answer["elements"]?.array ?? []).compactMap { element in
      guard (element["kind"] ?? element["category"])?.string == kind else { return nil }
      return ["x", "y", "width", "height"].map {
        ((element["frame"]?[$0]?.double ?? -1) * 1e6).rounded() / 1e6
      }
    }
  }

  @Test(
    "Three columns in 100",
    arguments: [
      (
        "1",
        [[0, 0, 33, 33], [33, 0, 34, 33], [67, 0, 33, 33], [0, 33, 33, 34]], [0, 33, 100, 1],
        [100, 67.0]
      ),
      (
        "2",
        [
          [0, 0, 33.5, 33.5], [33.5, 0, 33, 33.5], [66.5, 0, 33.5, 33.5], [0, 33.5, 33.5, 33.5],
        ], [0, 33.5, 100, 0.5], [100, 67.0]
      ),
      (
        "3",
        [
          [0, 0, 33.333333, 33.333333], [33.333333, 0, 33.333333, 33.333333],
          [66.666667, 0, 33.333333, 33.333333], [0, 33.333333, 33.333333, 33.333333],
        ], [0, 33.333333, 100, 0.333333], [100, 66.666667]
      ),
    ])
  func example(scale: String, cells: [[Double]], separator: [Double], size: [Double]) throws {
    let test = try TestService()
    let path = try test.path(of: [
      "engine": "column",
      "metrics": ["numberOfColumns": 3, "rowHeight": 33.4, "separatorColor": "gray"],
      "sections": [["items": 4]],
    ])
    let answer = try test.json("\(path)/elements?width=100&rect=0,0,100,100&scale=\(scale)")
    #expect(frames(answer, "cell") == cells)
    #expect(frames(answer, "rowSeparator") == [separator])
    let given = ["width", "height"].map {
      ((answer["contentSize"]?[$0]?.double ?? -1) * 1e6).rounded() / 1e6
    }
    #expect(given == size)
  }

  @Test("Sideways and mirrored, separators keep the edge that they are at")
  func mirrored() throws {
    let test = try TestService()
    let metrics: JSONValue = [
      "numberOfColumns": 2, "separatorColor": "gray", "separatorThickness": 1.6,
    ]
    var path = try test.path(of: [
      "engine": "column", "layoutDirection": "rtl", "metrics": metrics,
      "sections": [["items": ["count": 4, "height": 10.4]]],
    ])
    var answer = try test.json("\(path)/elements?width=101&rect=0,0,200,200&scale=1")
    // It ends at 50.5, where its cell begins, and is 1.6 points wide.
    #expect(frames(answer, "columnSeparator").first == [50, 0, 1, 10])
    #expect(frames(answer, "cell").first == [51, 0, 50, 10])
    path = try test.path(of: [
      "engine": "column", "layoutDirection": "rtl", "scrollDirection": "horizontal",
      "metrics": metrics, "sections": [["items": ["count": 4, "width": 10.4]]],
    ])
    answer = try test.json("\(path)/elements?height=101&rect=0,0,200,200&scale=1")
    // The second row ends at 10.4, and its separator there, too.
    #expect(frames(answer, "rowSeparator") == [[9, 0, 1, 101]])
    #expect(frames(answer, "cell")[2] == [0, 0, 10, 51])
    #expect(frames(answer, "columnSeparator").first == [10, 51, 11, 1])
  }

  @Test("It is a number from 0.1 to 16")
  func refused() throws {
    let test = try TestService()
    let path = try test.path(of: Self.snapshot)
    let target = "\(path)/elements?width=100&rect=0,0,9,9"
    for (scale, code) in [
      ("0", "out-of-range"), ("0.09", "out-of-range"), ("17", "out-of-range"),
      ("-1", "out-of-range"), ("x", "bad-syntax"), ("", "bad-syntax"), ("1,2", "bad-syntax"),
    ] {
      let problem = try test.expect(
        test.get("\(target)&scale=\(scale)"), 400, "bad-parameter", "\(scale)")
      let error = problem["errors"]?[0]
      #expect(error?["parameter"] == "scale" && error?["code"]?.string == code, "\(scale)")
    }
    for scale in ["0.1", "16", "1e0"] {
      #expect(try test.get("\(target)&scale=\(scale)").status == 200)
    }
    for format in ["svg", "text"] {
      let answer = try test.get("\(target)&format=\(format)&scale=2")
      let error = try test.expect(answer, 400, "bad-parameter")["errors"]?[0]
      #expect(error?["parameter"] == "scale" && error?["code"] == "not-allowed")
    }
  }

  @Test("Tags depend on it, and cursors do not")
  func tags() throws {
    let test = try TestService()
    let target = "\(try test.path(of: Self.snapshot))/elements?width=100&rect=0,0,100,200&limit=3"
    let answers = try ["", "&scale=1", "&scale=2"].map { try test.get(target + $0) }
    #expect(Set(answers.map { $0.headers["etag"] }).count == 3)
    #expect(Set(try answers.map { try $0.json()["next"]?.string }).count == 1)
  }
}
