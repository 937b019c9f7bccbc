/** Certificate of a server, as clients see it. */
export interface ServerCertificate {
  /** Name that callers use. */
  readonly host: string;
  /** Names in the certificate. */
  readonly names: readonly string[];
  /** True if they include the name that callers use. */
  readonly nameFits: boolean;
  /** Common name or organization of the authority that issued it. */
  readonly issuer: string;
  /** Reason why it isn't trusted. Undefined if it is. */
  readonly distrust: string | undefined;
  /** Milliseconds since the epoch. */
  readonly validFrom: number;
  readonly validTo: number;
  /** SHA-256 of the certificate: 32 pairs of hexadecimal digits, joined by colons. */
  readonly fingerprint: string;
  /** Result of the comparison with the pinned fingerprint, which replaces all other checks. Undefined if none is pinned. */
  readonly pin: "matches" | "differs" | undefined;
  /** Time at which it was seen, in milliseconds since the epoch. Undefined if unknown. */
  readonly seenAt: number | undefined;
}

/** Reads FileMaker Server's certificate. Undefined if it is used without TLS. @throws if there is no connection */
export type CertificateProbe = () => Promise<ServerCertificate | undefined>;

/** Refusal of a server's certificate, with the certificate. */
export class RefusedCertificate extends Error {
  override readonly name = "RefusedCertificate";
  readonly certificate: ServerCertificate;
  /** Code of the first problem, by OpenSSL or Node. */
  readonly code: string;

  constructor(certificate: ServerCertificate, code: string, options?: ErrorOptions) {
    super(`The certificate was refused: ${code}`, options);
    this.certificate = certificate;
    this.code = code;
  }
}

/** Code of a certificate other than the pinned one. */
export const otherThanPinned = "CERT_NOT_PINNED";
