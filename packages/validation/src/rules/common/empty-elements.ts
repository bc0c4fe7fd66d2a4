import type { DocumentView } from '../../view.ts';
import type { Family } from '../rule.ts';

const isEmpty = ({ tape }: DocumentView, node: number): boolean =>
  !tape.hasChildren(node) && !tape.hasTextBetweenChildren(node);

/** The rule that no element may be without children and text; its id is another one in each family of documents. */
export const emptyElements = (id: string): Family => ({
  name: `${id}, empty elements`,
  patterns: [
    [
      {
        at: ['*'],
        where: isEmpty,
        rules: [
          {
            id,
            severity: 'ERROR',
            terms: '',
            message: 'An element that has nothing to say must be left out.',
            holds: (doc, node) => () => `Empty is ${doc.tape.localName(node)}.`,
          },
        ],
      },
    ],
  ],
});
