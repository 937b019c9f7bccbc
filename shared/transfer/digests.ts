import { createHmac } from "node:crypto";
import {
  checkedEntries,
  comparedBy,
  type Existing,
  incomingOf,
  shownAs,
  shownRefusal,
  storedEntry,
  type TransferParts,
} from "./compare.ts";
import { type Digest, type PartName, type PreviewEntry, transferParts } from "./contract.ts";
import type { Content } from "./file.ts";
import type { Surroundings } from "./part.ts";

/** Number of characters of a digest: 128 bits. */
const digestCharacters = 32;

/** Returns digests of everything here, with a key that the other service has chosen. */
export async function digestsHere(parts: TransferParts, key: string): Promise<readonly Digest[]> {
  const digests: Digest[] = [];
  for (const name of transferParts) {
    const part = parts[name];
    for (const stored of await part.all())
      digests.push({
        part: name,
        identity: digest(key, name, part.identityOfStored(stored)),
        content: digest(key, name, comparedBy(part, await storedEntry(part, stored))),
      });
    for (const identity of (await part.otherIdentities?.()) ?? [])
      digests.push({ part: name, identity: digest(key, name, identity), content: null });
  }
  return digests;
}

interface Compared {
  readonly key: string;
  readonly digests: readonly Digest[];
  readonly chosen: readonly PartName[];
  readonly existing: Existing;
}

/** Previews an import of this configuration by another service, from the digests of that service. Nothing is sent to it. */
export async function previewByDigests(
  parts: TransferParts,
  content: Content,
  { key, digests, chosen, existing }: Compared,
): Promise<readonly PreviewEntry[]> {
  const there = new Map(digests.map(({ part, identity, content: of }) => [`${part} ${identity}`, of]));
  const surroundings: Surroundings = {
    comesAlong: incomingOf(parts, content, chosen),
    isThere: async (part, identity) => there.has(`${part} ${digest(key, part, identity)}`),
    count: async (name) => digests.filter(({ part, content: of }) => part === name && of !== null).length,
  };
  const entries: PreviewEntry[] = [];
  for (const name of transferParts) {
    if (!chosen.includes(name)) continue;
    const part = parts[name];
    for (const checked of await checkedEntries(part, { name, entries: content[name] ?? [], surroundings })) {
      if ("refusal" in checked) {
        entries.push(shownRefusal(name, checked));
        continue;
      }
      const { title, identity, entry } = checked;
      const before = there.get(`${name} ${digest(key, name, identity)}`);
      const isSame = before === digest(key, name, comparedBy(part, entry));
      const warning = part.warningOf?.(entry, undefined) ?? null;
      entries.push(
        shownAs(before == null ? "new" : isSame ? "same" : "changed", { part: name, title, warning, existing }),
      );
    }
  }
  return entries;
}

function digest(key: string, part: PartName, value: unknown): string {
  const text = JSON.stringify([part, sorted(value)]);
  return createHmac("sha256", Buffer.from(key, "hex")).update(text).digest("hex").slice(0, digestCharacters);
}

/** Returns the value with sorted object keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
}
