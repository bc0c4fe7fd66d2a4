import { notReached } from './http.ts';

/** One of a stream of server-sent events [SSE 9.2.6]; empty what it does not say. */
export interface Frame {
  id: string;
  event: string;
  data: string;
}

/** The service says something every 15 seconds; who is silent for three of them is gone. */
const SILENCE_MS = 45_000;
/** Events are far smaller; nothing that never ends a line is gathered. */
const LONGEST_LINE = 1_048_576;

/** Throws PappelError NETWORK_ERROR where the stream is cut, or falls silent; ends where it ends. */
export async function* framesOf(
  body: ReadableStream<Uint8Array>,
  silenceMs = SILENCE_MS,
): AsyncGenerator<Frame, void> {
  let frame = nothingSaid();
  for await (const line of linesOf(body, silenceMs)) {
    if (line !== '') takeLine(frame, line);
    else {
      if (frame.id !== '' || frame.data !== '') yield frame;
      frame = nothingSaid();
    }
  }
}

const nothingSaid = (): Frame => ({ id: '', event: '', data: '' });

function takeLine(frame: Frame, line: string): void {
  const [, name, value = ''] = /^(id|event|data): ?(.*)$/.exec(line) ?? [];
  if (name === 'data') frame.data += frame.data === '' ? value : `\n${value}`;
  else if (name === 'id' || name === 'event') frame[name] = value;
}

async function* linesOf(body: ReadableStream<Uint8Array>, silenceMs: number): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read(), silenceMs);
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r?\n/);
      rest = lines.pop() ?? '';
      if (rest.length > LONGEST_LINE) throw new Error('a line has no end');
      yield* lines;
    }
  } catch (cause) {
    throw notReached(cause);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function withinSilence<Value>(reading: Promise<Value>, silenceMs: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came for ${silenceMs / 1000} seconds`)), silenceMs);
  });
  try {
    return await Promise.race([reading, silence]);
  } finally {
    clearTimeout(timer);
  }
}
