import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Compresses what is served for ever, once, when it is built. */
function compressed(): Plugin {
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

// biome-ignore lint/style/noDefaultExport: Vite reads it
export default defineConfig({
  base: '/console/',
  plugins: [react(), compressed()],
  build: { target: 'es2023', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
});
