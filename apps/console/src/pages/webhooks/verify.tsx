import { type FormEvent, useState } from 'react';
import { Code } from '../../ui/code.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Lenticel } from '../../ui/lenticel.tsx';
import { type Judgement, judgeSignature } from './judge-signature.ts';

const CODE = {
  'Node.js': `import { Webhook } from 'standardwebhooks';

// the raw body, before anything parses it
const event = new Webhook(process.env.PAPPEL_SECRET)
  .verify(rawBody, request.headers);`,
  Python: `from standardwebhooks import Webhook

# the raw body, before anything parses it
event = Webhook(os.environ["PAPPEL_SECRET"]) \\
    .verify(raw_body, dict(request.headers))`,
  Java: `// com.standardwebhooks:standardwebhooks
// the raw body, before anything parses it
var webhook = new Webhook(System.getenv("PAPPEL_SECRET"));
webhook.verify(rawBody, HttpHeaders.of(headers, (a, b) -> true));`,
} as const;

type Language = keyof typeof CODE;
const LANGUAGES = Object.keys(CODE) as Language[];

/** How a call is verified, in three languages. */
export function Verifiers() {
  const [language, setLanguage] = useState<Language>('Node.js');
  return (
    <div className="verifiers">
      <fieldset className="seg">
        <legend className="sr">Language</legend>
        {LANGUAGES.map((name) => (
          <button key={name} type="button" aria-pressed={name === language} onClick={() => setLanguage(name)}>
            {name}
          </button>
        ))}
      </fieldset>
      <Code label={`Code in ${language}`} copies={CODE[language]}>
        {CODE[language]}
      </Code>
    </div>
  );
}

/** Holds a call against a secret, in this browser: nothing that is typed here is sent anywhere. */
export function Verify({ close }: { close: () => void }) {
  const [judgement, setJudgement] = useState<Judgement>();
  const judge = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    setJudgement(
      await judgeSignature({
        secret: text('secret'),
        id: text('id'),
        timestamp: text('timestamp'),
        signature: text('signature'),
        body: String(form.get('body') ?? ''),
      }),
    );
  };
  return (
    <Dialog title="Check a signature" close={close} className="wide">
      <p className="dim">
        Each call is signed by the rules of Standard Webhooks: HMAC-SHA256 of <code>id.timestamp.body</code>.
        Nothing that you enter here leaves this browser.
      </p>
      <form onSubmit={judge} onChange={() => setJudgement(undefined)}>
        <Field
          label="Signing secret"
          name="secret"
          type="password"
          placeholder="whsec_…"
          autoComplete="off"
          required
        />
        <div className="grid2">
          <Field label="webhook-id" name="id" autoComplete="off" required />
          <Field label="webhook-timestamp" name="timestamp" inputMode="numeric" autoComplete="off" required />
        </div>
        <Field label="webhook-signature" name="signature" placeholder="v1,…" autoComplete="off" required />
        <label className="f">
          Body, byte for byte as it came
          <textarea className="field tall mono" name="body" rows={6} spellCheck={false} required />
        </label>
        <p className="judged" role="status">
          {judgement && (
            <>
              <Lenticel mark={judgement.isGood ? 'done' : 'stop'} tone={judgement.isGood ? 'done' : 'stop'} />
              {judgement.says}
            </>
          )}
        </p>
        <p className="acts">
          <button type="button" className="btn" onClick={close}>
            Close
          </button>
          <button type="submit" className="btn pri">
            Check
          </button>
        </p>
      </form>
      <h3>In your code</h3>
      <Verifiers />
    </Dialog>
  );
}
