// Preloaded into the program: calls on files below a folder fail, take long, or do nothing, as a shared file says.
//
// STORE_FAULTS names that file (faults.py writes it), STORE_FAULTS_BELOW the folder.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum call { PWRITE = 1, SYNC, TRUNCATE, OPEN, CALL_COUNT };
enum { PLAN_COUNT = 2 };

// The order is that of faults.py.
static volatile struct {
  // Which call fails, from its n-th time on, how often, and with which error; with 0 the process is killed.
  struct {
    int64_t call, first, count, error;
  } plans[PLAN_COUNT];
  // How long a sync takes before it begins.
  int64_t sync_microseconds;
  // Whether the log is not synced at all.
  int64_t skips_log;
  // How often each call has been made.
  int64_t made[CALL_COUNT];
} *faults;

static char below[4096];
static size_t below_length;

__attribute__((constructor)) static void begin(void) {
  const char *name = getenv("STORE_FAULTS"), *folder = getenv("STORE_FAULTS_BELOW");
  int file = name && folder ? open(name, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0)
    return;
  void *memory = mmap(NULL, sizeof *faults, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  below_length = (size_t)snprintf(below, sizeof below, "%s", folder);
  if (memory != MAP_FAILED)
    faults = memory;
}

static int is_below(const char *path) { return faults && strncmp(path, below, below_length) == 0; }

// Whether a descriptor is one of a file below the folder. Writes its path, cut to the room.
static int path_of(int file, char *path, size_t room) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = faults ? readlink(link, path, room - 1) : -1;
  path[length < 0 ? 0 : length] = 0;
  return length > 0 && is_below(path);
}

// Counts a call. Whether it fails; errno is set then.
static int fails(enum call call) {
  int64_t number = __atomic_add_fetch(&faults->made[call], 1, __ATOMIC_SEQ_CST);
  for (int place = 0; place < PLAN_COUNT; place++) {
    volatile __typeof__(faults->plans[0]) *plan = &faults->plans[place];
    if (plan->call != call || number < plan->first || number >= plan->first + plan->count)
      continue;
    if (!plan->error)
      kill(getpid(), SIGKILL);
    errno = (int)plan->error;
    return 1;
  }
  return 0;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define DEFINE_PWRITE(name, offset_type)                                                                               \
  ssize_t name(int file, const void *bytes, size_t count, offset_type offset) {                                        \
    char path[4096];                                                                                                   \
    if (path_of(file, path, sizeof path) && fails(PWRITE))                                                             \
      return -1;                                                                                                       \
    return NEXT(name)(file, bytes, count, offset);                                                                     \
  }
DEFINE_PWRITE(pwrite, off_t)
DEFINE_PWRITE(pwrite64, off64_t)

#define DEFINE_TRUNCATE(name, offset_type)                                                                             \
  int name(int file, offset_type length) {                                                                             \
    char path[4096];                                                                                                   \
    if (path_of(file, path, sizeof path) && fails(TRUNCATE))                                                           \
      return -1;                                                                                                       \
    return NEXT(name)(file, length);                                                                                   \
  }
DEFINE_TRUNCATE(ftruncate, off_t)
DEFINE_TRUNCATE(ftruncate64, off64_t)

#define DEFINE_SYNC(name)                                                                                              \
  int name(int file) {                                                                                                 \
    char path[4096];                                                                                                   \
    if (path_of(file, path, sizeof path)) {                                                                            \
      if (faults->sync_microseconds)                                                                                   \
        usleep((useconds_t)faults->sync_microseconds);                                                                 \
      if (fails(SYNC))                                                                                                 \
        return -1;                                                                                                     \
      const char *end = strrchr(path, '-');                                                                            \
      if (faults->skips_log && end && strcmp(end, "-wal") == 0)                                                        \
        return 0;                                                                                                      \
    }                                                                                                                  \
    return NEXT(name)(file);                                                                                           \
  }
DEFINE_SYNC(fsync)
DEFINE_SYNC(fdatasync)

#define DEFINE_OPEN(name)                                                                                              \
  int name(const char *path, int flags, ...) {                                                                         \
    va_list rest;                                                                                                      \
    va_start(rest, flags);                                                                                             \
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;                                          \
    va_end(rest);                                                                                                      \
    if (is_below(path) && fails(OPEN))                                                                                 \
      return -1;                                                                                                       \
    return NEXT(name)(path, flags, mode);                                                                              \
  }
DEFINE_OPEN(open)
DEFINE_OPEN(open64)

#define DEFINE_OPENAT(name)                                                                                            \
  int name(int folder, const char *path, int flags, ...) {                                                             \
    va_list rest;                                                                                                      \
    va_start(rest, flags);                                                                                             \
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;                                          \
    va_end(rest);                                                                                                      \
    if (is_below(path) && fails(OPEN))                                                                                 \
      return -1;                                                                                                       \
    return NEXT(name)(folder, path, flags, mode);                                                                      \
  }
DEFINE_OPENAT(openat)
DEFINE_OPENAT(openat64)
