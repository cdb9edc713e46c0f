// @ts-check

/**
 * A promise, and what settles it. Nobody has to look at it.
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
