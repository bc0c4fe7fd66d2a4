/** The document types that have a short name in the API, as people choose them. */
export const DOCUMENT_TYPES = [
  'invoice',
  'credit-note',
  'self-billing-invoice',
  'self-billing-credit-note',
  'order',
  'order-response',
  'order-agreement',
  'invoice-response',
  'despatch-advice',
  'catalogue',
  'catalogue-response',
  'punch-out',
  'mlr',
] as const;
