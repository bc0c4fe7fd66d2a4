/** One parameter of an address, where it is a word. */
export function optional<Name extends string>(name: Name, value: unknown): { [K in Name]?: string } {
  const word = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return (typeof word === 'string' && word !== '' ? { [name]: word } : {}) as { [K in Name]?: string };
}

/** Several parameters of an address, each where it is a word; what is unknown is dropped. */
export function words<Name extends string>(...names: readonly Name[]) {
  return (search: Record<string, unknown>): { [K in Name]?: string } =>
    Object.assign({}, ...names.map((name) => optional(name, search[name])));
}
