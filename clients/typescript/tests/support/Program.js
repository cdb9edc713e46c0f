import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';

const standard = fileURLToPath(new URL('../../../../.build/debug/layoutd', import.meta.url));

/** The program that is tested against, which `LAYOUTD_PROGRAM` names. */
export const program = process.env.LAYOUTD_PROGRAM ?? standard;

/** A layoutd of its own, on a port of its own. */
export class Program {
  #process;
  #agent = new Agent({ keepAlive: true });

  constructor(process, url) {
    this.#process = process;
    this.url = url;
  }

  /** @param options of the program; `listen` beside them: where, by default on a port that is free. */
  static async start(options = [], listen = '127.0.0.1:0') {
    if (!existsSync(program)) throw new Error(`There is no ${program}; build it, or name another in LAYOUTD_PROGRAM`);
    const child = spawn(program, ['serve', '--listen', listen, '--access-log', 'off', '--log-level', 'error', ...options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const line = await new Promise((resolve, reject) => {
      child.stdout.setEncoding('utf8').once('data', resolve);
      child.once('error', reject).once('exit', () => reject(new Error(`${program} ended`)));
    });
    return new Program(child, line.trim().split(' ').at(-1));
  }

  /** What a GET answers, by a way that is not the client's. */
  async json(path) {
    const [response] = await once(get(this.url + path, { agent: this.#agent }), 'response');
    let text = '';
    for await (const part of response.setEncoding('utf8')) text += part;
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${text}`);
    return JSON.parse(text);
  }

  async stop() {
    this.#agent.destroy();
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGTERM');
    return await ended;
  }
}
