import { createTransport } from 'nodemailer';

export interface Mail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
}

/** Sends mail. Where there is none of this, mail is unavailable. */
export interface Mailer {
  /** Settles when the server has taken the mail; throws when it did not. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

const PATIENCE_MS = 15_000;

/**
 * Mail over SMTP. `url` is `smtp://user:password@host:587` (STARTTLS where the server offers it, or always with
 * `?requireTLS=true`) or `smtps://…` for TLS from the start; `from` is `Name <address>` or an address.
 */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(
    {
      url,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
      // A mail of ours has no attachments: nothing in it may make the transport read a file or fetch a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    send: async ({ to, subject, text, html }) => {
      await transport.sendMail({ to, subject, text, html, headers: { 'Auto-Submitted': 'auto-generated' } });
    },
    close: () => transport.close(),
  };
}
