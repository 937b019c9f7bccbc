import { isIP } from "node:net";
import type { Transporter } from "nodemailer";
import { CalloutFailed } from "#shared/ports/callouts.ts";
import type { Mail, MailAnswer, Mailer, MailServer } from "#shared/ports/mailer.ts";
import { type CalloutRules, checkedAddress } from "./checked-address.ts";

interface MailerOptions extends CalloutRules {
  /** Certificates in PEM to trust instead of the default ones. */
  readonly ca?: readonly string[] | undefined;
}

/** Timeout of each step: a delivery is retried. Milliseconds. */
const stepMs = 10_000;
const maxAnswerCharacters = 2_000;

/** Sends mail over this machine's network. A name is resolved once, and the connection goes to exactly the checked address. */
export function smtpMailer(options: MailerOptions): Mailer {
  const addressOf = checkedAddress(options);

  return {
    async send(server, mail) {
      const name = server.host.replace(/^\[|\]$/g, "");
      const transport = await transportTo(server, name, await addressOf(name, stepMs), options.ca);
      try {
        return await sent(transport, mail);
      } catch (thrown) {
        return answerIn(thrown, server);
      } finally {
        transport.close();
      }
    },
  };
}

async function transportTo(
  { port, security, account }: MailServer,
  name: string,
  host: string,
  ca: MailerOptions["ca"],
) {
  // Loaded with the first mail: most processes send none, and it takes 3 MB.
  const { createTransport } = await import("nodemailer");
  return createTransport({
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    ...(account !== undefined && { auth: { user: account.user, pass: account.password } }),
    // The certificate is checked for the name, for any address.
    tls: { ...(isIP(name) === 0 && { servername: name }), ...(ca !== undefined && { ca: [...ca] }) },
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

async function sent(transport: Pick<Transporter, "sendMail">, mail: Mail): Promise<MailAnswer> {
  const { id, from, to, subject, text } = mail;
  const { response = "", rejected = [] } = await transport.sendMail({
    messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
    // As an object: a text would be parsed as a list of addresses.
    from: { name: "Latchkey", address: from },
    to: to.map((address) => ({ name: "", address })),
    subject,
    text,
    headers: { "Auto-Submitted": "auto-generated" },
  });
  return { status: 250, text: response.slice(0, maxAnswerCharacters), rejected: rejected.map(String) };
}

/** Returns the server's refusal. @throws CalloutFailed if there is none */
function answerIn(thrown: unknown, { host }: MailServer): MailAnswer {
  if (!(thrown instanceof Error)) throw thrown;
  const { code = "", responseCode, response = "" } = thrown as SmtpError;
  // A reply to STARTTLS is about that command, not about the mail.
  if (responseCode !== undefined && code !== "ETLS")
    return { status: responseCode, text: response.slice(0, maxAnswerCharacters), rejected: [] };
  throw new CalloutFailed(reasonFor(code, host, thrown), { cause: thrown });
}

type SmtpError = Error & { readonly code?: string; readonly responseCode?: number; readonly response?: string };

function reasonFor(code: string, host: string, { message }: Error): string {
  if (code === "ETLS") return `${host} does not offer trusted TLS.`;
  if (code === "ETIMEDOUT") return `${host} did not respond within ${stepMs / 1000} seconds.`;
  if (/CERT|SIGNATURE|SELF_SIGNED|self-signed|certificate/.test(`${code} ${message}`))
    return `Untrusted certificate of ${host}.`;
  return `Unexpected response from the mail server ${host}: ${code}.`;
}
