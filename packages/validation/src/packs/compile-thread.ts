import type { CompileQuestion } from './compile-in-thread.ts';
import { compilePack } from './compile-pack.ts';

export const answer = ({ files, main, customizations, now }: CompileQuestion): unknown =>
  compilePack(files, main, customizations, now);
