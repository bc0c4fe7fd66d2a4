export const SMP = 'http://busdox.org/serviceMetadata/publishing/1.0/';
export const IDS = 'http://busdox.org/transport/identifiers/1.0/';
export const WSA = 'http://www.w3.org/2005/08/addressing';
