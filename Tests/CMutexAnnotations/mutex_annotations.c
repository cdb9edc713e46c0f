// Tells the thread sanitizer when a contended Swift `Mutex` changes hands.
//
// Uncontended locking is inlined and seen by the sanitizer; a contended lock goes through the kernel, in the Swift
// library, which is not instrumented: without these lines everything that such a mutex protects would be reported. The
// program calls the functions below in place of the library's, whose names they have.

#include "CMutexAnnotations.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define CONTEXT __attribute__((swift_context))
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

void __tsan_acquire(void *address);
void __tsan_release(void *address);

SWIFT void mutex_lock_slow(uint32_t thread, CONTEXT void *mutex) __asm__(LOCK_SLOW);
SWIFT bool mutex_try_lock_slow(CONTEXT void *mutex) __asm__(TRY_LOCK_SLOW);
SWIFT void mutex_unlock_slow(CONTEXT void *mutex) __asm__(UNLOCK_SLOW);

static void *library_function(const char *name) { return dlsym(RTLD_NEXT, name); }

SWIFT void mutex_lock_slow(uint32_t thread, CONTEXT void *mutex) {
  ((SWIFT void (*)(uint32_t, CONTEXT void *))library_function(LOCK_SLOW))(thread, mutex);
  __tsan_acquire(mutex);
}

SWIFT bool mutex_try_lock_slow(CONTEXT void *mutex) {
  bool is_locked = ((SWIFT bool (*)(CONTEXT void *))library_function(TRY_LOCK_SLOW))(mutex);
  if (is_locked) __tsan_acquire(mutex);
  return is_locked;
}

SWIFT void mutex_unlock_slow(CONTEXT void *mutex) {
  __tsan_release(mutex);
  ((SWIFT void (*)(CONTEXT void *))library_function(UNLOCK_SLOW))(mutex);
}
