import type { Delivery } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { cursorAt, positionIn } from "./cursor.ts";
import type { FollowedLogs } from "./followed-logs.ts";
import type { LinesPage } from "./log-reader.ts";

interface FollowOptions {
  readonly name: string;
  /** Where to begin; the log's end where nothing is said. */
  readonly after: string | undefined;
  /** How many of the last lines are enough, where more was written at once than an event holds. All where nothing is said. */
  readonly latest: number | undefined;
  readonly gone: AbortSignal;
  /** Whether the service stops: readers come back to the next one. */
  readonly isClosing: () => boolean;
  readonly clock: Clock;
}

/** A sign of life for whatever stands between, which would end a silent connection. */
const keepAliveMs = 15_000;
/** A stream ends after a while, so that its reader's rights are checked again. */
const longestMs = 10 * 60_000;

/** What is written to a log, as events, until the reader leaves. @throws ServiceError when there is no such log */
export async function followLog(
  followed: FollowedLogs,
  { name, after, latest, gone, isClosing, clock }: FollowOptions,
): Promise<Delivery> {
  const begin = after === undefined ? (await followed.last(name, 1)).end : positionIn(after);
  const pauseMs = await followed.pauseMs(name);

  /** The last lines of the same log; what was read where it is another one now: the next look says so. */
  const lastOf = async (page: LinesPage, count: number): Promise<LinesPage> => {
    const last = await followed.last(name, count);
    return last.end.id === page.end.id && last.end.offset >= page.end.offset ? last : page;
  };

  async function* events(): AsyncGenerator<Uint8Array> {
    const endsAt = clock.now() + longestMs;
    let [position, keepAliveAt] = [begin, clock.now() + keepAliveMs];
    yield event("begin", cursorAt(position), "{}");
    while (!gone.aborted && !isClosing() && clock.now() < endsAt) {
      const next = await unlessGone(gone, followed.next(name, position));
      if (next === undefined) return;
      const page = latest !== undefined && isFarBehind(next) ? await lastOf(next, latest) : next;
      const isNews = page.isRotated || page.end.offset > position.offset;
      position = page.end;
      if (isNews) yield event("lines", cursorAt(position), followed.shown(name, page));
      else if (clock.now() >= keepAliveAt) yield Buffer.from(":\n\n");
      else {
        if (pauseMs > 0) await clock.sleep(pauseMs, gone).catch(() => undefined); // The reader left: the loop sees it.
        continue;
      }
      keepAliveAt = clock.now() + keepAliveMs;
    }
  }

  return {
    status: 200,
    headers: { "Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no" },
    body: untilFailed(events()),
  };
}

/** No look is awaited after its reader has left. A promise that lasts as long as the stream would keep every page that was raced with it. */
async function unlessGone<T>(gone: AbortSignal, read: Promise<T>): Promise<T | undefined> {
  const { promise: whenGone, resolve } = Promise.withResolvers<undefined>();
  const onAbort = () => resolve(undefined);
  gone.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([read, whenGone]);
  } finally {
    gone.removeEventListener("abort", onAbort);
  }
}

/** Whether there was more to read than a page holds. */
function isFarBehind({ file, end, lines, isRotated }: LinesPage): boolean {
  return !isRotated && end.offset < file.sizeBytes && lines.at(-1)?.isOpen === false;
}

/** A log that cannot be read any more is said to be so: the head of the answer is long gone. */
async function* untilFailed(events: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* events;
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    yield event("failed", undefined, JSON.stringify({ error: thrown.error, text: thrown.text }));
  }
}

/** An event with JSON as its data. */
function event(kind: string, id: string | undefined, data: string): Buffer {
  const head = id === undefined ? "" : `id: ${id}\n`;
  return Buffer.from(`event: ${kind}\n${head}data: ${data}\n\n`);
}
