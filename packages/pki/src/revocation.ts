import type { Certificate } from './certificate.ts';
import { Downloader, type RevocationFetch } from './download.ts';
import { type Attempt, FreshCache } from './fresh-cache.ts';
import { readOcspResponse, writeOcspRequest } from './ocsp.ts';
import { type RevocationList, readRevocationList, statusOn } from './revocation-list.ts';
import { isFinal, type KnownStatus, type RevocationStatus } from './revocation-status.ts';

export type { RevocationFetch } from './download.ts';
export type { RevocationReason, RevocationStatus } from './revocation-status.ts';

/** Where revocation can be asked. */
export interface RevocationAddresses {
  ocsp: readonly string[];
  crl: readonly string[];
}

export interface RevocationCheck {
  /**
   * Whether a certificate was revoked. `issuer` is the CA that issued it, which the caller has verified.
   * Never throws: trouble on the way is `unknown`, with the reasons in `detail`.
   */
  check(certificate: Certificate, issuer: Certificate): Promise<RevocationStatus>;
}

export interface RevocationOptions {
  /** Opens the connections. Redirects are not followed, and an answer is read only up to its limit. */
  fetch: RevocationFetch;
  clock?: () => Date;
  /** Why a URL must not be called, or undefined. Refuses private addresses outside a local network. */
  refuseUrl?: ((url: string) => string | undefined) | undefined;
  /** Further addresses, asked when those of a certificate do not answer or when it names none. */
  fallback?: ((issuer: Certificate) => RevocationAddresses) | undefined;
  /** Milliseconds for one request from connecting to the last byte; 5 s. At most four requests are made for one check. */
  timeoutMs?: number;
  /** Milliseconds after which an answer is asked for again although it may still stand; one hour. */
  refreshMs?: number;
  /** Bytes of an OCSP answer; 32 KiB. */
  ocspBytes?: number;
  /** Bytes of a revocation list; 1 MiB, which is twenty thousand certificates. */
  crlBytes?: number;
}

/** Of each kind, from the certificate and the fallback together. */
const MAX_ADDRESSES = 2;
const ANSWERS_KEPT = 5_000;
const LISTS_KEPT = 20;
const DEFAULTS = { timeoutMs: 5_000, refreshMs: 3_600_000, ocspBytes: 32_768, crlBytes: 1_048_576 };

/**
 * Asks OCSP [RFC 6960], and the revocation list [RFC 5280 5] when OCSP gives no answer. Answers are kept until their
 * `nextUpdate`, but looked for anew after `refreshMs`; one that is on its way is not asked for twice.
 */
export function createRevocationCheck(options: RevocationOptions): RevocationCheck {
  const { clock = () => new Date(), refuseUrl = () => undefined, fallback, fetch } = options;
  const { timeoutMs, refreshMs, ocspBytes, crlBytes } = { ...DEFAULTS, ...options };
  const downloader = new Downloader({ fetch, refuseUrl, clock, timeoutMs });
  const answers = new FreshCache<KnownStatus>({ clock, refreshMs, size: ANSWERS_KEPT }, isFinal);
  const lists = new FreshCache<RevocationList>({ clock, refreshMs, size: LISTS_KEPT });

  const askOcsp = async (url: string, certificate: Certificate, issuer: Certificate) => {
    const bytes = await downloader.get({
      url,
      headers: { 'content-type': 'application/ocsp-request', accept: 'application/ocsp-response' },
      body: writeOcspRequest(certificate, issuer),
      limit: ocspBytes,
    });
    if ('problem' in bytes) return bytes;
    return at(url, await readOcspResponse(bytes, { certificate, issuer, now: clock() }));
  };
  const loadList = async (url: string, issuer: Certificate): Promise<Attempt<RevocationList>> => {
    const bytes = await downloader.get({ url, headers: { accept: 'application/pkix-crl' }, limit: crlBytes });
    return 'problem' in bytes ? bytes : at(url, await readRevocationList(bytes, issuer, url));
  };

  return {
    async check(certificate, issuer) {
      const { ocsp, crl } = addressesOf(certificate, fallback?.(issuer));
      const problems: string[] = [];
      // Every responder by itself: an answer of one that is outdated is no reason not to ask the next.
      for (const url of ocsp) {
        const key = `${certificate.fingerprint} ${url}`;
        const answer = await answers.get(key, () => askOcsp(url, certificate, issuer));
        if ('value' in answer) return answer.value;
        problems.push(answer.problem);
      }
      for (const url of crl) {
        const list = await lists.get(`${issuer.fingerprint} ${url}`, () => loadList(url, issuer));
        if ('value' in list) return statusOn(list.value, certificate);
        problems.push(list.problem);
      }
      const detail = problems.join('; ') || 'the certificate does not say where its revocation can be asked';
      return { status: 'unknown', detail };
    },
  };
}

function at<Value>(url: string, attempt: Attempt<Value>): Attempt<Value> {
  return 'problem' in attempt ? { problem: `${url}: ${attempt.problem}` } : attempt;
}

function addressesOf(certificate: Certificate, further?: RevocationAddresses): RevocationAddresses {
  const first = (own: readonly string[], others: readonly string[] = []): string[] =>
    [...new Set([...own.slice(0, others.length > 0 ? MAX_ADDRESSES - 1 : MAX_ADDRESSES), ...others])].slice(
      0,
      MAX_ADDRESSES,
    );
  return { ocsp: first(certificate.ocspUrls, further?.ocsp), crl: first(certificate.crlUrls, further?.crl) };
}
