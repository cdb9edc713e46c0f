#ifndef CHTTPPROBE_H
#define CHTTPPROBE_H

#ifdef __cplusplus
extern "C" {
#endif

/// Sends `GET path` to a server and waits for the status of its answer; the rest is not read.
///
/// `host` is a numeric address or a name, IPv6 without brackets. All strings end in a zero byte and
/// are not kept. The time covers connecting, sending and receiving, not the look-up of a name.
///
/// Returns the status (100 to 599), or a negative error number: -ETIMEDOUT when the time was over,
/// -EADDRNOTAVAIL when the host has no address, -EPROTO when the answer is not HTTP.
int http_probe_status(
  const char *host, const char *port, const char *path, int timeout_milliseconds);

#ifdef __cplusplus
}
#endif
#endif
