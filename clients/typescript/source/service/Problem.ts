import { withFault } from './withFault.js';
import type { ProblemError } from '../../types/index.js';

/** The problem with which the service rejected a request (RFC 9457). */
export class Problem extends Error {
  /** @internal */
  declare name: string;
  /** `/problems/NAME`; `about:blank` if a proxy answered. */
  declare readonly type: string;
  declare readonly title: string;
  declare readonly status: number;
  declare readonly detail: string;
  /** The first 20 mistakes. */
  declare readonly errors: readonly ProblemError[];
  /** The id of the request in the service's log. */
  declare readonly requestId: string | null;
  /** The current revision of the document, if a write was rejected because of it; otherwise null. */
  declare readonly revision: number | null;
  /** The id of the document's current layout. */
  declare readonly layout: string | null;
  declare readonly retryAfterSeconds: number | null;
  /** The number of times that the request was sent. */
  declare readonly attempts: number;
  constructor(
    members: {
      type?: string, title?: string, status: number, detail?: string, requestId?: string, errors?: ProblemError[], revision?: number,
      layout?: string,
    },
    retryAfterSeconds: number | null = null,
  ) {
    const title = members.title ?? 'The request failed';
    const message = `${members.status} ${title}${members.detail ? `: ${members.detail}` : ''}`;
    super(Array.isArray(members.errors) ? withFault(message, members.errors) : message);
    this.name = 'Problem';
    this.type = members.type ?? 'about:blank';
    this.title = title;
    this.status = members.status;
    this.detail = members.detail ?? '';
    this.errors = Array.isArray(members.errors) ? members.errors : [];
    this.requestId = members.requestId ?? null;
    this.revision = members.revision ?? null;
    this.layout = members.layout ?? null;
    this.retryAfterSeconds = retryAfterSeconds;
    this.attempts = 1;
  }

  get isLayoutNotFound(): boolean {
    return this.is('layout-not-found');
  }

  /** Whether it is of the type `/problems/NAME`, such as `conflict`. */
  is(name: string): boolean {
    return this.type.endsWith(`/problems/${name}`);
  }

  /** Whether the same request may succeed later: the status is 429, 502, 503 or 504. */
  get isPassing(): boolean {
    return [429, 502, 503, 504].includes(this.status);
  }

  /**
   * Reads the problem from an unsuccessful answer.
   *
   * @param now in milliseconds since 1970
   * @internal
   */
  static async from(response: Response, now: number) {
    const retryAfter = retryAfterSeconds(response.headers.get('Retry-After'), now);
    const bare = { status: response.status, title: response.statusText || undefined };
    if (!/^application\/problem\+json\b/i.test(response.headers.get('Content-Type') ?? '')) {
      await response.body?.cancel();
      return new Problem(bare, retryAfter);
    }
    const members = await response.json().catch(() => null);
    return new Problem({ ...bare, ...members, status: response.status }, retryAfter);
  }
}

/**
 * A snapshot was posted again and has another id: the service's rules have changed, so every frame may have changed. Post it and lay it out
 * again.
 */
export class IdChanged extends Error {
  /** @internal */
  declare name: string;
  declare readonly id: string;
  declare readonly newId: string;
  constructor(id: string, newId: string) {
    super(`The layout ${id} is now ${newId}: the service's rules have changed. Post the snapshot again.`);
    this.name = 'IdChanged';
    this.id = id;
    this.newId = newId;
  }
}

/** The seconds of a Retry-After header, which has a number or a date; null if it has neither. */
function retryAfterSeconds(text: string | null, now: number) {
  if (text === null) return null;
  if (/^\d+$/.test(text.trim())) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, (date - now) / 1000);
}
