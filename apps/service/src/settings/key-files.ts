import type { Settings } from './settings.ts';

/** Where a key and its certificate are: one PKCS#12 file, or two PEM files. */
export type KeyFiles = { pkcs12: string; password: string } | { key: string; certificate: string };

/** AP_FORMER_KEYSTORE or AP_FORMER_KEY with AP_FORMER_CERTIFICATE; further ones as AP_FORMER_2_… and so on. */
export function formerKeyFiles(settings: Settings): KeyFiles[] {
  const found: KeyFiles[] = [];
  for (let next = keyFiles(settings, 'AP_FORMER', false); next; ) {
    found.push(next);
    next = keyFiles(settings, `AP_FORMER_${found.length + 1}`, false);
  }
  return found;
}

export function keyFiles(settings: Settings, role: string, isNeeded: boolean): KeyFiles | undefined {
  const keystore = settings.text(`${role}_KEYSTORE`);
  const password = settings.text(`${role}_KEYSTORE_PASSWORD`);
  const files = pemFiles(settings, role);
  if (keystore) return { pkcs12: keystore, password: password ?? '' };
  if (files) return files;
  return settings.required(
    isNeeded,
    `${role}_KEYSTORE`,
    `Name the PKCS#12 file of the ${role} certificate, or ${role}_KEY and ${role}_CERTIFICATE.`,
  );
}

export function pemFiles(settings: Settings, role: string): { key: string; certificate: string } | undefined {
  const [key, certificate] = [settings.text(`${role}_KEY`), settings.text(`${role}_CERTIFICATE`)];
  if (key && certificate) return { key, certificate };
  if (key || certificate)
    settings.problem(`${role}_KEY and ${role}_CERTIFICATE belong together. Name both files.`);
  return undefined;
}
