import type { Information } from "./contract.ts";
import type { ServerFacts } from "./store.ts";

/** A stored account that was refused is left alone for so long, so that the server does not lock it. */
export const refusedMs = 60 * 60_000;

/** Whether FileMaker Server may be asked with the account of a stored Admin API Key. */
export function mayAskServer(facts: ServerFacts | undefined, now: number): boolean {
  return facts?.refused !== true || now - facts.askedAt >= refusedMs;
}

/** The release that clients of the product we are compatible with may take us for. */
export const compatibleVersion = "4.18.2";

/** The oldest FileMaker Server that Data API Keys work with. Specification, "What the service does", point 1. */
const oldest = { major: 19, minor: 6 };

/** A version as FileMaker writes it, `22.0.2.204`, in its parts. What is not known is empty and 0. */
export function versionParts(long: string): Information["FileMakerServer"]["version"] {
  const [major = 0, minor = 0, patch = 0] = long.split(".").map((part) => Number.parseInt(part, 10) || 0);
  return { long, short: long === "" ? "" : `${major}.${minor}.${patch}`, major, minor, patch };
}

/** Whether Data API Keys work with this version. */
export function isNewEnough({ major, minor }: { readonly major: number; readonly minor: number }): boolean {
  return major > oldest.major || (major === oldest.major && minor >= oldest.minor);
}
