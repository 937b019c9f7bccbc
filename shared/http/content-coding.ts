/** What answers are compressed with, by HTTP's names. Where a caller has no wish, the one with the fewest bytes for its CPU comes first. */
export const contentCodings = ["zstd", "br", "gzip"] as const;
export type ContentCoding = (typeof contentCodings)[number];

/** How a caller wants an answer. */
export interface CodingChoice {
  /** Undefined: as it is. */
  readonly coding: ContentCoding | undefined;
  /** Whether the caller refuses an answer as it is. */
  readonly refusesIdentity: boolean;
}

/** No client sends a longer one. */
const maxLength = 1_000;
const asItIs: CodingChoice = { coding: undefined, refusesIdentity: false };

/** Reads Accept-Encoding (RFC 9110, 12.5.3), its values joined by commas; empty where there is none. Of what `*` stands for, the one comes first that every program knows. */
export function chosenCoding(acceptEncoding: string, offered: readonly ContentCoding[] = contentCodings): CodingChoice {
  if (acceptEncoding === "" || acceptEncoding.length > maxLength) return asItIs;
  const weights = weightsIn(acceptEncoding);
  const any = weights.get("*");
  const named = offered.filter((coding) => weights.has(coding));
  const unnamed = any === undefined ? [] : offered.filter((coding) => !weights.has(coding)).toReversed();
  // What is not named is taken as it is, but only if nothing else is.
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

/** Wishes by name. What is not written as the RFC says is passed over. */
function weightsIn(acceptEncoding: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const element of acceptEncoding.toLowerCase().split(",")) {
    const [, name, weight = "1"] =
      /^\s*([^\s;,=]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/.exec(element) ?? [];
    if (name !== undefined) weights.set(name === "x-gzip" ? "gzip" : name, Number(weight));
  }
  return weights;
}
