/** A promise and the functions that settle it. A rejection that has no handler is ignored. */
export function deferred(): { promise: Promise<void>, resolve: () => void, reject: (error: any) => void } {
  const parts: any = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  parts.promise.catch(() => {});
  return parts;
}
