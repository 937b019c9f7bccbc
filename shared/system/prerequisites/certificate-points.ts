import { isLoopbackHost } from "#shared/contract/values/loopback.ts";
import type { ServerCertificate } from "#shared/ports/certificate-probe.ts";
import type { Point } from "../contract.ts";
import { point } from "./point.ts";

const day = 24 * 60 * 60_000;
const warningDays = 30;

interface CertificateProbes {
  readonly origin: string;
  /** Undefined if FileMaker Server is accessed without TLS; a sentence if the certificate couldn't be read. */
  readonly certificate: ServerCertificate | string | undefined;
  readonly now: number;
}

/** Checks that callers can trust FileMaker Server's certificate, now and in the following weeks. */
export function certificatePoints({ origin, certificate, now }: CertificateProbes): readonly Point[] {
  const ids = ["certificate_valid", "certificate_name", "certificate_expiry"] as const;
  if (certificate === undefined) return [withoutTls(origin)];
  if (typeof certificate === "string") {
    const remedy = "Check that the web server supports TLS at this address, then check again.";
    return ids.map((id) => point(id).unknown(certificate, remedy));
  }
  return [trusted(certificate), nameMatches(certificate, new URL(origin).hostname), notExpired(certificate, now)];
}

/** Returns the result for an address without TLS. Calls within one machine don't need TLS. */
function withoutTls(origin: string): Point {
  const { ok, warning } = point("certificate_valid");
  if (isLoopbackHost(new URL(origin).hostname)) return ok("FileMaker Server runs on this machine; TLS isn't needed.");
  return warning(`FileMaker Server is called at ${origin}, without TLS.`, "Change `FMS_URL` to an https address.");
}

function trusted({ distrust }: ServerCertificate): Point {
  const { ok, failed } = point("certificate_valid");
  if (distrust === undefined) return ok("The certificate is issued by a trusted authority.");
  return failed(
    `The certificate isn't trusted: ${distrust}.`,
    "Import a certificate of a public authority with its intermediate certificates, or set `FMS_CA_FILE` to your own authority.",
  );
}

function nameMatches({ nameFits, names }: ServerCertificate, host: string): Point {
  const { ok, failed } = point("certificate_name");
  if (nameFits) return ok(`The certificate is valid for ${host}.`);
  return failed(
    `The certificate is for ${names.join(", ") || "no host"}, not for ${host}.`,
    "Use the certificate's name in `FMS_URL`, or import a certificate for the name in `FMS_URL`.",
  );
}

function notExpired({ validFrom, validTo }: ServerCertificate, now: number): Point {
  const { ok, warning, failed } = point("certificate_expiry");
  const on = (moment: number) => new Date(moment).toISOString().slice(0, 10);
  const remedy = "Renew the certificate and import it, then restart FileMaker Server.";
  if (now > validTo) return failed(`The certificate expired on ${on(validTo)}.`, remedy);
  if (now < validFrom)
    return failed(`The certificate isn't valid until ${on(validFrom)}.`, "Check the clocks of both machines, or wait.");
  const days = Math.floor((validTo - now) / day);
  if (days < warningDays) return warning(`The certificate expires in ${days} days, on ${on(validTo)}.`, remedy);
  return ok(`The certificate is valid until ${on(validTo)}.`);
}
