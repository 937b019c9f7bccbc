import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type PartName, type PreviewEntry, transferParts } from "./contract.ts";
import type { Content } from "./file.ts";
import type { AnyTransferPart, ComesAlong, Surroundings } from "./part.ts";

/** All parts by name. A new part needs an entry in the contract and in the wiring. */
export type TransferParts = Readonly<Record<PartName, AnyTransferPart>>;

/** Policy for existing things that differ. */
export type Existing = "skip" | "replace";

/** Entry of a file, compared with the existing one. */
export interface Compared {
  readonly shown: PreviewEntry;
  /** Digest of the entry's identity and the existing state. A preview is outdated when it changes. */
  readonly fingerprint: string;
  /** Applies the action in `shown`. @throws ConditionFailed if the existing entry was changed in the meantime */
  perform(): Promise<void>;
}

/** Compares the chosen parts of a file with what exists here, in the order of the import. */
export async function comparedContent(
  parts: TransferParts,
  content: Content,
  { chosen, existing }: { readonly chosen: readonly PartName[]; readonly existing: Existing },
): Promise<readonly Compared[]> {
  const compared: Compared[] = [];
  const surroundings = surroundingsHere(parts, incomingOf(parts, content, chosen));
  for (const name of transferParts)
    if (chosen.includes(name)) {
      const given = { name, entries: content[name] ?? [], existing, surroundings };
      compared.push(...(await comparedPart(parts[name], given)));
    }
  return compared;
}

/** Returns a function that checks whether the chosen parts of a file contain an entry. */
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

/** Returns access to this installation. Each part is read at most once. */
export function surroundingsHere(parts: TransferParts, comesAlong: ComesAlong): Surroundings {
  const read = new Map<PartName, Promise<{ readonly count: number; readonly identities: ReadonlySet<string> }>>();
  const readPart = async (name: PartName) => {
    const part = parts[name];
    const all = await part.all();
    const more = (await part.otherIdentities?.()) ?? [];
    return { count: all.length, identities: new Set([...all.map((stored) => part.identityOfStored(stored)), ...more]) };
  };
  const here = (name: PartName) => {
    const reading = read.get(name) ?? readPart(name);
    read.set(name, reading);
    return reading;
  };
  return {
    comesAlong,
    isThere: async (name, identity) => (await here(name)).identities.has(identity),
    count: async (name) => (await here(name)).count,
  };
}

interface GivenEntries {
  readonly name: PartName;
  readonly entries: readonly unknown[];
  readonly surroundings: Surroundings;
}

interface GivenPart extends GivenEntries {
  readonly existing: Existing;
}

/** Compares the entries of one part with what exists here. */
export async function comparedPart(
  part: AnyTransferPart,
  { existing, ...given }: GivenPart,
): Promise<readonly Compared[]> {
  const here = new Map((await part.all()).map((stored) => [part.identityOfStored(stored), stored] as const));
  const compared: Compared[] = [];
  for (const checked of await checkedEntries(part, given)) {
    if ("refusal" in checked) compared.push(leftOut(given.name, checked));
    else
      compared.push(await comparedEntry(part, { ...checked, name: given.name, existing }, here.get(checked.identity)));
  }
  return compared;
}

/** Maximum number of characters of a title or reason in a response. */
const maxShown = 300;

interface RefusedEntry {
  readonly title: string;
  readonly refusal: string;
}

interface TakenEntry {
  readonly title: string;
  readonly identity: string;
  readonly entry: unknown;
}

/** Returns the entries of a part that can be imported, and the reasons why others can't. */
export async function checkedEntries(
  part: AnyTransferPart,
  { entries, surroundings }: GivenEntries,
): Promise<readonly (RefusedEntry | TakenEntry)[]> {
  const seen = new Set<string>();
  const checked: (RefusedEntry | TakenEntry)[] = [];
  for (const given of entries) {
    const parsed = part.entry.safeParse(given);
    if (!parsed.success) {
      checked.push({ title: "(not readable)", refusal: "This version of Latchkey doesn't support this entry." });
      continue;
    }
    const entry = parsed.data;
    const [identity, title] = [part.identityOf(entry), part.titleOf(entry).slice(0, maxShown)];
    const isRepeated = seen.has(identity);
    seen.add(identity);
    const refusal = isRepeated ? "The file has this entry twice." : await part.refusalOf?.(entry, surroundings);
    checked.push(refusal === undefined ? { title, identity, entry } : { title, refusal: refusal.slice(0, maxShown) });
  }
  return checked;
}

interface Given extends TakenEntry {
  readonly name: PartName;
  readonly existing: Existing;
}

async function comparedEntry(part: AnyTransferPart, given: Given, stored: unknown): Promise<Compared> {
  const { name, title, identity, entry, existing } = given;
  if (stored === undefined) {
    const warning = part.warningOf?.(entry, undefined) ?? null;
    return {
      shown: shownAs("new", { part: name, title, warning, existing }),
      fingerprint: fingerprint(identity, null),
      perform: () => part.create(entry),
    };
  }
  const before = await storedEntry(part, stored);
  const state = isDeepStrictEqual(comparedBy(part, before), comparedBy(part, entry)) ? "same" : "changed";
  const warning = part.warningOf?.(entry, before) ?? null;
  const shown = shownAs(state, { part: name, title, warning, existing });
  return {
    shown,
    fingerprint: fingerprint(identity, before),
    perform: () => (shown.action === "replace" ? part.replace(entry, stored) : Promise.resolve()),
  };
}

/** Returns a stored entry as a file would contain it, without undefined fields. */
export async function storedEntry(part: AnyTransferPart, stored: unknown): Promise<unknown> {
  return part.entry.parse(JSON.parse(JSON.stringify(await part.entryOf(stored))));
}

/** Returns the fields by which two entries are compared. */
export function comparedBy(part: AnyTransferPart, entry: unknown): unknown {
  return part.comparedBy?.(entry) ?? entry;
}

interface ShownEntry extends Pick<PreviewEntry, "part" | "title" | "warning"> {
  readonly existing: Existing;
}

/** Returns the preview of an entry that can be imported. */
export function shownAs(
  state: "new" | "same" | "changed",
  { existing, warning, ...described }: ShownEntry,
): PreviewEntry {
  if (state === "new") return { ...described, state, action: "add", reason: null, warning };
  if (state === "changed" && existing === "replace")
    return { ...described, state, action: "replace", reason: null, warning };
  const reason = state === "same" ? "Identical to the existing entry." : "An entry with this name exists and is kept.";
  return { ...described, state, action: "skip", reason, warning: null };
}

/** Returns the preview of an entry that can't be imported. */
export function shownRefusal(part: PartName, { title, refusal: reason }: RefusedEntry): PreviewEntry {
  return { part, title, state: "conflict", action: "skip", reason, warning: null };
}

function leftOut(part: PartName, refused: RefusedEntry): Compared {
  return {
    shown: shownRefusal(part, refused),
    fingerprint: fingerprint(refused.title, refused.refusal),
    perform: async () => undefined,
  };
}

/** Returns the digest of a preview. */
export function digestOf(compared: readonly Compared[]): string {
  const text = JSON.stringify(compared.map(({ shown, fingerprint: own }) => [shown.part, shown.action, own]));
  return createHash("sha256").update(text).digest("hex");
}

function fingerprint(identity: string, here: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([identity, here]))
    .digest("hex");
}
