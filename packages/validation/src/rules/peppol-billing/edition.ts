import { codeList } from '../../codes/code-list.ts';
import {
  BILLED_CREDIT_NOTE_TYPES,
  BILLED_INVOICE_TYPES,
  SELF_BILLED_CREDIT_NOTE_TYPES,
  SELF_BILLED_INVOICE_TYPES,
} from '../../codes/document-types.gen.ts';
import type { DocumentView } from '../../view.ts';

type Processes = Pick<ReadonlySet<string>, 'has'>;

/** What tells self-billing from other billing in the rules of Peppol BIS Billing 3. */
export interface Edition {
  name: string;
  /** What a customization identifier begins with (BT-24). */
  customization: string;
  /** Process identifiers (BT-23) for which the document types below are binding. */
  processes: Processes;
  /** Process identifiers that may be used besides. */
  otherProcesses: Processes;
  /** Document types (BT-3). */
  invoiceTypes: ReadonlySet<string>;
  creditNoteTypes: ReadonlySet<string>;
}

const COMPLIANT = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:';
const FRENCH = 'urn:peppol:france:billing:regulated urn:peppol:france:billing:non-regulated';
const WITH_RESPONSE = 'urn:peppol:bis:billing_with_response';

export const BILLING: Edition = {
  name: 'Peppol BIS Billing',
  customization: `${COMPLIANT}billing:3.0`,
  processes: codeList(`urn:fdc:peppol.eu:2017:poacc:billing:01:1.0 ${FRENCH} ${WITH_RESPONSE}`),
  otherProcesses: new Set(),
  invoiceTypes: BILLED_INVOICE_TYPES,
  creditNoteTypes: BILLED_CREDIT_NOTE_TYPES,
};

export const SELF_BILLING: Edition = {
  name: 'Peppol BIS Self-Billing',
  customization: `${COMPLIANT}selfbilling:3.0`,
  processes: codeList(`urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0 ${FRENCH}`),
  otherProcesses: codeList(WITH_RESPONSE),
  invoiceTypes: SELF_BILLED_INVOICE_TYPES,
  creditNoteTypes: SELF_BILLED_CREDIT_NOTE_TYPES,
};

/** Process identifier (BT-23). @throws NotEvaluable when there are several */
export const processOf = (doc: DocumentView): string => doc.onlyText(doc.root, 'cbc:ProfileID');
