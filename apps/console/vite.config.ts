import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './vite.compressed.ts';

// biome-ignore lint/style/noDefaultExport: Vite reads it
export default defineConfig({
  base: '/console/',
  plugins: [react(), compressed()],
  build: { target: 'es2023', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
});
