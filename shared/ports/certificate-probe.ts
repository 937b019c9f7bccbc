/** Certificate of a server, as clients see it. */
export interface ServerCertificate {
  /** Names in the certificate. */
  readonly names: readonly string[];
  /** True if they include the name that callers use. */
  readonly nameFits: boolean;
  /** Reason why it isn't trusted. Undefined if it is. */
  readonly distrust: string | undefined;
  /** Milliseconds since the epoch. */
  readonly validFrom: number;
  readonly validTo: number;
}

/** Reads FileMaker Server's certificate. Undefined if it is used without TLS. @throws if there is no connection */
export type CertificateProbe = () => Promise<ServerCertificate | undefined>;
