import type { ParticipantId } from '@pappel/peppol-ids/participant-id';

export const SANDBOX_TYPES = ['invoice', 'credit-note', 'order'] as const;
export type SandboxType = (typeof SANDBOX_TYPES)[number];

export const DOCUMENT_KINDS = ['VALID', 'BREAKS_A_RULE', 'BREAKS_THE_STRUCTURE', 'TWICE'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export interface MagicReceiver {
  name: string;
  participant: ParticipantId;
  about: string;
  outcome: { status: string; lastErrorCode?: string; attempts?: number; mls?: string };
}

interface Party {
  participant: ParticipantId;
  name: string;
  countryCode: string;
}

/** The other provider that the local network plays. */
export interface FarSide {
  receivers: readonly MagicReceiver[];
  send(
    type: SandboxType,
    kind: DocumentKind,
    to: Party,
  ): Promise<{ ok: true; as4MessageId: string } | { ok: false; problem: string }>;
}

/** Undefined on a network that others keep, where nobody can be made to receive or send. */
export interface WithFarSide {
  identity: { farSide: FarSide | undefined };
}
