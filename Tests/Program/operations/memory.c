// Preloaded into the program: the library finds no memory for a line of an answer, as a shared file says.
//
// LINES_FAIL names that file (test_memory.py writes it).
#include <dlfcn.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct {
  char name[56];  // of the line
  int64_t left;   // how often it fails
} *plan;

__attribute__((constructor)) static void begin(void) {
  const char *name = getenv("LINES_FAIL");
  int file = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0)
    return;
  void *memory = mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory != MAP_FAILED)
    plan = memory;
}

enum MHD_Result MHD_add_response_header(struct MHD_Response *response, const char *name, const char *value) {
  __typeof__(&MHD_add_response_header) next = (__typeof__(next))dlsym(RTLD_NEXT, "MHD_add_response_header");
  int fails = plan && strcmp(plan->name, name) == 0 && __atomic_load_n(&plan->left, __ATOMIC_SEQ_CST) > 0 &&
              __atomic_sub_fetch(&plan->left, 1, __ATOMIC_SEQ_CST) >= 0;
  return fails ? MHD_NO : next(response, name, value);
}
