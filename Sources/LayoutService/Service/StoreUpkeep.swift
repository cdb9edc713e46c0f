import Dispatch
import LayoutStore

/// Regular maintenance of the store.
extension Service {
  /// Once an hour, sends the uses of layouts to the store, and makes it delete layouts that were not used for long.
  func keepUpEveryHour(isStart: Bool = true) {
    // A random pause, so that replicas do not all begin at the same moment.
    let pause = isStart ? Double.random(in: 30...90) : Double.random(in: 3300...3900)
    clock.after(.seconds(pause), DispatchQueue.global(qos: .utility)) { [weak self] in
      guard let self else { return }
      self.keepUp(on: .today)
      self.keepUpEveryHour(isStart: false)
    }
  }

  /// Sends the uses of cached layouts to the store, before the program ends.
  public func stampUsed() { store?.stamp(cache.takeUsed(on: .today), day: .today) }

  /// Sends the uses of cached layouts to the store, and makes it delete unused layouts.
  func keepUp(on today: Day) {
    guard let store else { return }
    store.stamp(cache.takeUsed(on: today), day: today)
    // A store in memory contains only what documents need.
    let days = keepsLayouts ? limits.storeRetentionDays : Service.retentionDaysMin
    let oldest = days.map { today.number - max(Service.retentionDaysMin, $0) } ?? 0
    store.collect(usedBefore: Day(number: oldest))
  }

  /// A layout acknowledged on a day is stored until the end of the next day.
  private static let retentionDaysMin = 2
}
