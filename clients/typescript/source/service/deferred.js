// @ts-check

/**
 * A promise and the functions that settle it. A rejection that has no handler is ignored.
 *
 * @returns {{ promise: Promise<void>, resolve: () => void, reject: (error: any) => void }}
 */
export function deferred() {
  /** @type {any} */
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  parts.promise.catch(() => {});
  return parts;
}
