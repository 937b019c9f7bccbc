import { type CertificateProbe, RefusedCertificate } from "#shared/ports/certificate-probe.ts";
import { certificateProblems } from "./certificate-problems.ts";

const ownAuthority =
  "its certificate isn't trusted. Install its certificate authority on this machine, or set FMS_CA_FILE to the authority's certificate";
/** Sentences for errors whose certificate isn't known. */
const problems: Readonly<Record<string, string>> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: ownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: ownAuthority,
  DEPTH_ZERO_SELF_SIGNED_CERT: ownAuthority,
  CERT_HAS_EXPIRED: "its certificate has expired. Renew it in FileMaker Server",
  CERT_NOT_YET_VALID: "its certificate isn't valid yet. Check the clocks of both machines",
};
const wrongName = "ERR_TLS_CERT_ALTNAME_INVALID";

/** Returns a sentence if a call failed because the server's certificate is refused: all problems, what to do, and the code of the error. */
export function certificateRefusal(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if (thrown instanceof RefusedCertificate) return sentenceOf(thrown) ?? certificateRefusal(thrown.cause);
  const code = codeOf(thrown);
  if (code === wrongName) return `${otherName(thrown)} (${code})`;
  const problem = problems[code];
  return problem === undefined ? certificateRefusal(thrown.cause) : `${problem} (${code})`;
}

/** Adds the certificate to an error if it is the refusal of one: the error itself names only one problem, often without the certificate. */
export async function withCertificate(error: Error, probe: CertificateProbe): Promise<Error> {
  const code = codeOf(error);
  if (code !== wrongName && problems[code] === undefined) return error;
  // A server that ended in the meantime: the error itself says enough.
  const certificate = await probe().catch(() => undefined);
  return certificate === undefined ? error : new RefusedCertificate(certificate, code, { cause: error });
}

function sentenceOf({ certificate, code }: RefusedCertificate): string | undefined {
  const [first, ...others] = certificateProblems(certificate);
  if (first === undefined) return undefined;
  const further = others.map(({ text, remedy }) => `. Another problem: it ${text}. ${remedy}`).join("");
  return `its certificate ${first.text}. ${first.remedy}${further} (${code})`;
}

function codeOf(error: Error): string {
  return "code" in error ? String(error.code) : "";
}

/** Describes the names in the certificate, which Node adds to the error with the expected name. */
function otherName(thrown: Error & { readonly host?: unknown; readonly cert?: { readonly subjectaltname?: string } }) {
  const names = thrown.cert?.subjectaltname?.replaceAll(/(?:DNS|IP Address):/g, "");
  const written = names === undefined || names === "" ? "another name" : names;
  const expected = typeof thrown.host === "string" ? thrown.host : "the name in FMS_URL";
  return `its certificate is for ${written}, not for ${expected}. Use a name of the certificate in FMS_URL, or import a certificate for this name`;
}
