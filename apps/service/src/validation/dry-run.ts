import { aliasToType, typeToAlias } from '@pappel/peppol-ids/aliases';
import { type DocumentTypeId, parseDocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import type { Finding } from '@pappel/validation/finding';
import { documentOfText } from '@pappel/validation/read-document';
import type { Validator } from '@pappel/validation/validator';
import type { Principal } from '../platform/access/principal.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';

export interface DryRunDeps {
  validator: Validator;
  rateLimiter: RateLimiter;
}

export interface DryRun {
  verdict: 'VALID' | 'VALIDATION_FAILED' | 'SKIPPED';
  type?: string;
  documentTypeId?: string;
  documentNumber?: string;
  rulesetVersion?: string;
  errors: number;
  warnings: number;
  findings: Finding[];
}

const LIMIT = 1_048_576;
/** As for submissions. */
const DRY_RUNS = { burst: 1_000, perSecond: 100 };

/** Holds a document against the rules of its type, as sending it would, and keeps nothing of it. */
export async function dryRun(
  deps: DryRunDeps,
  principal: Principal,
  input: { payload: string; type?: string; documentTypeId?: string },
): Promise<DryRun> {
  deps.rateLimiter.take('dry-runs', principal.accountId, DRY_RUNS);
  const bytes = documentOfText(input.payload);
  if (bytes.length > LIMIT) throw new AppError('PAYLOAD_TOO_LARGE');
  if (bytes.length === 0) throw invalidField('payload', 'is empty; send the XML document', 'NOT_XML');
  const inspection = await deps.validator.inspect(bytes, typeOf(input), principal.accountId);
  const { judgement, documentTypeId, documentNumber } = inspection;
  const kind = {
    type: documentTypeId && typeToAlias(documentTypeId),
    documentTypeId,
    documentNumber,
  };
  if (!judgement) return { verdict: 'SKIPPED', ...kind, errors: 0, warnings: 0, findings: [] };
  const { findings, total, warnings, ruleset } = judgement;
  return {
    verdict: judgement.kind === 'valid' ? 'VALID' : 'VALIDATION_FAILED',
    ...kind,
    rulesetVersion: ruleset,
    errors: total - warnings,
    warnings,
    findings,
  };
}

/** Undefined: what the document says it is. */
function typeOf({
  type,
  documentTypeId,
}: {
  type?: string;
  documentTypeId?: string;
}): DocumentTypeId | undefined {
  if (type !== undefined && documentTypeId !== undefined)
    throw invalidField('type', 'or documentTypeId can be given, not both');
  const text = type ?? documentTypeId;
  if (text === undefined) return undefined;
  const known = aliasToType(text)?.documentTypeId ?? parseDocumentTypeId(text);
  if (!known)
    throw invalidField(
      'type',
      'is neither an alias nor a document type identifier; leave it out to detect it',
    );
  return known;
}
