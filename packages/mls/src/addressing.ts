import { type ParticipantId, parseParticipantId, valuePart } from '@pappel/peppol-ids/participant-id';
import { isSpid, mainIdOf, type SeatId } from '@pappel/peppol-ids/seat-id';

/** A service provider's address on the network: `0242:` and the main id of its seat [SPIS]. */
export function providerOf(seat: SeatId): ParticipantId {
  const id = parseParticipantId(`0242:${mainIdOf(seat)}`);
  if (!id) throw new Error(`The seat ${seat} makes no address`);
  return id;
}

/** Whether this address is one of that provider: its main id, or one below it [SPIS]. */
export function isOfProvider(address: string, seat: SeatId): boolean {
  const id = parseParticipantId(address);
  if (!id?.startsWith('0242:')) return false;
  const spid = valuePart(id);
  return isSpid(spid) && spid.split('-')[0] === mainIdOf(seat);
}

/**
 * Where a status goes, best first: the address that the envelope names, if it is C2's own, then C2's default [MLS 4.1].
 * A caller takes the second when the network does not know the first.
 *
 * @param mlsTo the scope MLS_TO of the business document
 * @param seat of C2, from the certificate that signed the message
 */
export function statusReceivers(
  mlsTo: string | undefined,
  seat: SeatId,
): [ParticipantId, ...ParticipantId[]] {
  const standard = providerOf(seat);
  const wanted = mlsTo !== undefined && isOfProvider(mlsTo, seat) ? parseParticipantId(mlsTo) : undefined;
  return wanted && wanted !== standard ? [wanted, standard] : [standard];
}
