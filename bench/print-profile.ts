interface Node {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number };
}

/** As the inspector answers it; times are microseconds. */
export interface Profile {
  nodes: Node[];
  samples: number[];
  timeDeltas: number[];
}

const TOP = 25;

const fileOf = (url: string): string =>
  url
    .replace(/^file:\/\//, '')
    .replace(/^.*\/node_modules\//, 'npm:')
    .replace(/^.*\/(?=(apps|packages|localnet|bench|scripts)\/)/, '');

/** What a file belongs to: a library, a part of Node, a package or a room of ours; natively, what was called. */
function partOf({ callFrame: { url, functionName } }: Node): string {
  const file = fileOf(url);
  if (file === '') return functionName;
  if (file.startsWith('npm:'))
    return file
      .split('/')
      .slice(0, file.startsWith('npm:@') ? 2 : 1)
      .join('/');
  if (file.startsWith('node:')) return file;
  return file
    .split('/')
    .slice(0, file.startsWith('apps/') ? 5 : 2)
    .join('/');
}

function printTop(title: string, times: ReadonlyMap<string, number>, total: number, documents: number): void {
  console.log(`\n${title}, ms a document:`);
  const top = [...times].sort((one, other) => other[1] - one[1]).slice(0, TOP);
  for (const [name, time] of top) {
    const ms = (time / 1_000 / documents).toFixed(3);
    console.log(`${ms.padStart(8)} ${((100 * time) / total).toFixed(1).padStart(5)} %  ${name}`);
  }
}

/** Where the time of a thread went while it was busy, by part and by function, without what they called. */
export function printProfile({ nodes, samples, timeDeltas }: Profile, documents: number): void {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parts = new Map<string, number>();
  const functions = new Map<string, number>();
  const add = (to: Map<string, number>, name: string, time: number) =>
    to.set(name, (to.get(name) ?? 0) + time);
  let total = 0;
  for (const [i, id] of samples.entries()) {
    const node = byId.get(id);
    const time = timeDeltas[i] ?? 0;
    if (!node || node.callFrame.functionName === '(idle)') continue;
    total += time;
    add(parts, partOf(node), time);
    const { functionName, url, lineNumber } = node.callFrame;
    add(functions, `${functionName || '(anonymous)'} ${fileOf(url)}:${lineNumber + 1}`, time);
  }
  printTop('busy time by part', parts, total, documents);
  printTop('busy time by function', functions, total, documents);
}
