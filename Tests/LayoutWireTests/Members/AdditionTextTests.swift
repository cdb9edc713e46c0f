import Comparison
import ContentHash
import JSONText
import Testing

@testable import LayoutCore
@testable import LayoutWire

/// Texts that say an addition are told from those that the release before can read.
@Suite("Texts that say additions")
struct AdditionTextTests {
  /// The keys and words of the release before. A key or a word that is added later is not listed here.
  private static let before: Set<String> = [
    "scrollDirection", "layoutDirection", "engine", "metrics", "globalHeaders", "sections", "id",
    "headers", "items", "footers", "height", "width", "pin", "hidden", "estimated",
    "backgroundColor", "selectedBackgroundColor", "padding", "top", "left", "bottom", "right",
    "count", "widths", "heights", "sectionInset", "minimumLineSpacing", "minimumInteritemSpacing",
    "itemSize", "lineAlignment", "itemAlignment", "numberOfColumns", "minimumColumnWidth",
    "rowHeight", "cellHeight", "placement", "segmentHeight", "leadingSegments", "segments",
    "separatorColor", "separatorInsets", "showsColumnSeparator", "sectionSeparatorColor",
    "sectionSeparatorInsets", "showsSectionSeparatorWhenLastSection", "separatorThickness",
    "steps", "expect", "itemCount", "delete", "reload", "resize", "move", "insert",
    "deleteSections", "reloadSections", "setSections", "moveSections", "insertSections", "set",
    "section", "item", "from", "to", "at", "slide", "value",
    // Words.
    "vertical", "horizontal", "ltr", "rtl", "flow", "column", "waterfall", "mosaic", "uikit",
    "leading", "center", "trailing", "justify", "row", "natural", "shortest", "leftToRight",
    "rightToLeft", "fullWidth", "fiftyFifty", "twoThirdsOneThird", "oneThirdTwoThirds",
  ]

  private func check<Key>(_ known: KnownKeys<Key>) -> Set<String> {
    var additions: Set<String> = []
    let ofTests = MetricsKey.allCases.dropFirst(MetricsKey.documented.count).map(\.name)
    for (position, name) in known.names.enumerated() where !ofTests.contains(name) {
      // Items have members with names that headers had before.
      let isOfItems =
        [.part, .entry].contains(known.object) && known.versions[position] >= RulesVersion.members
      let isKnown = AdditionTextTests.before.contains(name) && !isOfItems
      let isAddition = known.additions >> UInt64(position) & 1 == 1
      #expect(isAddition == !isKnown, "\(name) of \(known.object)")
      if isAddition { additions.insert(name) }
    }
    return additions
  }

  @Test("Each key and word is of the release before or an addition, and each addition is spelled")
  func table() {
    // A source is kept as its sections.
    var additions = check(RootKey.known)
    additions.formUnion(check(SectionKey.known))
    additions.formUnion(check(SupplementaryKey.known))
    additions.formUnion(check(EdgeKey.known))
    // Their objects are additions.
    _ = check(BackgroundKey.known)
    _ = check(ShelfKey.known)
    additions.formUnion(check(MetricsKey.known))
    // Their additions are spelled in another test.
    _ = (check(ItemKey.known), check(ItemListKey.known))
    additions.formUnion(check(ItemColumn.known))
    additions.formUnion(check(StepKey.known))
    additions.formUnion(check(SetKey.known))
    additions.formUnion(check(PathKey.known))
    additions.formUnion(check(ExpectKey.known))
    for list in Step.List.allCases where list != .adjust {
      additions.formUnion(check(EntryTable.of(list).known))
    }
    _ = check(EntryTable.of(.adjust).known)
    additions.remove(Step.List.adjust.rawValue)
    // A change is kept without its trees.
    additions.formUnion(check(ChangeKey.known))
    var words = Engine.documented.map(\.rawValue) + ScrollDirection.allCases.map(\.rawValue)
    words += LayoutDirection.allCases.map(\.rawValue) + SegmentStyle.allCases.map(\.rawValue)
    words += Slide.allCases.map(\.rawValue)
    for key in MetricsKey.documented {
      switch key.row.form {
      case .choice(let choices): words += choices.words
      case .extentOrRemainder: words.append("remainder")
      default: break
      }
    }
    let later = Set(words).subtracting(AdditionTextTests.before)
    #expect(later == Set(LaterWords.words.keys))
    additions.formUnion(later)
    additions.subtract(MemberRow.namesOfTests)
    let spelled = Set(AdditionSpelling.all.map(\.addition))
    #expect(additions.union(["estimated"]) == spelled)
  }

  private func read(_ text: String) throws -> DecodedSnapshot {
    var meter = WorkMeter.unlimited
    return try SnapshotDecoder.read(
      Array(text.utf8).span.bytes, hasSlack: false, naming: .tests, meter: &meter)
  }

  private func id(_ snapshot: Snapshot) -> Digest? {
    IdentifiedSnapshot(snapshot, unless: { false })?.id
  }

  private func posted(_ text: String, ofDocument: Bool = false) throws -> PostedSteps {
    var meter = WorkMeter.unlimited
    return try StepsDecoder.change(
      Array(text.utf8).span.bytes, hasSlack: false, isHorizontal: false, ofDocument: ofDocument,
      naming: .tests, meter: &meter)
  }

