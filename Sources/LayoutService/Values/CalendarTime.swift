/// A date and time in UTC.
public struct CalendarTime: Equatable, Sendable {
  public var (year, month, day) = (0, 0, 0)
  public var (hour, minute, second, millisecond) = (0, 0, 0, 0)

  /// - Parameter milliseconds: Milliseconds since 1970.
  public init(milliseconds: Int64) {
    let (seconds, millisecond) = Self.floorDivision(Int(milliseconds), 1_000)
    let (days, secondOfDay) = Self.floorDivision(seconds, 86_400)
    // Years begin in March here, so that the leap day is their last day. There are 719 468 days from 0000-03-01 to
    // 1970-01-01, and 146 097 days in 400 years.
    let (era, dayOfEra) = Self.floorDivision(days + 719_468, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    (hour, minute) = (secondOfDay / 3_600, secondOfDay / 60 % 60)
    (second, self.millisecond) = (secondOfDay % 60, millisecond)
  }

  private static func floorDivision(_ a: Int, _ b: Int) -> (quotient: Int, rest: Int) {
    let (quotient, rest) = a.quotientAndRemainder(dividingBy: b)
    return rest < 0 ? (quotient - 1, rest + b) : (quotient, rest)
  }
}
