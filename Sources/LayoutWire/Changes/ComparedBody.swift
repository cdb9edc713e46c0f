internal import JSONText
internal import LayoutCore
internal import LayoutSources

/// A change that is told as two trees, with the step that they make in their place (docs/rules.md#two-trees).
struct ComparedBody {
  /// The body with `steps` in place of the trees.
  let text: [UInt8]
  /// The trees as canonical JSON, if the change has a key: equal trees have equal bytes.
  let trees: [UInt8]?
  let from: SourceOfChange
  let source: ResolvedSource
  let isHorizontal: Bool
  /// The memory that it takes, in bytes.
  private let byteCount: Int

  init(
    text: [UInt8], trees: [UInt8]?, from: ComparedSource, source: ResolvedSource,
    isHorizontal: Bool
  ) {
    (self.text, self.trees) = (text, trees)
    (self.from, self.source) = (SourceOfChange(from), source)
    self.isHorizontal = isHorizontal
    byteCount = text.count + (trees?.count ?? 0) + from.byteCount
  }

  /// Decodes the body as any other change.
  func posted(
    ofDocument: Bool, limits: SnapshotLimits, naming: ContentNaming, meter: inout WorkMeter
  ) throws(DecodingInterrupted) -> PostedSteps {
    var posted: PostedSteps
    do throws(DecodingInterrupted) {
      var limits = limits
      limits.listBytes = max(0, limits.listBytes - byteCount)
      posted = try text.withText { (text) throws(DecodingInterrupted) in
        try StepsDecoder.change(
          text, hasSlack: false, isHorizontal: isHorizontal, ofDocument: ofDocument,
          limits: limits, naming: naming, meter: &meter)
      }
    } catch {
      guard case .memoryUsedUp(let bytes) = error else { throw error }
      throw .memoryUsedUp(atLeast: bytes + byteCount)
    }
    (posted.from, posted.source) = (from, source)
    if !ofDocument { posted.keptBody = text }
    posted.head?.trees = trees
    return posted
  }
}

extension SnapshotDecoder {
  /// Whether trees of a change can be decoded beside lists that are cut out of the text.
  var hasTreesInOrder: Bool {
    guard let from = document.value(of: ChangeKey.from.name, in: document.root) else {
      return false
    }
    guard let to = document.value(of: ChangeKey.to.name, in: document.root) else { return true }
    // Lists are taken in the order of the text, and equal trees are found by the whole text.
    return from < to && document.value(of: DocumentChangeKey.key.name, in: document.root) == nil
  }

  /// Decodes the trees of a change, and compares them.
  ///
  /// - Parameter text: Contains the lists that were cut out, if any.
  mutating func readTrees(
    _ from: JSONElement?, _ to: JSONElement?, beside steps: JSONElement?, hasKey: Bool = false,
    in text: RawSpan, into posted: inout PostedSteps
  ) {
    let root = document.root
    // A text with faults is decoded again as a whole.
    guard document.type(of: root) == .object, lists == nil || faults.isEmpty else { return }
    if from == nil, to == nil {
      if steps == nil { fault(root, missing: ChangeKey.steps.name, "is missing") }
      return
    }
    if let to, steps != nil { fault(to, .notAllowed, "cannot stand beside steps") }
    if from == nil {
      fault(
        root, missing: ChangeKey.from.name, "is missing; a change with to needs the tree before it")
    }
    if to == nil, steps == nil {
      fault(root, missing: ChangeKey.to.name, "is missing, or steps instead")
    }
    let before = from.map { comparedSource($0, at: "/\(ChangeKey.from.name)", in: text) }
    let after = to.map { comparedSource($0, at: "/\(ChangeKey.to.name)", in: text) }
    if let from, let to {
      compareDirections(of: from, with: to)
    }
    if let before = before?.tree, let after = after?.tree { checkStates(before, after) }
    guard faults.isEmpty, goesOn, !hasLargeTree, let before = before?.whole else { return }
    posted.from = SourceOfChange(before)
    guard let to, let after = after?.whole, let step = step(from: before, to: after, at: to),
      let body = body(with: step)
    else { return }
    let trees = hasKey ? trees(from: from, to: to) : nil
    guard goesOn else { return }
    posted.changeOfTrees = ComparedBody(
      text: body, trees: trees, from: before, source: after.source,
      isHorizontal: after.compared.snapshot.scrollDirection == .horizontal)
  }

  /// Notes that two snapshots have different directions.
  private mutating func compareDirections(of from: JSONElement, with to: JSONElement) {
    func word<Word: RawRepresentable<String>>(
      _ key: RootKey, _ snapshot: JSONElement, _ standard: Word
    ) -> Word? {
      guard let value = document.value(of: key.name, in: snapshot) else { return standard }
      return Word(rawValue: self.word(value))
    }
    func directions(_ snapshot: JSONElement) -> TreeDirections {
      TreeDirections(
        scroll: word(.scrollDirection, snapshot, .vertical),
        layout: word(.layoutDirection, snapshot, .ltr))
    }
    guard document.type(of: from) == .object, document.type(of: to) == .object else { return }
    let differences = directions(to).differences(
      from: directions(from), sayingOther: ", that of from is ")
    for (key, detail) in differences {
      if let value = document.value(of: key.name, in: to) {
        fault(value, .notAllowed, detail.text)
      } else {
        fault(to, missing: key.name, detail.text, code: .notAllowed)
      }
    }
  }

  /// The body with a step in place of the trees; nil if no steps are left.
  private mutating func body(with step: [UInt8]) -> [UInt8]? {
    var writer = JSONWriter()
    writer.literal("{\"steps\":[")
    writer.json(step)
    writer.literal("]")
    var members = document.contents(of: document.root)
    while let key = document.next(&members), let value = document.next(&members) {
      let name = document.string(key) ?? ""
      if name == ChangeKey.from.name || name == ChangeKey.to.name { continue }
      guard let value = canonical(value) else { return nil }
      writer.literal(",")
      writer.string(name)
      writer.literal(":")
      writer.json(value)
    }
    writer.literal("}")
    hold(writer.bytes.count)
    return goesOn ? writer.bytes : nil
  }

  /// Both trees as canonical JSON; nil if no steps are left.
  private mutating func trees(from: JSONElement?, to: JSONElement) -> [UInt8]? {
    guard let from = from.flatMap({ canonical($0) }), let to = canonical(to) else { return nil }
    hold(from.count + to.count)
    guard goesOn else { return nil }
    return Array("{\"from\":".utf8) + from + Array(",\"to\":".utf8) + to + Array("}".utf8)
  }
}
