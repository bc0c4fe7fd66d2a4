import { directoryPayloadStore } from '../../platform/payload-directory.ts';
import { s3PayloadStore } from '../../platform/payload-s3.ts';
import type { PayloadStore } from '../../platform/payload-store.ts';
import type { ArchivePlace } from '../../settings/archive.ts';

/** Where archives are kept: files that are written once, as payloads are. */
export const openPlace = (place: ArchivePlace): PayloadStore =>
  'folder' in place
    ? directoryPayloadStore(place.folder)
    : s3PayloadStore({ ...place.s3, hasChecksums: true });
