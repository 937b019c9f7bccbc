import { CursorRefused } from "#shared/ports/table.ts";
import type { ProcessRecord } from "./record.ts";
import { isFinal, matches, type ProcessFilter } from "./rules.ts";
import type { ProcessStore } from "./store.ts";

/** Maximum number of reads from the store per call. A page with few matches has a cursor that continues. */
const maxReads = 20;

/** Returns pages of processes: open ones first, then final ones, each newest first. */
export function processPages(store: Pick<ProcessStore, "get" | "openIds" | "page">) {
  /** Returns open processes older than `before`, up to `limit`. */
  const openPage = async (filter: ProcessFilter, before: number, limit: number) => {
    const records: ProcessRecord[] = [];
    const ids = (await store.openIds()).filter((id) => id < before).reverse();
    for (const id of ids) {
      if (records.length === limit) return { records, last: records.at(-1)?.id };
      const record = await store.get(id);
      if (record !== undefined && !isFinal(record.state) && matches(record, filter)) records.push(record);
    }
    return { records, last: undefined };
  };

  return async (filter: ProcessFilter, cursor: string | undefined, limit: number) => {
    const records: ProcessRecord[] = [];
    let position = cursor === undefined ? { open: Number.MAX_SAFE_INTEGER } : positionIn(cursor);
    if (position.open !== undefined) {
      const page = await openPage(filter, position.open, limit);
      records.push(...page.records);
      if (page.last !== undefined) return { records, cursor: cursorOf({ open: page.last }) };
      if (filter.state === "open") return { records, cursor: null };
      position = { final: undefined };
    }
    let next = position.final;
    for (let reads = 0; reads < maxReads && records.length < limit; reads += 1) {
      // Read only the number that still fits, so that nothing that was read is discarded.
      const remaining = limit - records.length;
      const page = await store.page({ cursor: next, limit: remaining });
      records.push(...page.records.filter((record) => isFinal(record.state) && matches(record, filter)));
      next = page.cursor;
      if (next === undefined) return { records, cursor: null };
    }
    return { records, cursor: cursorOf({ final: next }) };
  };
}

/** Position in a list: among open processes below an id, or among all processes at a cursor of the store. */
interface ListPosition {
  readonly open?: number | undefined;
  readonly final?: string | undefined;
}

function cursorOf({ open, final = "" }: ListPosition): string {
  return Buffer.from(open === undefined ? `final ${final}` : `open ${open}`).toString("base64url");
}

/** @throws CursorRefused */
function positionIn(cursor: string): ListPosition {
  const [, kind, rest = ""] = /^(open|final) (.*)$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (kind === "final") return { final: rest === "" ? undefined : rest };
  if (kind === "open" && /^\d{1,16}$/.test(rest)) return { open: Number(rest) };
  throw new CursorRefused("This cursor isn't from a list of processes");
}
