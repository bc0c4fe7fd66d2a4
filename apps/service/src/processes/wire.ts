/** What goes over the line between two processes. */
type Message =
  | { kind: 'ask'; id: number; name: string; about: unknown }
  | { kind: 'answer'; id: number; answer: unknown }
  | { kind: 'refusal'; id: number; reason: string }
  | { kind: 'news'; name: string; news: unknown };

interface Pending {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** Questions with answers, and news, between this process and another one that it trusts as itself. */
export class Wire {
  readonly #send: (message: Message) => void;
  readonly #answers = new Map<string, (about: unknown) => Promise<unknown>>();
  readonly #listeners = new Map<string, (news: unknown) => void>();
  readonly #pending = new Map<number, Pending>();
  #asked = 0;
  #isClosed = false;

  /** `send` may be called when the other one has ended, and must not throw then. */
  constructor(send: (message: unknown) => void) {
    this.#send = send;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Rejects when the other one ends, refuses, or, where `longestMs` is given, takes longer. */
  ask(name: string, about: unknown, longestMs?: number): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new Error('the process has ended'));
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      const timer = longestMs === undefined ? undefined : setTimeout(late, longestMs);
      const settle = (done: () => void): void => {
        clearTimeout(timer);
        this.#pending.delete(id);
        done();
      };
      function late(): void {
        settle(() => reject(new Error(`no answer within ${longestMs} ms`)));
      }
      this.#pending.set(id, {
        resolve: (answer) => settle(() => resolve(answer)),
        reject: (error) => settle(() => reject(error)),
      });
      this.#send({ kind: 'ask', id, name, about });
    });
  }

  answer(name: string, give: (about: never) => Promise<unknown>): void {
    this.#answers.set(name, give as (about: unknown) => Promise<unknown>);
  }

  tell(name: string, news: unknown): void {
    if (!this.#isClosed) this.#send({ kind: 'news', name, news });
  }

  hear(name: string, listen: (news: never) => void): void {
    this.#listeners.set(name, listen as (news: unknown) => void);
  }

  /** To be called with each message of the other one. */
  receive(received: unknown): void {
    const message = received as Message;
    switch (message.kind) {
      case 'ask':
        void this.#give(message.id, message.name, message.about);
        break;
      case 'answer':
        this.#pending.get(message.id)?.resolve(message.answer);
        break;
      case 'refusal':
        this.#pending.get(message.id)?.reject(new Error(message.reason));
        break;
      case 'news':
        this.#listeners.get(message.name)?.(message.news);
    }
  }

  /** The other one has ended. */
  close(): void {
    this.#isClosed = true;
    for (const { reject } of [...this.#pending.values()]) reject(new Error('the process has ended'));
  }

  async #give(id: number, name: string, about: unknown): Promise<void> {
    try {
      const give = this.#answers.get(name);
      if (!give) throw new Error(`nobody answers ${name} yet`);
      const answer = await give(about);
      if (!this.#isClosed) this.#send({ kind: 'answer', id, answer });
    } catch (error) {
      if (!this.#isClosed) this.#send({ kind: 'refusal', id, reason: String(error) });
    }
  }
}
