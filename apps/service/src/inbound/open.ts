import type { ReceiveContext } from '@pappel/as4/receive';
import type { KeyMaterial } from '@pappel/pki/key-material';
import { DOCUMENT_LIMIT } from '../platform/document-limit.ts';
import type { HttpServer } from '../platform/http/http-server.ts';
import type { BodyIntake } from '../platform/http/intake.ts';
import type { JobHandlers } from '../platform/jobs/work.ts';
import type { Config } from '../settings/config.ts';
import type { AcceptDeps } from './accept.ts';
import { applyStatus } from './apply-mls-job.ts';
import { endStatus } from './end-status.ts';
import { Envelopes } from './envelopes.ts';
import { answerWithStatus } from './mls-job.ts';
import { addAs4Routes } from './routes.ts';

/** A compressed document of 40 MiB may be no smaller than that, and brings its SOAP part along. */
const AS4_LIMIT = DOCUMENT_LIMIT + 1_048_576;

type Needs = Omit<AcceptDeps, 'as4' | 'key' | 'envelopes' | 'strictAddressing'> & {
  identity: { accessPoint: KeyMaterial };
  as4Receive: ReceiveContext;
  intake: BodyIntake;
};

export function openInbound(
  base: Needs,
  { strictAddressing }: Pick<Config, 'strictAddressing'>,
  opened: AsyncDisposableStack,
) {
  const envelopes = new Envelopes();
  opened.defer(() => envelopes.close());
  return {
    /** What other access points call. */
    addTo: (server: HttpServer): void => {
      const { identity, as4Receive: as4, intake } = base;
      const key = identity.accessPoint;
      addAs4Routes(server, { ...base, as4, key, envelopes, strictAddressing }, { intake, limit: AS4_LIMIT });
    },
    jobs: {
      'inbound.mls': { run: (job) => answerWithStatus(base, job) },
      'inbound.apply-mls': { run: (job) => applyStatus(base, job), end: (job) => endStatus(base, job) },
    } satisfies Partial<JobHandlers>,
  };
}
