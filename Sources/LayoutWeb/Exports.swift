import LayoutCore

/// The state of the functions that JavaScript calls. A WebAssembly module has only one thread, so one state is enough.
private enum Page {
  nonisolated(unsafe) static let module = LayoutModule()
  nonisolated(unsafe) static var numbers = unsafe UnsafeMutableBufferPointer<Double>(
    start: nil, count: 0)
  nonisolated(unsafe) static var texts = unsafe UnsafeMutableBufferPointer<UInt8>(
    start: nil, count: 0)

  /// The input that the page has written.
  static func input(_ numberCount: Int32, _ textCount: Int32) -> NumberInput {
    let numberCount = unsafe min(max(0, Int(numberCount)), numbers.count)
    let textCount = unsafe min(max(0, Int(textCount)), texts.count)
    return unsafe NumberInput(
      UnsafeBufferPointer(rebasing: numbers[..<numberCount]),
      texts: UnsafeBufferPointer(rebasing: texts[..<textCount]))
  }

  static func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
    Rect(x: x, y: y, width: width, height: height)
  }
}

/// Makes room for input, discarding the previous one, and returns the place for its numbers. If a count is 0, its
/// memory is released.
@c(layoutd_input)
public func input(numbers numberCount: Int32, texts textCount: Int32) -> UnsafeMutableRawPointer? {
  // 2²⁹ numbers have more bytes than 32 bits can count, so the allocation would have none.
  guard numberCount >= 0, numberCount < 1 << 29, textCount >= 0 else { return nil }
  if unsafe Page.numbers.count < Int(numberCount) || numberCount == 0 {
    unsafe Page.numbers.deallocate()
    unsafe Page.numbers = .allocate(capacity: Int(numberCount))
  }
  if unsafe Page.texts.count < Int(textCount) || textCount == 0 {
    unsafe Page.texts.deallocate()
    unsafe Page.texts = .allocate(capacity: Int(textCount))
  }
  return unsafe UnsafeMutableRawPointer(Page.numbers.baseAddress)
}

/// The place for the texts of the input.
@c(layoutd_input_texts)
public func inputTexts() -> UnsafeMutableRawPointer? {
  unsafe UnsafeMutableRawPointer(Page.texts.baseAddress)
}

/// The numbers of the last answer.
@c(layoutd_output)
public func output() -> UnsafePointer<Double>? {
  unsafe Page.module.output.numbers.withUnsafeBufferPointer { $0.baseAddress }
}

/// The number of numbers in the last answer.
@c(layoutd_output_count)
public func outputCount() -> Int32 { unsafe Int32(Page.module.output.numbers.count) }

/// The texts of the last answer.
@c(layoutd_output_texts)
public func outputTexts() -> UnsafePointer<UInt8>? {
  unsafe Page.module.output.texts.withUnsafeBufferPointer { $0.baseAddress }
}

/// The length of the texts in the last answer, in bytes.
@c(layoutd_output_texts_count)
public func outputTextsCount() -> Int32 { unsafe Int32(Page.module.output.texts.count) }

/// The version of the rules: other versions have other ids.
@c(layoutd_rules_version)
public func version() -> Int32 { Int32(rulesVersion) }

/// Writes the vocabulary of snapshots, as JSON in the texts of the answer.
@c(layoutd_vocabulary)
public func vocabulary() -> Int32 { unsafe Page.module.vocabulary() }

@c(layoutd_snapshot)
public func snapshot(numbers: Int32, texts: Int32) -> Int32 {
  unsafe Page.module.snapshot(Page.input(numbers, texts))
}

@c(layoutd_change)
public func change(_ snapshot: Int32, numbers: Int32, texts: Int32) -> Int32 {
  unsafe Page.module.change(snapshot, Page.input(numbers, texts))
}

@c(layoutd_user_change)
public func userChange(
  _ snapshot: Int32, of source: Int32, numbers: Int32, texts: Int32
) -> Int32 {
  unsafe Page.module.userChange(snapshot, of: source, Page.input(numbers, texts))
}

