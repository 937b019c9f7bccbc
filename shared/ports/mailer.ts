/** A server that sends mail, and who sends by it. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** `starttls`: TLS before anything is said, or nothing is. */
  readonly security: "starttls" | "tls" | "none";
  readonly account: { readonly user: string; readonly password: string } | undefined;
}

export interface Mail {
  /** The same whenever the mail is sent once more. */
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** What a server that sends mail said at the end. */
export interface MailAnswer {
  /** SMTP's reply code: 250 where it took the mail, 4xx to come again, 5xx for good. */
  readonly status: number;
  readonly text: string;
  /** Those of `to` that it does not take, in spite of having taken the mail. */
  readonly rejected: readonly string[];
}

/** Sends mail by servers that an administrator named. No connection is opened to an address that was not checked (O1, O2). */
export interface Mailer {
  /** @throws CalloutRefused when this address is not called, CalloutFailed when it did not answer */
  send(server: MailServer, mail: Mail): Promise<MailAnswer>;
}
