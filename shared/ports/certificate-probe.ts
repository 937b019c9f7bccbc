/** A server's certificate as a client sees it. */
export interface ServerCertificate {
  /** Names that it is made out to. */
  readonly names: readonly string[];
  /** Whether the name that callers use is among them. */
  readonly nameFits: boolean;
  /** Why it is not vouched for by anyone trusted; undefined when it is. */
  readonly distrust: string | undefined;
  /** Milliseconds since the epoch. */
  readonly validFrom: number;
  readonly validTo: number;
}

/** Looks at FileMaker Server's certificate. Undefined where it is reached without TLS. @throws when there is no connection */
export type CertificateProbe = () => Promise<ServerCertificate | undefined>;