@c(layoutd_source)
public func source(numbers: Int32, texts: Int32) -> Int32 {
  unsafe Page.module.source(Page.input(numbers, texts))
}

@c(layoutd_trees)
public func trees(numbers: Int32, texts: Int32) -> Int32 {
  unsafe Page.module.trees(Page.input(numbers, texts))
}

/// A part of `layoutd_change`, for pages that have loaded only the first file.
@c(layoutd_measure)
public func measure(_ snapshot: Int32, numbers: Int32, texts: Int32) -> Int32 {
  unsafe Page.module.measure(snapshot, Page.input(numbers, texts))
}

@c(layoutd_remove_snapshot)
public func removeSnapshot(_ snapshot: Int32) -> Int32 {
  unsafe Page.module.removeSnapshot(snapshot)
}

@c(layoutd_layout)
public func layout(_ snapshot: Int32, width: Double, from earlier: Int32) -> Int32 {
  unsafe Page.module.layout(snapshot, width: width, from: earlier)
}

@c(layoutd_shortages)
public func shortages(_ layout: Int32, limit: Int32) -> Int32 {
  unsafe Page.module.shortages(layout, limit: limit)
}

@c(layoutd_remove_layout)
public func removeLayout(_ layout: Int32) -> Int32 { unsafe Page.module.removeLayout(layout) }

@c(layoutd_elements)
public func elements(
  _ layout: Int32, _ x: Double, _ y: Double, _ width: Double, _ height: Double, fromKind: Int32,
  fromSection: Int32, fromIndex: Int32, limit: Int32
) -> Int32 {
  let kind = UInt8(exactly: fromKind).flatMap { Element.Kind(rawValue: $0) }
  let start = kind.map {
    ElementPosition(section: Int(fromSection), kind: $0, index: Int(fromIndex))
  }
  return unsafe Page.module.elements(
    layout, in: Page.rect(x, y, width, height), from: start ?? .first, limit: limit)
}

@c(layoutd_special)
public func special(
  _ layout: Int32, _ x: Double, _ y: Double, _ width: Double, _ height: Double, top: Double,
  left: Double, bottom: Double, right: Double
) -> Int32 {
  unsafe Page.module.special(
    layout, bounds: Page.rect(x, y, width, height),
    inset: EdgeInsets(top: top, left: left, bottom: bottom, right: right))
}

@c(layoutd_pinning)
public func pinning(_ layout: Int32, _ x: Double, _ y: Double, _ width: Double, _ height: Double)
  -> Int32
{
  unsafe Page.module.pinning(layout, in: Page.rect(x, y, width, height))
}

@c(layoutd_sections)
public func sections(_ layout: Int32, of snapshot: Int32, from start: Int32, limit: Int32) -> Int32
{
  unsafe Page.module.sections(layout, of: snapshot, from: start, limit: limit)
}

@c(layoutd_hit)
public func hit(
  _ layout: Int32, pointX: Double, pointY: Double, hasBounds: Int32, _ x: Double, _ y: Double,
  _ width: Double, _ height: Double, top: Double, left: Double, bottom: Double, right: Double,
  findsResting: Int32
) -> Int32 {
  unsafe Page.module.hit(
    layout, Point(x: pointX, y: pointY),
    bounds: hasBounds == 0 ? nil : Page.rect(x, y, width, height),
    inset: EdgeInsets(top: top, left: left, bottom: bottom, right: right),
    findsResting: findsResting != 0)
}

@c(layoutd_element)
public func element(
  _ layout: Int32, kind: Int32, section: Int32, index: Int32, hasBounds: Int32, _ x: Double,
  _ y: Double, _ width: Double, _ height: Double, top: Double, left: Double, bottom: Double,
  right: Double
) -> Int32 {
  guard let kind = UInt8(exactly: kind).flatMap({ Element.Kind(rawValue: $0) }) else {
    return ModuleFailure.malformed.code
  }
  return unsafe Page.module.element(
    layout, Element(kind: kind, section: Int(section), index: Int(index)),
    bounds: hasBounds == 0 ? nil : Page.rect(x, y, width, height),
    inset: EdgeInsets(top: top, left: left, bottom: bottom, right: right))
}

