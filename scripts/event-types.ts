/**
 * Writes the types of events that the description of the API names, for the console, which has to name each that it
 * listens for: `node scripts/event-types.ts .openapi.json FILE`; with --check it says only whether FILE is up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const [description = '', file = '', check] = process.argv.slice(2);
const { components } = JSON.parse(readFileSync(description, 'utf8'));
const types: readonly string[] = components.schemas.Event.properties.type.enum;
const text = `// Made by npm run contract from the description of the API.
export const EVENT_TYPES = [
${types.map((type) => `  '${type}',`).join('\n')}
] as const;
`;
if (check !== '--check') writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error(`${file} differs from the API: npm run contract`);
  process.exitCode = 1;
}
