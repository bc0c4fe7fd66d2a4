export const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

/** What becomes of traces. */
export interface TracingSettings {
  /** Where they are posted to. */
  url: string;
  headers: Record<string, string>;
  timeoutMs: number;
  serviceName: string;
  resource: Record<string, string>;
  sampler: { name: (typeof SAMPLERS)[number]; ratio: number };
}
