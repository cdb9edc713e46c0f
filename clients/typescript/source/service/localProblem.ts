import { bodyKinds, problemOf } from './problemOf.js';

/** The statuses and titles of the service's problems that the client makes itself. */
export const kinds: Record<string, [number, string]> = {
  ...bodyKinds,
  'bad-json': [400, 'The body is not JSON'],
  'bad-parameter': [400, 'A parameter is wrong'],
  'not-found': [404, 'There is nothing here'],
  'layout-not-found': [404, 'The layout is not known'],
  'unexpected-result': [422, 'The steps make something else than expected'],
  'cannot-lay-out': [422, 'The snapshot cannot be laid out at this width'],
  'too-much-work': [503, 'The service cannot answer now'],
};

/**
 * A problem as the service answers it.
 *
 * @param errors the mistakes; a missing detail is made from the code
 */
export function localProblem(
  name: string, detail: string, errors: readonly { pointer?: string, parameter?: string, code: string, detail?: string }[] = [],
) {
  return problemOf(kinds, name, detail, errors);
}
