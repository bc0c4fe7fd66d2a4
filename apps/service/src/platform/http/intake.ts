import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors.ts';
import { shareOf } from '../siblings.ts';
import { Arrival } from './arrival.ts';
import { ByteBudget, ByteGate, LONGEST_WAIT_MS } from './byte-budget.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

export interface IntakeLimits {
  /** Bytes of bodies that may be in memory at once, over all requests and for one address. */
  memory: number;
  memoryPerAddress: number;
  /** Bytes of large bodies that may wait on disk at once, likewise. */
  disk: number;
  diskPerAddress: number;
  /** Bytes of bodies that may be read back from disk at once. */
  opened: number;
  /** A body that may go to disk does so beyond this size. */
  spoolAbove: number;
  /** Bytes a second that a body must bring, after as many milliseconds of patience. */
  leastRate: number;
  patienceMs: number;
}

const LIMITS: IntakeLimits = {
  memory: 96 * MIB,
  memoryPerAddress: 32 * MIB,
  disk: 1024 * MIB,
  diskPerAddress: 256 * MIB,
  opened: 48 * MIB,
  spoolAbove: 256 * KIB,
  leastRate: 32 * KIB,
  patienceMs: 15_000,
};

/** What one body takes at most in memory, and with what belongs to it on disk. */
const LARGEST_IN_MEMORY = 4 * MIB;
const LARGEST_ON_DISK = 64 * MIB;

/** The limits of one of so many processes: its share, or what one body needs. */
export const intakeShare = (processes: number): Partial<IntakeLimits> => ({
  memory: shareOf(LIMITS.memory, processes, LARGEST_IN_MEMORY),
  memoryPerAddress: shareOf(LIMITS.memoryPerAddress, processes, LARGEST_IN_MEMORY),
  disk: shareOf(LIMITS.disk, processes, LARGEST_ON_DISK),
  diskPerAddress: shareOf(LIMITS.diskPerAddress, processes, LARGEST_ON_DISK),
  opened: shareOf(LIMITS.opened, processes),
});

/** The whole body of a request. Its room is given back by `release`, or at the end of its `await using`. */
export interface Body extends AsyncDisposable {
  readonly bytes: number;
  /** The bytes in memory; waits for its turn when the body lies on disk. */
  open(): Promise<Buffer>;
  /** The bytes one after the other, at once wherever they lie. A piece is good until the next one is asked for. */
  pieces(): AsyncIterable<Uint8Array>;
  release(): Promise<void>;
}

export interface TakeOptions {
  /** Bytes that it may have. */
  limit: number;
  /** What the caller is counted under. */
  address: string;
  /** Large ones wait on disk until somebody opens them. */
  spool?: boolean;
}

/**
 * Takes the bodies of requests, so that all of them together stay within bounds: bytes in memory and on disk, in all and
 * for one address, and time, by a least rate. What a slow caller sends waits where it costs little.
 */
export class BodyIntake {
  readonly limits: IntakeLimits;
  readonly #folder: string;
  readonly #memory: ByteBudget;
  readonly #disk: ByteBudget;
  readonly #opened: ByteGate;

  /** `folder` takes the large bodies; it is made when it is needed. */
  constructor(folder: string, limits: Partial<IntakeLimits> = {}) {
    this.limits = { ...LIMITS, ...limits };
    this.#folder = folder;
    this.#memory = new ByteBudget(this.limits.memory, this.limits.memoryPerAddress);
    this.#disk = new ByteBudget(this.limits.disk, this.limits.diskPerAddress);
    this.#opened = new ByteGate(this.limits.opened);
  }

  /** Bytes that are held at present. */
  get held(): { memory: number; disk: number } {
    return { memory: this.#memory.held, disk: this.#disk.held };
  }

  /**
   * Waits for the whole body. Throws PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT for a caller that is too slow or goes away,
   * RATE_LIMITED where its address has sent too much at once, and UNAVAILABLE where all together have.
   */
  async take(source: IncomingMessage, { limit, address, spool = false }: TakeOptions): Promise<Body> {
    const announced = Number(source.headers['content-length'] ?? 0);
    if (announced > limit) throw new AppError('PAYLOAD_TOO_LARGE');
    const { leastRate, patienceMs, spoolAbove } = this.limits;
    const arrival = new Arrival({
      limit,
      leastRate,
      patienceMs,
      spoolAbove: spool ? spoolAbove : undefined,
      folder: this.#folder,
      memory: this.#memory.forAddress(address),
      disk: this.#disk.forAddress(address),
    });
    await arrival.receive(source);
    return this.#bodyOf(arrival);
  }

  #bodyOf(arrival: Arrival): Body {
    let leave: (() => void) | undefined;
    const release = async (): Promise<void> => {
      leave?.();
      leave = undefined;
      await arrival.discard();
    };
    return {
      bytes: arrival.bytes,
      open: async () => {
        if (arrival.isOnDisk)
          leave ??= await this.#opened.enter(arrival.bytes, { longestMs: LONGEST_WAIT_MS });
        return arrival.read();
      },
      pieces: () => arrival.pieces(),
      release,
      [Symbol.asyncDispose]: release,
    };
  }
}
