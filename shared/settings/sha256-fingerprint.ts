import * as z from "zod";

/** Returns a SHA-256 fingerprint as 32 pairs of upper-case digits joined by colons, or undefined if the text isn't one. */
export function sha256Fingerprint(text: string): string | undefined {
  const digits = text.replace(/^sha256[ :=]*(?:fingerprint=)?/i, "").replaceAll(/[\s:]/g, "");
  if (!/^[0-9a-f]{64}$/i.test(digits)) return undefined;
  return digits.toUpperCase().match(/../g)?.join(":");
}

/** SHA-256 of a certificate, as OpenSSL prints it or without colons. */
export const Fingerprint = z.string().transform((text, context) => {
  const fingerprint = sha256Fingerprint(text);
  if (fingerprint === undefined) context.addIssue("must be a SHA-256 fingerprint: 64 hexadecimal digits");
  return fingerprint ?? z.NEVER;
});
