import type { KeyFiles } from '../settings/key-files.ts';
import type { Role } from '../settings/processes.ts';
import type { WantedPort } from './ports.ts';
import type { WantedFile } from './preflight.ts';

interface Ports {
  host: string;
  port: number;
  smpPort: number;
  as4Port: number;
  operatorHost: string;
  operatorPort: number;
  healthHost: string;
  healthPort: number | undefined;
  sftp: { port: number } | undefined;
  roles: ReadonlySet<Role>;
}

/** Every port that the service listens on in its roles. */
export function wantedPorts(config: Ports): WantedPort[] {
  const { host, operatorHost, healthHost, healthPort, sftp, roles } = config;
  return [
    ...(roles.has('http') ? [{ setting: 'PORT', host, port: config.port }] : []),
    { setting: 'OPERATOR_PORT', host: operatorHost, port: config.operatorPort },
    ...(roles.has('network')
      ? [
          { setting: 'SMP_PORT', host, port: config.smpPort },
          { setting: 'AS4_PORT', host, port: config.as4Port },
        ]
      : []),
    ...(sftp && roles.has('sftp') ? [{ setting: 'SFTP_PORT', host, port: sftp.port }] : []),
    ...(healthPort === undefined ? [] : [{ setting: 'HEALTH_PORT', host: healthHost, port: healthPort }]),
  ];
}

interface Files {
  accessPointKey: KeyFiles | undefined;
  smpKey: KeyFiles | undefined;
  formerAccessPointKeys: readonly KeyFiles[];
  tls: { key: string; certificate: string } | undefined;
  trustAnchors: string | undefined;
}

/** Every file that settings name. */
export function wantedFiles(config: Files): WantedFile[] {
  const former = config.formerAccessPointKeys.flatMap((files, index) =>
    filesOf(index === 0 ? 'AP_FORMER' : `AP_FORMER_${index + 1}`, files),
  );
  const anchors = config.trustAnchors;
  return [
    ...filesOf('AP', config.accessPointKey),
    ...filesOf('SMP', config.smpKey),
    ...former,
    ...filesOf('TLS', config.tls),
    ...(anchors === undefined ? [] : [{ setting: 'TRUST_ANCHORS', path: anchors }]),
  ];
}

function filesOf(role: string, files: KeyFiles | undefined): WantedFile[] {
  if (!files) return [];
  if ('pkcs12' in files) return [{ setting: `${role}_KEYSTORE`, path: files.pkcs12 }];
  return [
    { setting: `${role}_KEY`, path: files.key },
    { setting: `${role}_CERTIFICATE`, path: files.certificate },
  ];
}
