type ServerEvent = { id: string, name: string, data: string };

/** The most characters of an incomplete event: more than any record of a log has. */
const maximumLength = 64 * 2 ** 20;

/** Reads server-sent events (the HTML standard, 9.2.6) from the pieces in which they arrive. */
export class EventReader {
  #decoder = new TextDecoder();
  /** The part of the current line that has arrived. */
  #line = '';
  #length = 0;
  #name = '';
  #id = '';
  #data: string[] = [];
  /** The pause before the stream is opened again, if the stream has sent one. */
  retryMilliseconds: number | null = null;

  /** The events that a piece completes. */
  read(piece: Uint8Array): ServerEvent[] {
    const text = this.#line + this.#decoder.decode(piece, { stream: true });
    // A carriage return at the end may be followed by a line feed in the next piece.
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    this.#line = lines.pop() as string;
    this.#length += piece.length;
    if (this.#length > maximumLength) throw new RangeError(`An event has more than ${maximumLength} bytes`);
    const events = [];
    for (const line of lines) {
      if (line !== '') this.#field(line);
      else if (this.#data.length > 0) {
        events.push({ id: this.#id, name: this.#name || 'message', data: this.#data.join('\n') });
      }
      if (line === '') {
        this.#name = '';
        this.#data = [];
        this.#length = 0;
      }
    }
    return events;
  }

  #field(line: string) {
    const [, name, value] = /^([^:]*)(?:: ?)?([^]*)$/.exec(line) as RegExpExecArray;
    if (name === 'event') this.#name = value;
    if (name === 'data') this.#data.push(value);
    if (name === 'id' && !value.includes('\0')) this.#id = value;
    if (name === 'retry' && /^\d+$/.test(value)) this.retryMilliseconds = Number(value);
  }
}
