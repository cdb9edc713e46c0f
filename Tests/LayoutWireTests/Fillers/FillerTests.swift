import Comparison
import ContentHash
import JSONText
import Testing

@testable import LayoutCore
@testable import LayoutWire

@Suite("Placeholders, and what a content lacks")
struct FillerTests {
  // MARK: Worked examples

  @Test("A placeholder fills what its headers leave, and items take its place")
  func placeholder() throws {
    func body(_ state: String) -> String {
      #"""
      {"engine":"column","minimumContentLength":416,"source":{"children":[
        {"items":9,"state":"\#(state)","placeholder":{},
         "headers":[{"height":44,"visibleWhileShowingPlaceholder":true},{"height":30}]}]}}
      """#
    }
    let loading = try layout(body("loading"))
    #expect(elements(of: loading) == ["header 0/0 0 44", "placeholder 0/0 44 372"])
    #expect(loading.contentSize.height == 416)
    let loaded = try layout(body("loaded"))
    #expect(elements(of: loaded)[1] == "header 0/1 44 30")
    #expect(elements(of: loaded).last == "cell 0/8 426 44")
    #expect(loaded.contentSize.height == 470)
    let step = try changed(
      loading.snapshot,
      #"""
      {"setSections":[{"section":0,"headers":[{"height":44},{"height":30}],"placeholder":null}],
       "insert":[{"section":0,"item":0,"items":{"count":9,"height":44}}]}
      """#)
    #expect(id(step) == id(loaded.snapshot))
  }

  @Test("A node with a placeholder waits until all below it has come")
  func indicator() throws {
    func body(_ ratings: String, _ texts: String) -> String {
      #"""
      {"engine":"column","metrics":{"rowHeight":44},"globalHeaders":[{"height":144}],
       "minimumContentLength":416,"source":{"id":"product","selected":1,"children":[{},
       {"id":"reviews","placeholder":{"backgroundColor":"wait"},"children":[
         {"id":"ratings",\#(ratings)},{"id":"texts",\#(texts)}]}]}}
      """#
    }
    let initial = try read(body(#""state":"initial""#, #""state":"initial""#))
    #expect(initial.snapshot.sections.count == 2)
    #expect(text(initial.source).hasPrefix(#"{"state":"initial","load":["ratings","texts"]"#))
    #expect(initial.snapshot.sections.allSatisfy { $0.placeholder == nil })

    let loading = try read(body(#""state":"loading""#, #""state":"loading""#))
    let layout = try Layout.of(loading.snapshot, containerWidth: 320)
    #expect(elements(of: layout) == ["globalHeader -1/0 0 144", "placeholder 0/0 144 272"])
    #expect(
      text(loading.source) == #"""
        {"state":"loading","load":[],"nodes":[{"id":"product","state":"loading","first":0,"sectionCount":1},\#
        {"id":"reviews","state":"loading","first":0,"sectionCount":1},\#
        {"id":"ratings","state":"loading","sectionCount":0},{"id":"texts","state":"loading","sectionCount":0}]}
        """#)
    let half = try read(body(#""items":[{"height":70}]"#, #""state":"loading""#))
    #expect(id(half.snapshot) == id(loading.snapshot))

    let loaded = try read(body(#""items":[{"height":70}]"#, #""items":{"count":3,"height":88}"#))
    let step = try changed(
      loading.snapshot,
      #"""
      {"setSections":[{"section":0,"placeholder":null}],
       "insert":[{"section":0,"item":0,"items":[{"height":70}]}],
       "insertSections":[{"section":1,"sections":[{"engine":"column","items":{"count":3,"height":88}}]}]}
      """#)
    #expect(id(step) == id(loaded.snapshot))
    let after = try Layout.of(step, containerWidth: 320)
    #expect(
      elements(of: after).dropFirst() == [
        "cell 0/0 144 70", "cell 1/0 214 88", "cell 1/1 302 88", "cell 1/2 390 88",
      ])
    #expect(after.contentSize.height == 478)
    let waiting = try read(body(#""state":"initial""#, #""state":"loading""#))
    #expect(text(waiting.source).hasPrefix(#"{"state":"loading","load":["ratings"]"#))
  }

  @Test("The only item of a section fills the remainder, and is never lower than its size")
  func remainder() throws {
    func body(_ length: Double) -> String {
      #"""
      {"engine":"column","minimumContentLength":\#(length),"sections":[{"items":2},
       {"items":1,"metrics":{"rowHeight":"remainder","sectionInset":{"top":12}}}]}
      """#
    }
    let long = try layout(body(480))
    #expect(elements(of: long).last == "cell 1/0 100 380")
    #expect(long.contentSize.height == 480)
    let short = try layout(body(120))
    #expect(elements(of: short).last == "cell 1/0 100 44")
    #expect(short.contentSize.height == 144)
    // Without fillers the room stays empty.
    let empty = try layout(
      #"{"minimumContentLength":480,"engine":"column","sections":[{"items":2}]}"#)
    #expect(elements(of: empty).count == 2)
    #expect(empty.contentSize.height == 480)
    // A number ends it.
    let step = #"{"setSections":[{"section":1,"metrics":{"rowHeight":60}}]}"#
    let ended = try Layout.of(changed(long.snapshot, step), containerWidth: 320)
    #expect(elements(of: ended).last == "cell 1/0 100 44")
    // So do more items; one that is left fills again.
    let more = #"{"insert":[{"section":1,"item":1,"items":[{"height":30}]}]}"#
    let two = try changed(long.snapshot, more)
    let plain = try Layout.of(two, containerWidth: 320)
    #expect(elements(of: plain).suffix(2) == ["cell 1/0 100 44", "cell 1/1 144 30"])
    let one = try changed(two, #"{"delete":[{"section":1,"item":0}]}"#)
    let filled = try Layout.of(one, containerWidth: 320)
    #expect(elements(of: filled).last == "cell 1/0 100 380")
  }

  // MARK: Changes

  @Test(
    "A placeholder counts where a section has no items after a step, and is forgotten elsewhere")
  func forgotten() throws {
    let snapshot = try decoded(
      #"{"engine":"column","sections":[{"placeholder":{"height":50}},{"items":2,"placeholder":{"height":50}}]}"#
    )
    #expect(snapshot.sections.map { $0.placeholder?.extent } == [50, nil])
    let insert = #"{"insert":[{"section":0,"item":0,"items":[{"height":9}]}]}"#
    let filled = try changed(snapshot, insert)
    #expect(filled.sections[0].placeholder == nil)
    let emptied = try changed(filled, #"{"delete":[{"section":0,"item":0}]}"#)
    #expect(emptied.sections[0].placeholder == nil)
    let both = #"""
      {"delete":[{"section":1,"item":0,"count":2}],
       "setSections":[{"section":0,"count":2,"placeholder":{"height":7}}]}
      """#
    #expect(try changed(filled, both).sections.map { $0.placeholder?.extent } == [nil, 7])
    let set =
      #"{"setSections":[{"section":0,"count":2,"placeholder":{}}],"set":{"minimumContentLength":9}}"#
    let after = try changed(snapshot, set)
    #expect(after.sections.map { $0.placeholder != nil } == [true, false])
    #expect(after.minimumContentLength == 9)
    let none =
      #"{"setSections":[{"section":0,"placeholder":null}],"set":{"minimumContentLength":0}}"#
    #expect(
      try id(changed(after, none))
        == id(decoded(#"{"engine":"column","sections":[{},{"items":2}]}"#)))
  }

  @Test("A section without a placeholder has no room for one")
  func memory() throws {
    #expect(Section.objectBytes == (MemberRow.ofSections.isEmpty ? 80 : 96))
    #expect(MemoryLayout<Items>.size == MemoryLayout<SizedRun>.size)
    let snapshot = try decoded(#"{"sections":[{"items":1},{"placeholder":{"height":1}}]}"#)
    let (items, none) = (snapshot.sections[0].items, snapshot.sections[1].items)
    #expect(
      none.isEqual(to: .none) && none.count == 0 && none.uniformSize == Size(width: 0, height: 0))
    #expect(!items.isEqual(to: none) && none.showing(nil).isEqual(to: .none))
  }

  @Test("The layout of a section, which other layouts share, has no part of what one content lacks")
  func shared() throws {
    func body(_ length: Int) -> String {
      #"""
      {"engine":"column","minimumContentLength":\#(length),"sections":[{"placeholder":{}},{"items":1},
       {"items":1,"metrics":{"rowHeight":"remainder"}},{"placeholder":{}}]}
      """#
    }
    let long = try layout(body(1000))
    let sections = long.snapshot.sections.indices.map(long.sectionLayout)
    #expect(sections.map(\.extent) == [0, 44, 44, 0])
    let short = try Layout(
      decoded(body(500)), containerWidth: 320, sectionLayouts: sections)
    #expect(try elements(of: short) == elements(of: layout(body(500))))
    #expect(elements(of: short) != elements(of: long))
  }

  @Test("What says nothing new is named as before, and each new thing makes another id")
  func names() throws {
    let bodies = [
      #"{"sections":[{}]}"#, #"{"sections":[{"placeholder":{}}]}"#,
      #"{"sections":[{"placeholder":{"height":1}}]}"#,
      #"{"sections":[{"placeholder":{"height":2}}]}"#,
      #"{"sections":[{"placeholder":{"backgroundColor":"a"}}]}"#,
      #"{"minimumContentLength":1,"sections":[{}]}"#,
      #"{"minimumContentLength":2,"sections":[{}]}"#,
      #"{"engine":"column","sections":[{}]}"#,
      #"{"engine":"column","metrics":{"rowHeight":"remainder"},"sections":[{}]}"#,
    ]
    let snapshots = try bodies.map { try decoded($0) }
    #expect(Set(snapshots.map(id)).count == bodies.count)
    #expect(snapshots.map(\.rulesVersion) == [2, 3, 3, 3, 3, 3, 3, 2, 3])
    for body in [
      #"{"sections":[{"placeholder":{"height":0}}]}"#,
      #"{"minimumContentLength":0,"sections":[{}]}"#,
      #"{"metrics":{"rowHeight":"remainder"},"sections":[{}]}"#,
    ] { #expect(try id(decoded(body)) == id(snapshots[0]), "\(body)") }
  }

  // MARK: Faults and warnings

  static let faults: [(body: String, code: String, pointer: String)] = [
    (#"{"sections":[{"placeholder":{"pin":true}}]}"#, "unknown-key", "/sections/0/placeholder/pin"),
    (
      #"{"sections":[{"placeholder":{"hidden":true}}]}"#, "unknown-key",
      "/sections/0/placeholder/hidden"
    ),
    (
      #"{"source":{"placeholder":{"estimated":true}}}"#, "unknown-key",
      "/source/placeholder/estimated"
    ),
    (#"{"sections":[{"placeholder":null}]}"#, "wrong-type", "/sections/0/placeholder"),
    (
      #"{"sections":[{"items":1,"placeholder":{"height":-1}}]}"#, "out-of-range",
      "/sections/0/placeholder/height"
    ),
    (
      #"{"source":{"selected":0,"children":[{},{"placeholder":{"width":-1}}]}}"#, "out-of-range",
      "/source/children/1/placeholder/width"
    ),
    (
      #"{"source":{"placeholder":{"height":-1},"children":[{"state":"loading"}]}}"#, "out-of-range",
      "/source/placeholder/height"
    ),
    (#"{"minimumContentLength":-1,"sections":[]}"#, "out-of-range", "/minimumContentLength"),
    (
      #"{"minimumContentLength":9007199254740994,"sections":[]}"#, "out-of-range",
      "/minimumContentLength"
    ),
    (#"{"metrics":{"rowHeight":"rest"},"sections":[]}"#, "out-of-range", "/metrics/rowHeight"),
    (#"{"metrics":{"rowHeight":null},"sections":[]}"#, "wrong-type", "/metrics/rowHeight"),
  ]

  @Test("A fault is named by its code and its place", arguments: faults)
  func fault(body: String, code: String, pointer: String) throws {
    let found = try #require(problem(body))
    #expect(found.pointers == [pointer], "\(body)")
    #expect(found.issues.map(\.code.rawValue) == [code], "\(body)")
  }

  static let fillers: [(body: String, pointers: [String])] = [
    (
      #"{"sections":[{"placeholder":{}},{"placeholder":{"height":1}}]}"#,
      ["/sections/0/placeholder"]
    ),
    (#"{"sections":[{"items":1,"placeholder":{}}]}"#, []),
    (#"{"minimumContentLength":1,"sections":[{"placeholder":{}}]}"#, []),
    (
      #"""
      {"engine":"column","metrics":{"rowHeight":"remainder"},"sections":[{"items":1},{"items":1},{"items":2},
       {"items":1,"metrics":{"rowHeight":"remainder"}},{"items":1,"metrics":{"rowHeight":3}}]}
      """#, ["/metrics/rowHeight", "/sections/3/metrics/rowHeight"]
    ),
    (
      #"""
      {"engine":"column","source":{"children":[{"state":"error","placeholder":{}},
       {"state":"initial","placeholder":{}},{"items":1,"metrics":{"rowHeight":"remainder"}},
       {"metrics":{"rowHeight":"remainder"},"sections":[{"items":1},{"items":1},{"placeholder":{}}]},
       {"placeholder":{},"children":[{"state":"loading","placeholder":{}}]}]}}
      """#,
      [
        "/source/children/0/placeholder", "/source/children/2/metrics/rowHeight",
        "/source/children/3/metrics/rowHeight", "/source/children/3/sections/2/placeholder",
        "/source/children/4/placeholder",
      ]
    ),
  ]

  @Test(
    "A filler of a content that may be short is warned of where it is given", arguments: fillers)
  func warning(body: String, pointers: [String]) throws {
    let warnings = try read(body).warnings.filter { $0.code == .nothingToFill }
    #expect(warnings.map(\.pointer) == pointers, "\(body)")
  }

  // MARK: Reading

  private func read(_ text: String) throws -> DecodedSnapshot {
    var meter = WorkMeter.unlimited
    return try SnapshotDecoder.read(
      Array(text.utf8).span.bytes, hasSlack: false, naming: .tests, meter: &meter)
  }

  private func layout(_ text: String) throws -> Layout {
    try Layout.of(read(text).snapshot, containerWidth: 320)
  }

  private func changed(_ snapshot: Snapshot, _ step: String) throws -> Snapshot {
    var meter = WorkMeter.unlimited
    return try ChangedSnapshot(
      postedSteps(#"{"steps":[\#(step)]}"#), of: snapshot, meter: &meter
    ).snapshot
  }

  private func id(_ snapshot: Snapshot) -> Digest? {
    IdentifiedSnapshot(snapshot, unless: { false })?.id
  }

  private func text(_ source: ResolvedSource?) -> String {
    var writer = JSONWriter()
    source?.write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The elements of a vertical layout, in order: kind, section and index, y and height.
  private func elements(of layout: Layout) -> [String] {
    layout.elements(in: Rect(x: 0, y: 0, width: 320, height: 1e6)).map { attributes in
      let (element, frame) = (attributes.element, attributes.frame)
      return "\(element.kind) \(element.section)/\(element.index) "
        + "\(JSONWriter.text(frame.y)) \(JSONWriter.text(frame.height))"
    }
  }
}
