/** Supported codings by their HTTP names. Without a preference of the caller, the one with the best ratio of size to CPU comes first. */
export const contentCodings = ["zstd", "br", "gzip"] as const;
export type ContentCoding = (typeof contentCodings)[number];

/** Coding that a caller accepts. */
export interface CodingChoice {
  /** Undefined: no coding. */
  readonly coding: ContentCoding | undefined;
  /** True if the caller doesn't accept a response without coding. */
  readonly refusesIdentity: boolean;
}

/** Maximum length. No client sends a longer header. */
const maxLength = 1_000;
const asItIs: CodingChoice = { coding: undefined, refusesIdentity: false };

/**
 * Parses Accept-Encoding (RFC 9110, 12.5.3), its values joined by commas; empty without one. For `*`, the coding that every program
 * supports comes first.
 */
export function chosenCoding(acceptEncoding: string, offered: readonly ContentCoding[] = contentCodings): CodingChoice {
  if (acceptEncoding === "" || acceptEncoding.length > maxLength) return asItIs;
  const weights = weightsIn(acceptEncoding);
  const any = weights.get("*");
  const named = offered.filter((coding) => weights.has(coding));
  const unnamed = any === undefined ? [] : offered.filter((coding) => !weights.has(coding)).toReversed();
  // Without a weight of its own, identity has that of `*`.
  const identity = weights.get("identity") ?? any;
  let coding: ContentCoding | undefined;
  let best = weights.get("identity") ?? 0;
  for (const candidate of [...named, ...unnamed]) {
    const weight = weights.get(candidate) ?? any ?? 0;
    if (weight > best || (weight === best && weight > 0 && coding === undefined)) {
      coding = candidate;
      best = weight;
    }
  }
  return { coding, refusesIdentity: identity === 0 };
}

/** Returns weights by coding. Malformed ones are ignored. */
function weightsIn(acceptEncoding: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const element of acceptEncoding.toLowerCase().split(",")) {
    const [, name, weight = "1"] =
      /^\s*([^\s;,=]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/.exec(element) ?? [];
    if (name !== undefined) weights.set(name === "x-gzip" ? "gzip" : name, Number(weight));
  }
  return weights;
}
