import type { ServiceOf } from "#shared/contract/operation.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { CursorRefused } from "#shared/ports/table.ts";
import type { AuditEntry, audit } from "./contract.ts";
import { auditEntry, matches, monthBefore, monthOf } from "./rules.ts";
import type { AuditStore } from "./store.ts";

const entriesPerPage = 100;
/** Maximum number of entries that one call reads. A response with few matches has a cursor. */
const maxScanned = 5_000;
const entriesAtOnce = 250;

interface AuditServiceDependencies {
  readonly store: Pick<AuditStore, "page">;
  readonly clock: Clock;
  readonly keptMs: number;
}

/** Position at which a list continues. */
interface TrailPosition {
  readonly month: string;
  /** Cursor within the month; undefined for its latest entry. */
  readonly cursor: string | undefined;
}

/** Creates the service that reads the audit trail. */
export function auditService({ store, clock, keptMs }: AuditServiceDependencies): ServiceOf<typeof audit> {
  const read = ({ month, cursor }: TrailPosition, limit: number) => store.page(month, { cursor, limit });

  return {
    async listAuditEntries({ cursor, limit = entriesPerPage, from, to, ...wanted }) {
      const now = clock.now();
      const oldest = Math.max(now - keptMs, from === undefined ? 0 : Date.parse(from));
      // Includes entries from the current millisecond.
      const newest = Math.min(now + 1, to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to));
      const filter = { ...wanted, from: oldest, to: newest };
      const entries: AuditEntry[] = [];
      let position: TrailPosition | undefined =
        cursor === undefined ? { month: monthOf(newest), cursor: undefined } : positionIn(cursor);
      let left = maxScanned;
      while (position !== undefined && entries.length < limit && left > 0) {
        const wanted = limit - entries.length;
        const most = Math.min(entriesAtOnce, left);
        let page = await read(position, most);
        let found = page.rows.filter(({ record }) => matches(record, filter));
        const last = found[wanted - 1];
        if (last !== undefined && last !== page.rows.at(-1)) {
          // More than fit: read again up to the last one that fits, to get the cursor after it.
          page = await read(position, page.rows.indexOf(last) + 1);
          found = page.rows.filter(({ record }) => matches(record, filter));
        }
        left -= page.rows.length;
        entries.push(...found.map(({ id, record }) => auditEntry(id, record)));
        position = nextPosition(position, page.cursor, oldest);
      }
      return { entries, cursor: position === undefined ? null : cursorOf(position) };
    },
  };
}

/** Returns the rest of the month, or the previous month; undefined if that is too old. */
function nextPosition({ month }: TrailPosition, cursor: string | undefined, oldest: number): TrailPosition | undefined {
  if (cursor !== undefined) return { month, cursor };
  const before = monthBefore(month);
  return before < monthOf(oldest) ? undefined : { month: before, cursor: undefined };
}

function cursorOf({ month, cursor = "" }: TrailPosition): string {
  return Buffer.from(`${month} ${cursor}`).toString("base64url");
}

/** @throws CursorRefused */
function positionIn(cursor: string): TrailPosition {
  const [month = "", rest = ""] = Buffer.from(cursor, "base64url").toString("utf8").split(" ", 2);
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month)) throw new CursorRefused("This cursor has no month");
  return { month, cursor: rest === "" ? undefined : rest };
}
