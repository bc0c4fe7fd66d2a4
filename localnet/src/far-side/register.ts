import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import { createParticipant, createSmp, listParticipants, type SmlContext, updateSmp } from '@pappel/smp/sml';
import { Agent } from 'undici';

export interface Registration {
  smlUrl: string;
  tlsCaPem: string;
  /** The SMP's certificate, as TLS towards the SML wants it. */
  smpPem: { key: string; cert: string };
  smpId: string;
}

/** The SMP under the address of this start, and those whom the SML does not have yet. */
export async function register(
  { smlUrl, tlsCaPem, smpPem, smpId }: Registration,
  smpUrl: string,
  participants: readonly ParticipantId[],
): Promise<void> {
  const dispatcher = new Agent({ connect: { ca: tlsCaPem, ...smpPem } });
  try {
    const sml: SmlContext = { url: smlUrl, dispatcher, smpId };
    const address = { url: smpUrl, ip: '127.0.0.1' };
    const updated = await updateSmp(sml, address);
    const made = updated.ok ? updated : await createSmp(sml, address);
    if (!made.ok) throw new Error(`The SML refused the far side: ${made.message}`);
    const listed = await listParticipants(sml);
    const known = listed.ok ? listed.participants : [];
    const missing = participants.filter((id) => !known.includes(id));
    // One by one: an address that somebody else holds is theirs, and keeps nobody from starting.
    for (const participant of missing) await createParticipant(sml, participant);
  } finally {
    await dispatcher.destroy();
  }
}
