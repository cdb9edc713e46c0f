internal import JSONText
internal import LayoutCore
internal import LayoutTypes
internal import LayoutWire

extension Refusal.Issue {
  /// Converts a warning to the type of this package.
  init(_ warning: SnapshotWarning) {
    self.init(pointer: warning.pointer, code: warning.code.rawValue, detail: warning.detail)
  }
}

extension Refusal {
  /// Converts a problem to the type of this package.
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

  /// A refusal of a parameter.
  static func parameter(_ name: String, _ code: Problem.Code, _ detail: String) -> Refusal {
    Refusal(
      name: Problem.Name.badParameter.rawValue, detail: detail,
      issues: [Issue(parameter: name, code: code.rawValue, detail: detail)])
  }

  /// A refusal of a parameter whose numbers are out of range, with the service's wording.
  static func parameter(_ name: String, must rule: String, not numbers: Double...) -> Refusal {
    let detail = "must \(rule), not \(numbers.map(text).joined(separator: ","))"
    return Refusal(
      name: Problem.Name.badParameter.rawValue, detail: "The parameter \"\(name)\" \(detail).",
      issues: [Issue(parameter: name, code: Problem.Code.outOfRange.rawValue, detail: detail)])
  }

  /// A refusal of a change, or of a query, that would take minutes.
  fileprivate static func tooMuch(_ name: String) -> Refusal {
    parameter(name, .tooMany, "More than \(stepsMax) items would have to be looked at.")
  }

  /// A number as the service writes it.
  private static func text(_ number: Double) -> String {
    guard number.isFinite else { return number.description }
    var writer = JSONWriter()
    writer.number(number)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Decodes something without a limit of steps.
  static func reading<Value>(
    _ body: (inout WorkMeter) throws(DecodingInterrupted) -> Value
  ) throws(Refusal) -> Value {
    var meter = WorkMeter.unlimited
    do throws(DecodingInterrupted) {
      return try body(&meter)
    } catch {
      switch error {
      case .problem(let problem): throw Refusal(problem)
      case .budgetExceeded: preconditionFailure("the meter grants every step")
      case .memoryUsedUp: preconditionFailure("lists may take any memory")
      }
    }
  }
}

/// The greatest number of steps of a walk. It is more than the greatest number of sections; but there may be 10¹² equal
/// items, and some walks visit each of them that has no area.
private let stepsMax = 5_000_000

/// The result of a walk, or `rest` if the walk takes too many steps.
func walking<Value>(
  else rest: Value, _ body: (inout WorkMeter) throws(WalkInterrupted) -> Value
) -> Value {
  do throws(Refusal) { return try walking(body) } catch { return rest }
}

/// The result of a walk. Throws a refusal of the parameter `name` if the walk takes too many steps.
func walking<Value>(
  refusedAs name: String = "steps", _ body: (inout WorkMeter) throws(WalkInterrupted) -> Value
) throws(Refusal) -> Value {
  var meter = WorkMeter(portion: stepsMax)
  do throws(WalkInterrupted) {
    return try body(&meter)
  } catch {
    throw .tooMuch(name)
  }
}
