import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Compresses what is served for ever, once, when it is built. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    writeBundle({ dir = 'dist' }) {
      for (const name of readdirSync(`${dir}/assets`)) {
        if (!/\.(js|css|svg)$/.test(name)) continue;
        const bytes = readFileSync(`${dir}/assets/${name}`);
        writeFileSync(`${dir}/assets/${name}.br`, brotliCompressSync(bytes));
        writeFileSync(`${dir}/assets/${name}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
