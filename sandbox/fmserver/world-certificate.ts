import { issuedCertificate, selfSignedCertificate } from "./certificate.ts";
import type { ServerSettings } from "./world/schema/server-schema.ts";

/** Certificate, key, and the certificate that clients must trust, in PEM. */
export interface WorldCertificate {
  readonly cert: string;
  readonly key: string;
  readonly authority: string;
}

/** Returns the certificate that a world describes. */
export function worldCertificate({ certificate }: ServerSettings, now: number): WorldCertificate {
  const { issuer, names } = certificate;
  if (issuer === "private") return issuedCertificate({ now, names });
  const made = selfSignedCertificate({ now, names });
  return { ...made, authority: made.cert };
}
