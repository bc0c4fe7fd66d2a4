import { type Page, pageOf, type Question } from './page-of-document.ts';

export const answer = (question: Question): Page => pageOf(question);
