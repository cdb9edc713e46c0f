import Dispatch
import LayoutStore

/// What the store is told and freed of now and then.
extension Service {
  /// Tells the store what has been used, and has it delete what has not been used for so long, once an hour.
  func keepUpEveryHour(isStart: Bool = true) {
    // Replicas do not all begin in one moment.
    let pause = isStart ? Double.random(in: 30...90) : Double.random(in: 3300...3900)
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + pause) { [weak self] in
      guard let self else { return }
      self.keepUp(on: .today)
      self.keepUpEveryHour(isStart: false)
    }
  }

  /// Tells the store which layouts in memory have been used, before the program ends.
  public func stampUsed() { store?.stamp(cache.takeUsed(on: .today), day: .today) }

  /// Tells the store which layouts in memory have been used, and has it delete the unused ones.
  func keepUp(on today: Day) {
    guard let store else { return }
    store.stamp(cache.takeUsed(on: today), day: today)
    // In memory nothing is kept but what documents need.
    let days = keepsLayouts ? limits.storeRetentionDays : Service.retentionDaysMin
    let oldest = days.map { today.number - max(Service.retentionDaysMin, $0) } ?? 0
    store.collect(usedBefore: Day(number: oldest))
  }

  /// What was acknowledged on a day is there on that day and the next one.
  private static let retentionDaysMin = 2
}
