import { API_ATTACKS } from './api-attacks.ts';
import type { Attack } from './attack.ts';
import { CHANNEL_ATTACKS } from './channel-attacks.ts';
import { CONNECTION_ATTACKS } from './connection-attacks.ts';
import { MIME_ATTACKS } from './mime-attacks.ts';
import { PEER_ATTACKS } from './peer-attacks.ts';
import { SENDER_ATTACKS } from './sender-attacks.ts';
import { SOAP_ATTACKS } from './soap-attacks.ts';

/** From what anybody can do to what only a trusted access point or a customer can. */
export const ATTACKS: readonly Attack[] = [
  ...SOAP_ATTACKS,
  ...MIME_ATTACKS,
  ...CONNECTION_ATTACKS,
  ...SENDER_ATTACKS,
  ...PEER_ATTACKS,
  ...API_ATTACKS,
  ...CHANNEL_ATTACKS,
];
