import Synchronization

/// Objects by number, each created at its first use and released with the list. Usable on any thread, without a lock.
///
/// The library's `AtomicLazyReference` does the same, but is not inlined: each call takes some 800 instructions to find
/// its type at run time.
final class LazyObjects<Object: AnyObject & Sendable>: Sendable {
  @safe private final class Slot: Sendable {
    private let reference = unsafe Atomic<Unmanaged<Object>?>(nil)

    deinit { unsafe reference.load(ordering: .acquiring)?.release() }

    var object: Object? { unsafe reference.load(ordering: .acquiring)?.takeUnretainedValue() }

    /// Stores an object unless there is one already. Returns the stored object.
    func keep(_ object: Object) -> Object {
      let new = unsafe Unmanaged.passRetained(object)
      let (isTaken, known) = unsafe reference.compareExchange(
        expected: nil, desired: new, ordering: .acquiringAndReleasing)
      if isTaken { return object }
      unsafe new.release()
      return unsafe known?.takeUnretainedValue() ?? object
    }
  }

  private let slots: [Slot]
  private let make: @Sendable (Int) -> Object

  init(count: Int, make: @escaping @Sendable (Int) -> Object) {
    slots = (0..<count).map { _ in Slot() }
    self.make = make
  }

  subscript(index: Int) -> Object { slots[index].object ?? slots[index].keep(make(index)) }
}
