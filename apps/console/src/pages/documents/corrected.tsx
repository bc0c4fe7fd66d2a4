import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import type { Finding } from '../../ui/findings.tsx';
import { count } from '../../ui/format.ts';
import { Failed } from '../../ui/states.tsx';
import type { Document } from './queries.ts';

/** Checks a corrected file as the document would be, and sends nothing. */
export function useCorrected({ type }: Document) {
  return useMutation({
    mutationFn: async (file: File) => {
      const body = { payload: await file.text(), ...(type ? { type } : {}) };
      const { findings } = await call(api.POST('/v1/messages/validate', { body }));
      return { name: file.name, findings };
    },
  });
}

export type Corrected = ReturnType<typeof useCorrected>;

/** A finding is the same one where its rule is broken at the same place. */
export const placeOf = ({ code, location }: Finding): string => `${code} ${location}`;

export function ChooseCorrected({ check }: { check: Corrected }) {
  return (
    <label className="btn pri file">
      {check.isPending ? 'Checking' : 'Check a corrected file'}
      <input
        type="file"
        accept=".xml,application/xml,text/xml"
        className="sr"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) check.mutate(file);
          target.value = '';
        }}
      />
    </label>
  );
}

/** What came of it, in one sentence. */
export function WhatCame({ check, before }: { check: Corrected; before: readonly Finding[] }) {
  const { data, error } = check;
  return (
    <div role="status">
      {error && <Failed error={error} />}
      {data && (
        <p className={`note ${data.findings.some(isError) ? 'bad' : ''}`}>
          <b>{data.name}:</b> {sentenceOf(before, data.findings)}
        </p>
      )}
    </div>
  );
}

const isError = ({ severity }: Finding): boolean => severity === 'ERROR';

function sentenceOf(before: readonly Finding[], now: readonly Finding[]): string {
  const errors = now.filter(isError);
  if (errors.length === 0) return 'no rule is broken any more. Send it as a new document.';
  const places = new Set(before.map(placeOf));
  const fresh = errors.filter((finding) => !places.has(placeOf(finding))).length;
  return `${count(errors.length, 'error')} left${fresh > 0 ? `, of which ${fresh} new` : ''}. Nothing was sent.`;
}
