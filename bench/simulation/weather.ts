import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { Dispatcher } from 'undici';
import { MINUTE, type SimulatedTime } from './simulated-time.ts';

/** How those on the network are, to whom we speak. */
export type Weather =
  | 'fine'
  /** Nobody listens. */
  | 'refused'
  /** Something in front answers 503. */
  | 'busy'
  /** The connection stands, and nothing comes. */
  | 'silent'
  /** What was sent is taken in, and the answer is lost on its way. */
  | 'lost';

/** How long we wait for who is silent, by the simulated time; by the real time it is a moment. */
const PATIENCE = 2 * MINUTE;
export const REAL_PATIENCE_MS = 60;

/** Places that answer as bad weather does. */
export class BadPlaces {
  readonly #busy: Server;
  readonly #silent: Server;
  readonly #time: SimulatedTime;
  #refused = '';

  constructor(time: SimulatedTime) {
    this.#time = time;
    this.#busy = createServer((request, response) => {
      request.resume().once('end', () => response.writeHead(503).end('come again'));
    });
    this.#silent = createServer((request) => {
      request.resume();
      this.#time.set(this.#time.now + PATIENCE);
    });
  }

  async open(): Promise<void> {
    for (const server of [this.#busy, this.#silent])
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    this.#refused = `http://127.0.0.1:${await deadPort()}`;
  }

  originOf(weather: 'refused' | 'busy' | 'silent'): string {
    if (weather === 'refused') return this.#refused;
    const { port } = (weather === 'busy' ? this.#busy : this.#silent).address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  close(): void {
    for (const server of [this.#busy, this.#silent]) {
      server.closeAllConnections();
      server.close();
    }
  }
}

/** A port on which nobody listens any more. */
async function deadPort(): Promise<number> {
  const server = createSocketServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Reaches others through the weather of the moment. */
export class ThroughWeather extends Dispatcher {
  readonly #real: Dispatcher;
  readonly #places: BadPlaces;
  readonly #weather: () => Weather;

  constructor(real: Dispatcher, places: BadPlaces, weather: () => Weather) {
    super();
    this.#real = real;
    this.#places = places;
    this.#weather = weather;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const weather = this.#weather();
    if (weather === 'fine') return this.#real.dispatch(options, handler);
    if (weather === 'lost') return this.#real.dispatch(options, withoutAnswer(handler));
    return this.#real.dispatch({ ...options, origin: this.#places.originOf(weather) }, handler);
  }
}

/** By the time that an answer begins, the other side has done what it was asked for. */
function withoutAnswer(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (...given) => handler.onRequestStart?.(...given),
    onResponseStart: (controller) =>
      controller.abort(Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })),
    onResponseData: () => undefined,
    onResponseEnd: () => undefined,
    onResponseError: (...given) => handler.onResponseError?.(...given),
  };
}
