import type { ServerCertificate } from "#shared/ports/certificate-probe.ts";

/** Problem of a certificate: the rest of a sentence about it, and what to do. */
export interface CertificateProblem {
  readonly text: string;
  readonly remedy: string;
}

/** Returns the problem if the certificate isn't the pinned one. */
export function pinProblem({ pin, fingerprint }: ServerCertificate): CertificateProblem | undefined {
  if (pin !== "differs") return undefined;
  return {
    text: "isn't the one in FMS_CERT_SHA256",
    remedy: `Its SHA-256 fingerprint is ${fingerprint}. If the database host has this certificate, set FMS_CERT_SHA256 to it. Otherwise, something else responds at this address`,
  };
}

/** Returns the problem if the certificate's authority isn't trusted. */
export function trustProblem({ distrust, issuer }: ServerCertificate): CertificateProblem | undefined {
  if (distrust === undefined) return undefined;
  const remedy =
    distrust === "DEPTH_ZERO_SELF_SIGNED_CERT"
      ? "It is self-signed: import a certificate for the server's name, or set FMS_CA_FILE to this certificate"
      : `Its issuer is ${issuer}: import its intermediate certificates, install this authority on this machine, or set FMS_CA_FILE to the authority's certificate`;
  return { text: "isn't trusted", remedy };
}

/** Returns the problem if the certificate is for other names than callers use. */
export function nameProblem({ nameFits, names, host }: ServerCertificate): CertificateProblem | undefined {
  if (nameFits) return undefined;
  return {
    text: `is for ${names.join(", ") || "no host"}, not for ${host}`,
    remedy: "Use a name of the certificate in FMS_URL, or import a certificate for this name",
  };
}

export const renewal = "Renew the certificate and import it, then restart FileMaker Server";

/** Returns the problem if the certificate isn't valid at a time. */
export function timeProblem(
  { validFrom, validTo }: Pick<ServerCertificate, "validFrom" | "validTo">,
  now: number,
): CertificateProblem | undefined {
  if (now > validTo) return { text: `expired on ${dayOf(validTo)}`, remedy: renewal };
  if (now < validFrom)
    return { text: `isn't valid until ${dayOf(validFrom)}`, remedy: "Check the clocks of both machines, or wait" };
  return undefined;
}

/** Returns all problems for which a certificate is refused, the most important first. */
export function certificateProblems(seen: ServerCertificate): readonly CertificateProblem[] {
  const problems = seen.pin
    ? [pinProblem(seen)]
    : [trustProblem(seen), nameProblem(seen), seen.seenAt === undefined ? undefined : timeProblem(seen, seen.seenAt)];
  return problems.filter((problem) => problem !== undefined);
}

/** Returns a date as in `2026-05-31`. */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
