/** A page that says where it comes from. */
export const pageOf = (title: string, source: string, ...parts: string[]): string =>
  [
    `# ${title}`,
    `Made from ${source.split(', ').map(code).join(' and ')} by \`npm run reference\`.`,
    ...parts,
  ]
    .join('\n\n')
    .concat('\n');

/** Cells may have anything but lines. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

export const code = (text: string): string => `\`${text}\``;
