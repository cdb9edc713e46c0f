import LayoutCore
import LayoutWire
import Testing

@Suite("Codes of step errors")
struct StepCodeTests {
  @Test("Clients see every code of the checks", arguments: StepProblem.Code.allCases)
  func codes(code: StepProblem.Code) {
    #expect(Problem.Code(rawValue: code.rawValue) != nil)
  }
}
