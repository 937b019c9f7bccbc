import { cursorAt } from "./cursor.ts";
import { askBackend, type LogBackends } from "./log-backends.ts";
import type { LinesPage, LinesQuery, Position } from "./log-reader.ts";
import { manyLines } from "./many-lines.ts";
import { linesShown } from "./shown.ts";

/** Logs that are followed. Followers at the same position share what is read there, so each log has one watcher. */
export interface FollowedLogs {
  /** Returns the lines after a position. Waits a second for new ones if the backend can wait. @throws ServiceError log_not_found */
  next(name: string, after: Position): Promise<LinesPage>;
  /** Returns the last lines of a log. @throws ServiceError log_not_found */
  last(name: string, count: number): Promise<LinesPage>;
  /** Returns the pause of a follower between two reads. Milliseconds. @throws ServiceError log_not_found */
  pauseMs(name: string): Promise<number>;
  /** Returns a page as JSON for an event. */
  shown(name: string, page: LinesPage): string;
}

/** Time that a backend waits for new lines before it returns none. Milliseconds. */
const waitMs = 1_000;
/** Maximum number of lines per event. */
const maxLines = 1_000;

export function followedLogs(backends: LogBackends): FollowedLogs {
  const reading = new Map<string, Promise<LinesPage>>();
  const texts = new WeakMap<LinesPage, string>();
  const read = (name: string, query: LinesQuery) =>
    askBackend(backends, name, (backend, own) => {
      const wait = query.after !== undefined && backend.pauseMs === undefined ? { waitMs } : {};
      return manyLines(backend, own, { ...query, ...wait });
    });

  return {
    next(name, after) {
      const place = `${name}\n${cursorAt(after)}`;
      const page = reading.get(place) ?? read(name, { after, count: maxLines }).finally(() => reading.delete(place));
      reading.set(place, page);
      return page;
    },

    last: (name, count) => read(name, { count }),

    pauseMs: (name) => askBackend(backends, name, async (backend) => backend.pauseMs ?? 0),

    shown(name, page) {
      const text = texts.get(page) ?? JSON.stringify(linesShown(name, page));
      texts.set(page, text);
      return text;
    },
  };
}
