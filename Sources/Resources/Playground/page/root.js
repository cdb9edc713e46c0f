/** The path below which the service is reached, without a slash at its end: empty, or such as `/layouts` behind a proxy. */
export const root = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');
