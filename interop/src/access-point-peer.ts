import assert from 'node:assert/strict';
import type { SendOutcome } from '@pappel/as4/read-response';
import type { Answer, Peer } from './peer.ts';

/** A foreign access point, and how it says what it made of something. */
export interface AccessPointPeer {
  name: string;
  /** Folder of its recorded messages. */
  folder: string;
  peer: Peer;
  /** Whether it sends an envelope that it is given, or makes its own around a document. */
  sends: 'envelope' | 'document';
  /** Which key it signs with: only some can change it. */
  keys: readonly string[];
  /** Samples that are too much for its parser, either way. */
  cannotTake: readonly string[];
  /** Whether it can be told the message id. */
  repeatsIds: boolean;
  assertAccepted(answer: Answer): void;
  assertRefused(answer: Answer, code: string): void;
  /** Its application saw an envelope with this digest. */
  assertReceived(seen: Answer, sha256: string): void;
  /** What it answers to the second of two equal messages. */
  repeats: { title: string; check(outcome: SendOutcome): void };
}

export function phase4Peer(peer: Peer): AccessPointPeer {
  return {
    name: 'phase4',
    folder: 'phase4-4.4.1',
    peer,
    sends: 'envelope',
    cannotTake: [],
    repeatsIds: true,
    keys: ['expired', 'foreign', 'revoked'],
    assertAccepted: (answer) =>
      assert.deepEqual(
        [answer.of('result'), answer.of('receipt'), answer.of('signed'), answer.of('digests')],
        ['SUCCESS', 'true', 'true', 'equal'],
        answer.text,
      ),
    assertRefused: (answer, code) =>
      assert.deepEqual(
        [answer.of('result'), answer.of('errors')],
        ['AS4_ERROR_MESSAGE_RECEIVED', code],
        answer.text,
      ),
    assertReceived: (seen, sha256) =>
      assert.deepEqual(
        [seen.of('attachments'), seen.of('decrypted'), seen.of('signed'), seen.of('sha256')],
        ['1', 'true', 'true', sha256],
        seen.text,
      ),
    repeats: {
      title: 'a repeat is answered with an error that calls it a duplicate',
      check: (outcome) => {
        assert.ok(outcome.kind === 'ebms-error', outcome.kind);
        assert.match(outcome.errors[0]?.detail ?? '', /duplicate/);
      },
    },
  };
}

export function oxalisPeer(peer: Peer): AccessPointPeer {
  return {
    name: 'Oxalis',
    folder: 'oxalis-7.1.0',
    peer,
    sends: 'envelope',
    cannotTake: [],
    repeatsIds: false,
    keys: [],
    assertAccepted: (answer) => assert.equal(answer.of('result'), 'RECEIPT', answer.text),
    assertRefused: (answer) => {
      assert.equal(answer.of('result'), 'REFUSED', answer.text);
      // Its exception has the error's detail, and no code.
      assert.match(answer.of('problem'), /OxalisAs4TransmissionException/);
    },
    assertReceived: (seen, sha256) => assert.equal(seen.of('sha256'), sha256, seen.text),
    repeats: {
      title: 'a repeat gets a receipt as the first one did',
      check: (outcome) => assert.equal(outcome.kind, 'receipt'),
    },
  };
}

export function pythonPeer(peer: Peer): AccessPointPeer {
  return {
    name: 'as4 (Python)',
    folder: 'python-as4-0.2.0',
    peer,
    sends: 'document',
    // libxml2 has no text of more than 10 MB.
    cannotTake: ['40 MB'],
    repeatsIds: false,
    keys: ['expired', 'foreign', 'revoked'],
    assertAccepted: (answer) => assert.equal(answer.of('result'), 'RECEIPT', answer.text),
    assertRefused: (answer) => assert.equal(answer.of('result'), 'REFUSED', answer.text),
    assertReceived: (seen, sha256) => assert.equal(seen.of('sha256'), sha256, seen.text),
    repeats: {
      title: 'a repeat gets a receipt as the first one did',
      check: (outcome) => assert.equal(outcome.kind, 'receipt'),
    },
  };
}