  /// The text of a snapshot that a store keeps, and that of its answers.
  private func texts(_ snapshot: Snapshot) throws -> [String] {
    try [SnapshotEncoder.Inheritance.shared, .resolved].map { form in
      var encoder = SnapshotEncoder(
        snapshot, bytesMax: .max, explicitItemsMax: 1000, form: form)
      var (writer, meter) = (JSONWriter(), WorkMeter.unlimited)
      try encoder.write(to: &writer, meter: &meter)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }

  @Test("A text with an addition that has no effect is not kept", arguments: AdditionSpelling.all)
  func snapshots(_ spelling: AdditionSpelling) throws {
    let read = try read(spelling.snapshot(9))
    #expect(read.snapshot.rulesVersion == 2 && !read.isTextKept)
    #expect(read.textVersion == spelling.version)
    for text in try texts(read.snapshot) {
      let again = try self.read(text)
      #expect(again.textVersion == 2 && again.isTextKept, "\(text)")
      #expect(id(again.snapshot) == id(read.snapshot))
    }
    let document = Array(#"{"snapshot":\#(spelling.snapshot(9))}"#.utf8)
    for text in [document, document + Array(" ".utf8)] {
      var meter = WorkMeter.unlimited
      let body = try DocumentBody.read(
        text.span.bytes, hasSlack: false, naming: .tests, meter: &meter)
      guard case .snapshot(_, _, text: nil) = body else {
        Issue.record("\(spelling) is kept")
        continue
      }
    }
    let undone = AdditionSpelling.undone(2).map { ($0, UInt8(3)) }
    for (steps, version) in spelling.steps(2).map({ ($0, spelling.version) }) + undone {
      #expect(try posted(#"{"steps":\#(steps)}"#).textVersion == version, "\(steps)")
      #expect(
        try posted(#"{"revision":1,"steps":\#(steps)}"#, ofDocument: true).textVersion == version,
        "\(steps)")
    }
  }

  @Test("A text without additions is kept, and so is one with those of its snapshot")
  func kept() throws {
    for text in [
      AdditionSpelling.changed, #"{"globalHeaders":[{"height":2,"estimated":true}],"sections":[]}"#,
      #"{"sections":[{"headers":[{"hidden":true,"estimated":true}],"items":[{"width":2,"height":3}]}]}"#,
    ] {
      let read = try read(text)
      #expect(read.textVersion == 2 && read.isTextKept, "\(text)")
    }
    let read = try read(
      #"{"minimumContentLength":3,"sections":[{"headers":[{"height":3,"data":""}]}]}"#)
    #expect(read.snapshot.rulesVersion == 3 && read.textVersion == 3 && read.isTextKept)
    let move = #"[{"move":[{"from":{"item":0,"section":0},"to":{"item":1,"section":0}}]}]"#
    #expect(try posted(#"{"steps":\#(move)}"#).textVersion == 2)
    // The steps alone are kept.
    let tree = #"{"source":{"items":9}}"#
    let byUser = try posted(#"{"from":\#(tree),"steps":\#(move)}"#)
    #expect(byUser.textVersion == 2)
    #expect(byUser.keptBody == Array(#"{"steps":\#(move)}"#.utf8))
    #expect(try posted(#"{"steps":\#(move)}"#).keptBody == nil)
    #expect(
      try posted(#"{"revision":1,"from":\#(tree),"steps":\#(move)}"#, ofDocument: true)
        .textVersion == 2)
    let trees = #""from":\#(tree),"to":{"source":{"items":8}}"#
    let told = try posted("{\(trees)}")
    #expect(told.textVersion == 2)
    let kept = String(decoding: try #require(told.keptBody), as: UTF8.self)
    #expect(kept.hasPrefix(#"{"steps":[{"reloadSections":["#), "\(kept)")
    #expect(!kept.contains("from") && !kept.contains("source"), "\(kept)")
    #expect(try posted(#"{"revision":1,\#(trees)}"#, ofDocument: true).textVersion == 2)
  }

  @Test(
    "Members of items are additions, in all forms of items", arguments: [1, 400])
  func members(_ count: Int) throws {
    for member in MemberRow.ofItems where !member.name.hasSuffix("olor") {
      let name = member.name
      let standard =
        switch member.form {
        case .number, .whole, .wholeOrAll, .place: "\(member.standard)"
        case .flag: "false"
        case .text: "\"\""
        case .matrix(let count):
          "["
            + (count == 6 ? [0, 1, 4, 5, 12, 13] : Array(0..<16))
            .map { $0 % 5 == 0 ? "1" : "0" }.joined(separator: ",") + "]"
        }
      let row = #"{"width":10,"height":10,"\#(name)":\#(standard)}"#
      let rows = "[" + Array(repeating: row, count: count).joined(separator: ",") + "]"
      let list = "[" + Array(repeating: "10", count: count).joined(separator: ",") + "]"
      for items in [
        rows, #"{"count":\#(count),"\#(name)":\#(standard)}"#,
        #"{"widths":\#(list),"heights":\#(list),"\#(name)":\#(standard)}"#,
      ] {
        let read = try read(#"{"sections":[{"items":\#(items)}]}"#)
        #expect(read.textVersion == member.rulesVersion && !read.isTextKept)
        #expect(read.snapshot.rulesVersion == 2)
      }
    }
  }
}
