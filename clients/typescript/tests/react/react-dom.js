export const { createRoot, flushSync, hydrateRoot } = globalThis.ReactDOM;
