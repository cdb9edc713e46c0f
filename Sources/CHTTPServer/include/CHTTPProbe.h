#ifndef CHTTPPROBE_H
#define CHTTPPROBE_H

#ifdef __cplusplus
extern "C" {
#endif

/// Sends `GET path` to a server and returns the status of its answer. The rest of the answer is not read.
///
/// `host` is a numeric address or a name, IPv6 without brackets. All strings are NUL-terminated and borrowed for the
/// call. The timeout covers connecting, sending and receiving, but not looking up the name.
///
/// Returns the status (100 to 599) or a negative error number: -ETIMEDOUT after the timeout, -EADDRNOTAVAIL if the host
/// has no address, -EPROTO if the answer is not HTTP.
int http_probe_status(
  const char *host, const char *port, const char *path, int timeout_milliseconds);

#ifdef __cplusplus
}
#endif
#endif
