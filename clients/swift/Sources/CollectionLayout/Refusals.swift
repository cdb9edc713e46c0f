internal import JSONText
internal import LayoutCore
internal import LayoutTypes
internal import LayoutWire

extension Refusal {
  /// The same problem in the words of this package.
  init(_ problem: Problem) {
    self.init(
      name: problem.name.rawValue, detail: problem.detail,
      issues: problem.issues.map { issue in
        switch issue.place {
        case .pointer(let pointer):
          Issue(pointer: pointer, code: issue.code.rawValue, detail: issue.detail)
        case .parameter(let name):
          Issue(parameter: name, code: issue.code.rawValue, detail: issue.detail)
        }
      })
  }

  /// A parameter of a call that is wrong.
  static func parameter(_ name: String, _ code: Problem.Code, _ detail: String) -> Refusal {
    Refusal(
      name: Problem.Name.badParameter.rawValue, detail: detail,
      issues: [Issue(parameter: name, code: code.rawValue, detail: detail)])
  }

  /// A snapshot that cannot be laid out at a width.
  init(_ error: LayoutError, containerWidth: Double) {
    func text(_ number: Double) -> String {
      guard number.isFinite else { return "infinitely many" }
      var writer = JSONWriter()
      writer.number(number)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    let place = "at a container width of \(text(containerWidth))"
    let issue: Issue
    switch error {
    case .tooManyColumns(let section, let columns, let limit):
      issue = Issue(
        pointer: "/sections/\(section)", code: Problem.Code.tooMany.rawValue,
        detail: "The section needs \(text(columns)) columns \(place); \(limit) are allowed.")
    case .contentTooLarge(let section):
      issue = Issue(
        pointer: section.map { "/sections/\($0)" } ?? "/globalHeaders",
        code: Problem.Code.outOfRange.rawValue,
        detail: "The content would extend beyond 9007199254740992 points \(place).")
    }
    self.init(name: Problem.Name.cannotLayOut.rawValue, detail: issue.detail, issues: [issue])
  }

  /// Does what may be refused, however long it takes.
  static func reading<Value>(
    _ body: (inout StepMeter) throws(DecodingStop) -> Value
  ) throws(Refusal) -> Value {
    var meter = StepMeter.unlimited
    do throws(DecodingStop) {
      return try body(&meter)
    } catch {
      switch error {
      case .problem(let problem): throw Refusal(problem)
      case .stepsUsedUp: preconditionFailure("the meter grants every step")
      }
    }
  }
}

/// A walk that no visitor ends, with a meter that grants every step.
func walking<Value>(_ body: (inout StepMeter) throws(WalkStop) -> Value) -> Value {
  var meter = StepMeter.unlimited
  do throws(WalkStop) {
    return try body(&meter)
  } catch {
    preconditionFailure("the meter grants every step")
  }
}
