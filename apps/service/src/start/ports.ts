import { createServer } from 'node:net';

/** A port by the setting that names it. */
export interface WantedPort {
  setting: string;
  host: string;
  port: number;
}

/** Tries all ports before anything is set up; one sentence for each that cannot be had. */
export async function portProblems(wanted: readonly WantedPort[]): Promise<string[]> {
  const problems: string[] = [];
  for (const [index, one] of wanted.entries()) {
    const same = wanted.slice(0, index).find(({ port }) => port !== 0 && port === one.port);
    const problem = same
      ? `${one.setting}=${one.port} is the port of ${same.setting} too. Give each its own.`
      : await tryPort(one);
    if (problem) problems.push(problem);
  }
  return problems;
}

function tryPort({ setting, host, port }: WantedPort): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(sentence(setting, host, port, error.code)));
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
}

function sentence(setting: string, host: string, port: number, code = 'unknown reason'): string {
  switch (code) {
    case 'EADDRINUSE':
      return `${setting}=${port} is taken on ${host} by another program. Stop that one, or set ${setting} to a free port.`;
    case 'EACCES':
      return `${setting}=${port} is for root only. Set a port from 1024 on, or grant the right to bind it.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${setting}=${port}: this machine has no address ${host}. Correct the host it is to listen on.`;
    default:
      return `${setting}=${port} cannot be listened on at ${host} (${code}). Choose another one.`;
  }
}
