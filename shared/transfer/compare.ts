import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type PartName, type PreviewEntry, transferParts } from "./contract.ts";
import type { Content } from "./file.ts";
import type { AnyTransferPart, ComesAlong } from "./part.ts";

/** Every part, by its name. A further one is an entry in the contract and in the wiring. */
export type TransferParts = Readonly<Record<PartName, AnyTransferPart>>;

/** What becomes of things that are here and differ. */
export type Existing = "skip" | "replace";

/** An entry of a file beside what is here. */
export interface Compared {
  readonly shown: PreviewEntry;
  /** What it is known by, and what is here of it: a preview is outdated once this is another. */
  readonly fingerprint: string;
  /** Does what `shown` says. @throws ConditionFailed where it was changed meanwhile */
  perform(): Promise<void>;
}

/** The chosen parts of a file beside what is here, in the order in which they are taken over. */
export async function comparedContent(
  parts: TransferParts,
  content: Content,
  { chosen, existing }: { readonly chosen: readonly PartName[]; readonly existing: Existing },
): Promise<readonly Compared[]> {
  const compared: Compared[] = [];
  const comesAlong = incomingOf(parts, content, chosen);
  for (const name of transferParts)
    if (chosen.includes(name))
      compared.push(...(await comparedPart(parts[name], { name, entries: content[name] ?? [], existing, comesAlong })));
  return compared;
}

/** What the chosen parts of a file hold. */
export function incomingOf(parts: TransferParts, content: Content, chosen: readonly PartName[]): ComesAlong {
  const known = new Set(
    chosen.flatMap((name) =>
      (content[name] ?? []).flatMap((given) => {
        const { success, data } = parts[name].entry.safeParse(given);
        return success ? [`${name} ${parts[name].identityOf(data)}`] : [];
      }),
    ),
  );
  return (part, identity) => known.has(`${part} ${identity}`);
}

/** Characters of a title or reason in an answer. */
const maxShown = 300;

interface GivenPart {
  readonly name: PartName;
  readonly entries: readonly unknown[];
  readonly existing: Existing;
  readonly comesAlong: ComesAlong;
}

/** The entries of one part beside what is here. */
export async function comparedPart(
  part: AnyTransferPart,
  { name, entries, existing, comesAlong }: GivenPart,
): Promise<readonly Compared[]> {
  const here = new Map((await part.all()).map((stored) => [part.identityOfStored(stored), stored] as const));
  const refusalOf = await part.refusals?.(comesAlong);
  const seen = new Set<string>();
  const compared: Compared[] = [];
  for (const given of entries) {
    const parsed = part.entry.safeParse(given);
    if (!parsed.success) {
      compared.push(leftOut(name, "(not readable)", "This version of Latchkey does not understand it."));
      continue;
    }
    const entry = parsed.data;
    const [identity, title] = [part.identityOf(entry), part.titleOf(entry).slice(0, maxShown)];
    const isRepeated = seen.has(identity);
    seen.add(identity);
    const refusal = isRepeated ? "It is in the file twice." : await refusalOf?.(entry);
    if (refusal !== undefined) compared.push(leftOut(name, title, refusal.slice(0, maxShown)));
    else compared.push(await comparedEntry(part, { name, title, identity, entry, existing }, here.get(identity)));
  }
  return compared;
}

interface Given {
  readonly name: PartName;
  readonly title: string;
  readonly identity: string;
  readonly entry: unknown;
  readonly existing: Existing;
}

async function comparedEntry(part: AnyTransferPart, given: Given, stored: unknown): Promise<Compared> {
  const { name, title, identity, entry, existing } = given;
  const described = { part: name, title, warning: null };
  if (stored === undefined)
    return {
      shown: {
        ...described,
        ...{ state: "new", action: "add", reason: null, warning: part.warningOf?.(entry, undefined) ?? null },
      },
      fingerprint: fingerprint(identity, null),
      perform: () => part.create(entry),
    };
  // As it comes out of a file: what is undefined is not there.
  const before = part.entry.parse(JSON.parse(JSON.stringify(await part.entryOf(stored))));
  const known = { fingerprint: fingerprint(identity, before) };
  const [here, there] = [before, entry].map((one) => part.comparedBy?.(one) ?? one);
  if (isDeepStrictEqual(here, there))
    return {
      ...known,
      shown: { ...described, state: "same", action: "skip", reason: "It is the same here." },
      perform: async () => undefined,
    };
  if (existing === "skip")
    return {
      ...known,
      shown: { ...described, state: "changed", action: "skip", reason: "There is one here, which stays." },
      perform: async () => undefined,
    };
  return {
    ...known,
    shown: {
      ...described,
      ...{ state: "changed", action: "replace", reason: null, warning: part.warningOf?.(entry, before) ?? null },
    },
    perform: () => part.replace(entry, stored),
  };
}

function leftOut(part: PartName, title: string, reason: string): Compared {
  return {
    shown: { part, title, state: "conflict", action: "skip", reason, warning: null },
    fingerprint: fingerprint(title, reason),
    perform: async () => undefined,
  };
}

/** What a preview has shown, in one word. */
export function digestOf(compared: readonly Compared[]): string {
  const text = JSON.stringify(compared.map(({ shown, fingerprint: own }) => [shown.part, shown.action, own]));
  return createHash("sha256").update(text).digest("hex");
}

function fingerprint(identity: string, here: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([identity, here]))
    .digest("hex");
}
