import { createTransport } from 'nodemailer';

export interface Mail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** One of its own when omitted. */
  messageId?: string;
  /** Where a POST stops mails like this one [RFC 8058]. */
  unsubscribeUrl?: string | undefined;
}

/** Sends mail. Where there is none of this, mail is unavailable. */
export interface Mailer {
  /** Settles when the server has taken the mail; throws when it did not. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

const PATIENCE_MS = 15_000;

const headersOf = (unsubscribeUrl?: string): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribeUrl
    ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}),
});

/** The server knows this mailbox and will never take the mail: trying again would only annoy it [RFC 5321 4.2.1]. */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  const isAboutThisMail = command === 'RCPT TO' || command === 'DATA';
  return isAboutThisMail && typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
}

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
    send: async ({ unsubscribeUrl, ...mail }) => {
      await transport.sendMail({ ...mail, headers: { ...headersOf(unsubscribeUrl) } });
    },
    close: () => transport.close(),
  };
}
