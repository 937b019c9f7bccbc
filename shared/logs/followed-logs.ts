import { cursorAt } from "./cursor.ts";
import { askBackend, type LogBackends } from "./log-backends.ts";
import type { LinesPage, LinesQuery, Position } from "./log-reader.ts";
import { manyLines } from "./many-lines.ts";
import { linesShown } from "./shown.ts";

/** The logs that are followed. Followers at the same place of a log share what is read there, so that each log has one watcher. */
export interface FollowedLogs {
  /** What was written behind a place. Waits a second for it where the backend can wait. @throws ServiceError log_not_found */
  next(name: string, after: Position): Promise<LinesPage>;
  /** The last lines of a log. @throws ServiceError log_not_found */
  last(name: string, count: number): Promise<LinesPage>;
  /** How long a follower pauses between two looks. Milliseconds. @throws ServiceError log_not_found */
  pauseMs(name: string): Promise<number>;
  /** A page in the form of an event's data, as JSON. */
  shown(name: string, page: LinesPage): string;
}

/** How long a backend waits for something to be written before it answers that there is nothing. */
const waitMs = 1_000;
/** The most lines of an event. */
const mostLines = 1_000;

export function followedLogs(backends: LogBackends): FollowedLogs {
  const reading = new Map<string, Promise<LinesPage>>();
  const texts = new WeakMap<LinesPage, string>();
  const read = (name: string, query: LinesQuery) =>
    askBackend(backends, name, (backend) => {
      const wait = query.after !== undefined && backend.pauseMs === undefined ? { waitMs } : {};
      return manyLines(backend, name, { ...query, ...wait });
    });

  return {
    next(name, after) {
      const place = `${name}\n${cursorAt(after)}`;
      const page = reading.get(place) ?? read(name, { after, count: mostLines }).finally(() => reading.delete(place));
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
