import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './vite.compressed.ts';

// Built apart from the customers' face: what one has does not make the other heavier.
// biome-ignore lint/style/noDefaultExport: Vite reads it
export default defineConfig({
  base: '/',
  plugins: [react(), compressed()],
  build: {
    target: 'es2023',
    outDir: 'dist-operator',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions: { input: 'operator.html' },
  },
});
