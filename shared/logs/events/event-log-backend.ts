import type { Clock } from "#shared/ports/clock.ts";
import type { LogEvents } from "#shared/ports/logs/log-events.ts";
import type { LogFile } from "#shared/ports/logs/log-source.ts";
import { formatOf } from "../format/format-of.ts";
import type { LogBackend, Position } from "../log-reader.ts";
import { matcherOrFault } from "../reading/matcher.ts";
import type { ClearedLogs } from "../store.ts";
import { boundsOf, eventLines, type ViewBounds } from "./event-lines.ts";
import { momentOf } from "./event-offset.ts";
import { textForwards } from "./event-records.ts";
import { type EventView, eventViews } from "./event-view.ts";
import { type LineCount, lineCount } from "./line-count.ts";
import { eventsAround, searchEvents } from "./search-events.ts";

interface EventLogBackendOptions {
  readonly events: LogEvents;
  readonly cleared: ClearedLogs;
  readonly clock: Clock;
}

/** Lines reach the store some seconds late and out of order. Newer ones aren't shown yet, so that none is skipped. Milliseconds. */
const settledMs = 5_000;
/** Time that facts about logs are cached: their sizes change every few hours, and calls about one log come in groups. Milliseconds. */
const factsKeptMs = 30_000;

/** Logs of the service where there are no files. Clearing deletes nothing, but hides older lines. */
export function eventLogBackend({ events, cleared, clock }: EventLogBackendOptions): LogBackend {
  const counts = new Map<string, { readonly id: string; readonly count: LineCount }>();
  let known: { readonly at: number; readonly facts: ReturnType<LogEvents["facts"]> } | undefined;

  const facts = () => {
    if (known === undefined || clock.now() - known.at >= factsKeptMs) {
      const asked = { at: clock.now(), facts: events.facts() };
      asked.facts.catch(() => {
        if (known === asked) known = undefined;
      });
      known = asked;
    }
    return known.facts;
  };
  const opened = async (name: string): Promise<Opened | undefined> => {
    const view = eventViews.get(name);
    if (view === undefined) return undefined;
    const [clearedAt, { sizeBytes, modifiedAt }] = await Promise.all([cleared.of(name), facts()]);
    const id = `view-${(clearedAt ?? 0).toString(36)}`;
    const file = { name, id, sizeBytes, modifiedAt: Math.max(modifiedAt, clearedAt ?? 0) };
    return { file, view, bounds: boundsOf(clearedAt, clock.now() - settledMs + 1) };
  };
  const countOf = ({ file: { name, id }, view, bounds }: Opened): LineCount => {
    const kept = counts.get(name);
    if (kept?.id === id) return kept.count;
    const end = () => boundsOf(momentOf(bounds.from), clock.now() - settledMs + 1).to;
    const count = lineCount(events, view, bounds.from, end);
    counts.set(name, { id, count });
    return count;
  };

  return {
    isView: true,
    pauseMs: settledMs,

    async list() {
      const all = await Promise.all([...eventViews.keys()].map(opened));
      return all.flatMap((each) => each?.file ?? []);
    },

    async stream(name) {
      const log = await opened(name);
      if (log === undefined) return undefined;
      return { file: log.file, bytes: textOf(events, log) };
    },

    async lines(name, query) {
      const log = await opened(name);
      if (log === undefined) return undefined;
      const { file, view, bounds } = log;
      const named = query.before ?? query.after;
      const isRotated = named !== undefined && named.id !== file.id;
      const count = countOf(log);
      const { lines, start, end } = await eventLines(
        events,
        view,
        bounds,
        count,
        isRotated ? { count: query.count } : query,
      );
      const index = { lines: count.lines, bytes: count.bytes };
      return {
        file,
        lines,
        start: positionIn(file, start <= bounds.from ? 0 : start),
        end: positionIn(file, end),
        isRotated,
        index,
      };
    },

    async search(name, query) {
      const log = await opened(name);
      if (log === undefined) return undefined;
      const { file, view, bounds } = log;
      const isRotated = query.reached !== undefined && query.reached.id !== file.id;
      const matcher = matcherOrFault(query, formatOf(name));
      if ("fault" in matcher)
        return {
          file,
          records: [],
          next: null,
          isPartial: false,
          isRotated,
          scannedBytes: 0,
          patternFault: matcher.fault,
        };
      const found = await searchEvents(
        events,
        view,
        bounds,
        matcher,
        isRotated ? { ...query, reached: undefined, offset: undefined } : query,
        clock,
      );
      const next = found.next === undefined ? null : positionIn(file, found.next);
      return { ...found, file, next, isRotated, patternFault: null };
    },

    async around(name, query) {
      const log = await opened(name);
      return log && eventsAround(events, log.view, formatOf(name), log.bounds, query);
    },

    async clear(name) {
      if (!eventViews.has(name)) return undefined;
      await cleared.note(name, clock.now());
      return 0;
    },
  };
}

interface Opened {
  readonly file: LogFile;
  readonly view: EventView;
  readonly bounds: ViewBounds;
}

function positionIn({ id }: LogFile, offset: number): Position {
  return { id, offset, headBytes: 0, head: "" };
}

/** Yields the whole view as text, in pieces that are large enough for a write. */
async function* textOf(events: LogEvents, { view, bounds }: Opened): AsyncGenerator<Uint8Array> {
  let [pieces, length]: [string[], number] = [[], 0];
  for await (const text of textForwards(events, view, bounds)) {
    pieces.push(text);
    length += text.length;
    if (length < pieceLength) continue;
    yield Buffer.from(pieces.join(""));
    [pieces, length] = [[], 0];
  }
  if (length > 0) yield Buffer.from(pieces.join(""));
}

const pieceLength = 64 * 1024;
