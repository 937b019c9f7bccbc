import { isLoopbackHost } from "#shared/contract/values/loopback.ts";
import {
  dayOf,
  nameProblem,
  pinProblem,
  renewal,
  timeProblem,
  trustProblem,
} from "#shared/filemaker/certificate-problems.ts";
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
  if (certificate.pin !== undefined) return [pinned(certificate)];
  return [trusted(certificate), nameMatches(certificate), notExpired(certificate, now)];
}

/** Returns the result for an address without TLS. Calls within one machine don't need TLS. */
function withoutTls(origin: string): Point {
  const { ok, warning } = point("certificate_valid");
  if (isLoopbackHost(new URL(origin).hostname)) return ok("FileMaker Server runs on this machine; TLS isn't needed.");
  return warning(`FileMaker Server is called at ${origin}, without TLS.`, "Change `FMS_URL` to an https address.");
}

/** Returns the result for a pinned certificate: nothing else about it is checked. */
function pinned(certificate: ServerCertificate): Point {
  const { warning, failed } = point("certificate_valid");
  const problem = pinProblem(certificate);
  if (problem !== undefined) return failed(`The certificate ${problem.text}.`, `${problem.remedy}.`);
  return warning(
    "The certificate is the one in `FMS_CERT_SHA256`. Its authority, name and expiry aren't checked.",
    "Before production, import a certificate of a public authority and remove `FMS_CERT_SHA256`.",
  );
}

function trusted(certificate: ServerCertificate): Point {
  const { ok, failed } = point("certificate_valid");
  const problem = trustProblem(certificate);
  if (problem === undefined) return ok("The certificate is issued by a trusted authority.");
  const evaluation = `To evaluate Latchkey before that, set FMS_CERT_SHA256 to the fingerprint of the certificate on the database host. Here it is ${certificate.fingerprint}`;
  return failed(`The certificate ${problem.text}: ${certificate.distrust}.`, `${problem.remedy}. ${evaluation}.`);
}

function nameMatches(certificate: ServerCertificate): Point {
  const { ok, failed } = point("certificate_name");
  const problem = nameProblem(certificate);
  if (problem === undefined) return ok(`The certificate is valid for ${certificate.host}.`);
  return failed(`The certificate ${problem.text}.`, `${problem.remedy}.`);
}

function notExpired(certificate: ServerCertificate, now: number): Point {
  const { ok, warning, failed } = point("certificate_expiry");
  const problem = timeProblem(certificate, now);
  if (problem !== undefined) return failed(`The certificate ${problem.text}.`, `${problem.remedy}.`);
  const { validTo } = certificate;
  const days = Math.floor((validTo - now) / day);
  if (days < warningDays)
    return warning(`The certificate expires in ${days} days, on ${dayOf(validTo)}.`, `${renewal}.`);
  return ok(`The certificate is valid until ${dayOf(validTo)}.`);
}
