import { generateKeyPairSync, sign } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';

/** RSA-2048 private operations a second over all cores, as the service does them: on the thread pool. */
export async function rsaRate(): Promise<number> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signing = promisify(sign);
  const data = Buffer.alloc(256);
  const started = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (performance.now() - started < 3_000) {
        await signing('RSA-SHA256', data, privateKey);
        count++;
      }
    }),
  );
  return count / ((performance.now() - started) / 1000);
}
