/** Mail server and its sender. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** `starttls`: requires TLS before anything else is sent. */
  readonly security: "starttls" | "tls" | "none";
  readonly account: { readonly user: string; readonly password: string } | undefined;
}

export interface Mail {
  /** The same for each attempt to send the mail. */
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** Final reply of a mail server. */
export interface MailAnswer {
  /** SMTP reply code: 250 accepted, 4xx retry later, 5xx permanent failure. */
  readonly status: number;
  readonly text: string;
  /** Recipients that the server rejected although it accepted the mail. */
  readonly rejected: readonly string[];
}

/** Sends mail through servers that an administrator named. Connects only to checked addresses. */
export interface Mailer {
  /** @throws CalloutRefused if the address isn't allowed, CalloutFailed if there is no response */
  send(server: MailServer, mail: Mail): Promise<MailAnswer>;
}
