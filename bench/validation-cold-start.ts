/** Prints how many milliseconds passed from the start of this process to its first verdict. */
import { performance } from 'node:perf_hooks';
import { validate } from '../packages/validation/src/validate.ts';
import { smallDocument } from './validation-documents.ts';

const { bytes } = smallDocument();
if (validate(bytes).kind !== 'valid') throw new Error('The document should be valid');
console.log(performance.now().toFixed(1));
