import { Problem } from './Problem.js';

/** The statuses and titles of the service's problems with bodies, by their names. */
export const bodyKinds: Record<string, [number, string]> = {
  'invalid-snapshot': [422, 'The body is not a snapshot'],
  'invalid-change': [422, 'The steps cannot be applied'],
};

/**
 * A problem as the service answers it.
 *
 * @param errors the mistakes; a missing detail is made from the code
 */
export function problemOf(
  kinds: Record<string, [number, string]>, name: string, detail: string,
  errors: readonly { pointer?: string, parameter?: string, code: string, detail?: string }[],
) {
  const [status, title] = kinds[name];
  return new Problem({
    type: `/problems/${name}`, title, status, detail,
    errors: errors.slice(0, 20).map((error) => ({ detail: error.code.replaceAll('-', ' '), ...error })),
  });
}
