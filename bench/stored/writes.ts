import { sendUserMessage } from '@pappel/as4/send';
import { createAgent } from '@pappel/as4/transport';
import { openLocalPki } from '@pappel/localnet/local-pki';
import { messageTo, problemOf } from '@pappel/localnet/post';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { readKeyMaterial } from '@pappel/pki/key-material';
import { FURNITURE, fixture, settled, TIMBER } from '../../apps/service/tests/harness.ts';
import { type Installation, invoice } from './installation.ts';

/** Sends a document over HTTP and waits until it has arrived, so that nothing of it goes on; how long the answer took. */
export async function submit({ pappel, founders: { huge } }: Installation): Promise<number> {
  const begun = performance.now();
  const { status, body } = await pappel.call('POST', '/v1/messages', huge.key, invoice());
  const taken = performance.now() - begun;
  if (status !== 202) throw new Error(`submit: ${status} ${JSON.stringify(body)}`);
  const { status: end } = await settled(pappel, huge, body.id);
  if (end !== 'AS4_ACCEPTED') throw new Error(`a document of the run became ${end}`);
  return taken;
}

/** A provider elsewhere that sends documents to an installation, each with a new id; how long the Receipt took. */
export async function senderTo({ pappel }: Installation): Promise<() => Promise<number>> {
  const { config, identity } = pappel.service.base;
  const pki = await openLocalPki(config.localnetDir);
  const key = readKeyMaterial(await pki.issueAccessPoint('POP999999'));
  const verdict = await identity.trust.check(identity.accessPoint.certificate, 'access-point');
  const [sender, receiver, type] = [
    parseParticipantId(TIMBER),
    parseParticipantId(FURNITURE),
    aliasToType('invoice'),
  ];
  if ('problem' in key || !verdict.trusted || !sender || !receiver || !type) throw new Error('no sender');
  const dispatcher = createAgent({ tlsCaPem: pki.tlsCaPem });
  const document = Buffer.from(fixture('invoice.xml'));
  const endpoint = { url: config.as4PublicUrl, certificate: verdict.certificate };
  return async () => {
    const message = messageTo(endpoint, { sender, receiver, ...type, document }, 'POP999999');
    const begun = performance.now();
    const problem = problemOf(await sendUserMessage({ dispatcher, key, trust: identity.trust }, message));
    if (problem) throw new Error(`inbound: ${problem}`);
    return performance.now() - begun;
  };
}
