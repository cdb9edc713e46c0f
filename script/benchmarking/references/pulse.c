// One client that scrolls: it sends the requests of a file over one connection, each a while after the last answer.
//
//   pulse PORT FILE COUNT PAUSE
//
// PAUSE is in microseconds. Prints how many nanoseconds each answer took, from before its request is sent until all of
// it has come.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static char *contents(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) fail(path);
  size_t count = (size_t)ftell(file);
  rewind(file);
  char *text = malloc(count + 1);
  if (text == NULL || fread(text, 1, count, file) != count) fail(path);
  text[count] = 0;
  fclose(file);
  return text;
}

static int open_connection(int port) {
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int descriptor = socket(AF_INET, SOCK_STREAM, 0), one = 1;
  if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) fail("connect");
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  return descriptor;
}

// Reads one whole answer, which is 200 and has a length.
static void take_answer(int descriptor) {
  static char answer[1 << 16];
  size_t count = 0;
  const char *body = NULL;
  size_t length = 0;
  while (body == NULL || count < (size_t)(body - answer) + length) {
    ssize_t received = recv(descriptor, answer + count, sizeof answer - 1 - count, 0);
    if (received <= 0) fail("an answer did not come");
    count += (size_t)received;
    answer[count] = 0;
    if (body != NULL || (body = strstr(answer, "\r\n\r\n")) == NULL) continue;
    body += 4;
    const char *line = strcasestr(answer, "\r\nContent-Length:");
    if (strncmp(answer, "HTTP/1.1 200 ", 13) != 0 || line == NULL) {
      fprintf(stderr, "not the answer that was expected: %.200s\n", answer);
      exit(1);
    }
    length = strtoul(line + 17, NULL, 10);
  }
}

int main(int count, char **arguments) {
  if (count != 5) return fprintf(stderr, "usage: pulse PORT FILE COUNT PAUSE\n"), 2;
  char *requests = contents(arguments[2]), *request = requests;
  int descriptor = open_connection(atoi(arguments[1]));
  for (long left = atol(arguments[3]); left > 0; left--) {
    usleep((useconds_t)atol(arguments[4]));
    if (*request == 0) request = requests;
    char *end = strstr(request, "\r\n\r\n");
    if (end == NULL) return fprintf(stderr, "no request\n"), 1;
    end += 4;
    int64_t start = now();
    if (send(descriptor, request, (size_t)(end - request), 0) != end - request) fail("send");
    take_answer(descriptor);
    printf("%lld\n", (long long)(now() - start));
    request = end;
  }
  close(descriptor);
  return 0;
}
