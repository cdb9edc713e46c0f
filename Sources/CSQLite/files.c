#include "CSQLite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

int csqlite_lock(const char *path, int *descriptor) {
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0)
    return errno;
  if (flock(file, LOCK_EX | LOCK_NB) != 0) {
    int number = errno;
    close(file);
    return number;
  }
  *descriptor = file;
  return 0;
}

void csqlite_unlock(int descriptor) {
  // A process that is being started may have a copy of the descriptor, which would hold the lock for a moment longer.
  flock(descriptor, LOCK_UN);
  close(descriptor);
}

int csqlite_find_file_system(const char *folder, csqlite_file_system *kind) {
  struct statfs information;
  if (statfs(folder, &information) != 0)
    return errno;
  switch ((unsigned long)information.f_type & 0xffffffff) {
  case 0x6969:     // NFS
  case 0x517b:     // SMB
  case 0xff534d42: // CIFS
  case 0xfe534d42: // SMB2
  case 0x01021997: // 9p
    *kind = CSQLITE_NETWORK;
    break;
  case 0x794c7630: // overlay
  case 0x01021994: // tmpfs
  case 0x858458f6: // ramfs
    *kind = CSQLITE_PASSING;
    break;
  default:
    *kind = CSQLITE_DISK;
  }
  return 0;
}

bool csqlite_is_absence(int number) { return number == ENOENT; }

int csqlite_make_folder(const char *path, bool *is_new) {
  *is_new = mkdir(path, 0700) == 0;
  return *is_new || errno == EEXIST ? 0 : errno;
}

int csqlite_make_file(const char *path) {
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0)
    return errno;
  return close(file) == 0 ? 0 : errno;
}

int csqlite_sync(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return errno;
  int number = fsync(file) == 0 ? 0 : errno;
  close(file);
  return number;
}

int csqlite_rename(const char *from, const char *to) { return rename(from, to) == 0 ? 0 : errno; }

int csqlite_remove(const char *path) { return unlink(path) == 0 || errno == ENOENT ? 0 : errno; }

int64_t csqlite_byte_count(const char *path) {
  struct stat information;
  return stat(path, &information) == 0 ? (int64_t)information.st_size : -1;
}

const char *csqlite_error_text(int number) { return strerrordesc_np(number) ?: "unknown error"; }

int64_t csqlite_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t csqlite_today(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec / 86400;
}
