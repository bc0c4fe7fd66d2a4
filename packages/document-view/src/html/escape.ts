/** HTML that was written by us, with whatever came from outside escaped. */
export interface Html {
  readonly html: string;
}

const CHARACTERS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that change how the text around them reads: controls, and overrides of its direction. */
const INVISIBLE = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}]/gu;

/** Text as text, whatever it holds: no markup, no reordering of what stands beside it. */
export function escapeText(text: string): string {
  return text.replace(INVISIBLE, '\ufffd').replace(/[&<>"']/g, (character) => CHARACTERS[character] ?? '');
}

/** A template whose holes are escaped, unless they hold HTML of ours already. Lists are joined. */
export function html(
  parts: TemplateStringsArray,
  ...holes: readonly (string | number | Html | readonly Html[])[]
): Html {
  let out = parts[0] ?? '';
  holes.forEach((hole, i) => {
    out += written(hole) + (parts[i + 1] ?? '');
  });
  return { html: out };
}

function written(hole: string | number | Html | readonly Html[]): string {
  if (typeof hole === 'string') return escapeText(hole);
  if (typeof hole === 'number') return String(hole);
  return 'html' in hole ? hole.html : hole.map((each) => each.html).join('');
}
