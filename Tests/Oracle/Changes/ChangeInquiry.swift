/// Questions about a change as JSON, and the answers that a look at every element gives.
///
/// `{"snapshot": {…}, "steps": […], "width": 390}` asks for the resulting snapshot and for what changed; with `"bounds":
/// [x, y, w, h]`, and where wanted `"inset": [top, left, bottom, right]`, `"anchor": "auto"`, `"endThreshold": 1` and
/// `"appearScale": 1`, also for the anchor, the new bounds and the transition. `{"seed": 7, "steps": true}` makes all of
/// them up; the reply names them. Steps that are refused are answered with `errors`: pointers and codes.
public struct ChangeInquiry {
  /// The answers, beside what was asked.
  public private(set) var reply: JSONValue

  /// Nil when it is no inquiry. The snapshot, and the values of the steps, have to be valid.
  public init?(_ json: JSONValue) {
    var json = json
    if let seed = json["seed"]?.int.flatMap(UInt64.init(exactly:)), json["steps"] == true {
      json = Self.random(seed: seed)
    }
    guard let snapshot = json["snapshot"], let steps = json["steps"]?.array,
      let width = json["width"]?.double
    else { return nil }
    reply = json
    do throws(NaiveChangeErrors) {
      let change = try NaiveChange(parent: snapshot, steps: steps)
      let comparison = NaiveComparison(change, containerWidth: width)
      reply["result"] = change.result
      reply["contentSize"] = [
        "width": .number(comparison.after.contentWidth),
        "height": .number(comparison.after.contentHeight),
      ]
      reply["changed"] = comparison.changed
      if comparison.changed != .null, comparison.changedLimit.isFinite {
        reply["changedLimit"] = .number(comparison.changedLimit)
      }
      if comparison.changed != .null, comparison.changedStartLimit.isFinite {
        reply["changedStartLimit"] = .number(comparison.changedStartLimit)
      }
      guard let bounds = NaiveRect(query: json["bounds"]) else { return }
      let inset = NaiveInsets(query: json["inset"])
      let anchor = NaiveAnchor(
        json["anchor"]?.string ?? "auto", endThreshold: json["endThreshold"]?.double ?? 1)
      guard let anchor else { return nil }
      let anchoring = comparison.anchoring(bounds: bounds, inset: inset, anchor: anchor)
      reply["anchor"] = anchoring.anchor
      reply["newBounds"] = anchoring.bounds.list
      reply["scrollDelta"] = [
        .number(anchoring.scrollDelta.x), .number(anchoring.scrollDelta.y),
      ]
      reply["transition"] = comparison.transition(
        bounds: bounds, inset: inset, to: anchoring,
        appearScale: json["appearScale"]?.double ?? 1)
    } catch {
      reply["errors"] = .array(error.texts.map(JSONValue.string))
    }
  }

  private static func random(seed: UInt64) -> JSONValue {
    var generator = StepGenerator(seed: seed)
    let (snapshot, width) = generator.snapshot()
    let steps = generator.steps(for: snapshot, containerWidth: width)
    let layout = NaiveLayout(snapshot: snapshot, containerWidth: width)
    let (bounds, inset) = generator.scrollPosition(in: layout)
    return [
      "snapshot": snapshot, "steps": .array(steps), "width": .number(width),
      "container": layout.isHorizontal ? "height" : "width", "bounds": bounds.list,
      "inset": inset.list,
    ]
  }
}