@c(layoutd_stack)
public func stack(_ layout: Int32, kind: Int32, section: Int32) -> Int32 {
  guard let kind = UInt8(exactly: kind).flatMap({ Element.Kind(rawValue: $0) }) else {
    return ModuleFailure.malformed.code
  }
  switch kind {
  case .globalHeader, .header, .footer:
    return unsafe Page.module.stack(layout, kind, section: section)
  default: return ModuleFailure.malformed.code
  }
}

/// Rounds the frames of the next answer to edges of pixels, of which a point has this many (docs/rules.md#whole-pixels).
/// Answers with pinning records and changes must not follow.
@c(layoutd_scale)
public func scale(_ scale: Double) -> Int32 { unsafe Page.module.round(scale: scale) }

@c(layoutd_target)
public func target(_ layout: Int32, numbers: Int32) -> Int32 {
  unsafe Page.module.target(layout, Page.input(numbers, 0))
}

@c(layoutd_window)
public func window(_ layout: Int32, numbers: Int32) -> Int32 {
  unsafe Page.module.window(layout, Page.input(numbers, 0))
}

@c(layoutd_neighbors)
public func neighbors(_ layout: Int32, section: Int32, item: Int32) -> Int32 {
  unsafe Page.module.neighbors(layout, of: ItemPath(Int(section), Int(item)))
}

@c(layoutd_reorder)
public func reorder(_ layout: Int32, numbers: Int32) -> Int32 {
  unsafe Page.module.reorder(layout, Page.input(numbers, 0))
}

@c(layoutd_line)
public func line(_ layout: Int32, section: Int32, item: Int32) -> Int32 {
  unsafe Page.module.line(layout, ItemPath(Int(section), Int(item)))
}

/// A part of `layoutd_motion`, for pages that have loaded only the first file.
@c(layoutd_anchor)
public func anchor(
  _ snapshot: Int32, before: Int32, after: Int32, _ x: Double, _ y: Double, _ width: Double,
  _ height: Double, top: Double, left: Double, bottom: Double, right: Double, rule: Int32,
  section: Int32, item: Int32, endThreshold: Double
) -> Int32 {
  guard let rule = AnchorRule(rule, section, item) else { return ModuleFailure.malformed.code }
  return unsafe Page.module.anchor(
    snapshot, before: before, after: after, bounds: Page.rect(x, y, width, height),
    inset: EdgeInsets(top: top, left: left, bottom: bottom, right: right), rule: rule,
    endThreshold: endThreshold)
}

@c(layoutd_motion)
public func motion(
  _ snapshot: Int32, before: Int32, after: Int32, hasBounds: Int32, _ x: Double, _ y: Double,
  _ width: Double, _ height: Double, top: Double, left: Double, bottom: Double, right: Double,
  rule: Int32, section: Int32, item: Int32, endThreshold: Double, appearScale: Double
) -> Int32 {
  guard let rule = AnchorRule(rule, section, item) else { return ModuleFailure.malformed.code }
  return unsafe Page.module.motion(
    snapshot, before: before, after: after,
    bounds: hasBounds == 0 ? nil : Page.rect(x, y, width, height),
    inset: EdgeInsets(top: top, left: left, bottom: bottom, right: right), rule: rule,
    endThreshold: endThreshold, appearScale: appearScale)
}

extension AnchorRule {
  /// 0 is `none`, 1 `auto`, 2 `first`, 3 `end`, 4 an item.
  fileprivate init?(_ rule: Int32, _ section: Int32, _ item: Int32) {
    switch rule {
    case 0: self = .none
    case 1: self = .auto
    case 2: self = .first
    case 3: self = .end
    case 4: self = .item(ItemPath(Int(section), Int(item)))
    default: return nil
    }
  }
}
