import { Copy } from './copy.tsx';

/** A command that does in a terminal what the page does; strings stand out, and it copies whole. */
export function Curl({ command, label = 'Copy the command' }: { command: string; label?: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="code" tabIndex={0} aria-label="Command">
      {command.split(/("[^"]*"|'[^']*'|^#.*$)/m).map((piece, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text that only changes as a whole
        <span key={i} className={piece.startsWith('#') ? 'c' : /^["']/.test(piece) ? 's' : undefined}>
          {piece}
        </span>
      ))}
      <Copy value={command} label={label} />
    </section>
  );
}

/** A call of the API as a command for curl, with the key left to the reader's environment. */
export function curlOf(call: {
  method?: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** What comes is shown as it comes. */
  isStream?: true;
}): string {
  const { method = 'GET', path, headers = {}, body, isStream } = call;
  const lines = [
    `curl ${isStream ? '-N ' : ''}-H "Authorization: Bearer $PAPPEL_KEY"`,
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined ? [] : [`-d ${inQuotes(body)}`]),
    `${method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `-X ${method} `}"${location.origin}${path}"`,
  ];
  return lines.join(' \\\n     ');
}

const inQuotes = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
