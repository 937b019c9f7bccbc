import type { Information } from "./contract.ts";
import type { ServerFacts } from "./store.ts";

/** Time in milliseconds during which a rejected stored account isn't used, so that the server doesn't lock it. */
export const refusedMs = 60 * 60_000;

/** Returns true if FileMaker Server can be asked with the account of a stored Admin API key. */
export function mayAskServer(facts: ServerFacts | undefined, now: number): boolean {
  return facts?.refused !== true || now - facts.askedAt >= refusedMs;
}

/** Release of the compatible product that clients should assume. */
export const compatibleVersion = "4.18.2";

/** Oldest FileMaker Server that supports Data API keys. See the specification, "What the service does", point 1. */
const oldest = { major: 19, minor: 6 };

/** Parses a FileMaker version such as `22.0.2.204`. Unknown parts are empty and 0. */
export function versionParts(long: string): Information["FileMakerServer"]["version"] {
  const [major = 0, minor = 0, patch = 0] = long.split(".").map((part) => Number.parseInt(part, 10) || 0);
  return { long, short: long === "" ? "" : `${major}.${minor}.${patch}`, major, minor, patch };
}

/** Returns true if this version supports Data API keys. */
export function isNewEnough({ major, minor }: { readonly major: number; readonly minor: number }): boolean {
  return major > oldest.major || (major === oldest.major && minor >= oldest.minor);
}
