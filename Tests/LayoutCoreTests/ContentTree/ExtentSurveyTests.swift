import Testing

@testable import LayoutCore

@Suite("The form of a column's numbers")
struct ExtentSurveyTests {
  private static func survey(_ numbers: [Double]) -> ExtentSurvey {
    let bits = numbers.map(\.bitPattern)
    return ExtentSurvey(bits: bits.span)
  }

  @Test("One number decides, wherever it stands")
  func oneNumber() {
    let forms: [(Double, CanonicalNumber)] = [
      (0, .byte), (-0.0, .byte), (255, .byte), (256, .word), (65_535, .word), (65_536, .single),
      (0.5, .single), (0.1, .double), (0x1p24 + 1, .double), (0x1p60, .single),
    ]
    for count in [1, 2, 15, 16, 17, 31, 32, 33, 100] {
      for place in [0, 1, 14, 15, 16, 17, 31, 32, count - 1] where place < count {
        for (number, form) in forms {
          for (other, otherForm) in forms {
            var numbers = Array(repeating: other, count: count)
            numbers[place] = number
            let widest = count == 1 ? form.rawValue : max(form.rawValue, otherForm.rawValue)
            let survey = Self.survey(numbers)
            #expect(survey.form.rawValue == widest, "\(number) at \(place) of \(count) × \(other)")
            #expect(survey.areEqual == (count == 1 || number == other))
          }
        }
      }
    }
  }
}
