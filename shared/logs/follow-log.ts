import type { Delivery } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { cursorAt, positionIn } from "./cursor.ts";
import type { FollowedLogs } from "./followed-logs.ts";
import type { LinesPage } from "./log-reader.ts";

interface FollowOptions {
  readonly name: string;
  /** Start position. Default: the end of the log. */
  readonly after: string | undefined;
  /** Maximum number of lines to send if more lines were written than fit into one event. Sends the last ones. Default: all. */
  readonly latest: number | undefined;
  readonly gone: AbortSignal;
  /** True if the service is stopping. Clients then reconnect to the next instance. */
  readonly isClosing: () => boolean;
  readonly clock: Clock;
}

/** Interval of keep-alive messages, so that proxies don't end a silent connection. */
const keepAliveMs = 15_000;
/** Maximum duration of a stream, after which its reader's access is checked again. */
const longestMs = 10 * 60_000;

/** Streams new lines of a log as events until the client disconnects. @throws ServiceError if the log doesn't exist */
export async function followLog(
  followed: FollowedLogs,
  { name, after, latest, gone, isClosing, clock }: FollowOptions,
): Promise<Delivery> {
  const begin = after === undefined ? (await followed.last(name, 1)).end : positionIn(after);
  const pauseMs = await followed.pauseMs(name);

  /** Returns the last lines of the same log. If it has been replaced, returns the page unchanged: the next read reports that. */
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
        if (pauseMs > 0) await clock.sleep(pauseMs, gone).catch(() => undefined); // The reader left; the loop notices it.
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

/** Waits for a read until its reader leaves. A promise that lasts as long as the stream would retain every page that was raced with it. */
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

/** True if there was more to read than fits a page. */
function isFarBehind({ file, end, lines, isRotated }: LinesPage): boolean {
  return !isRotated && end.offset < file.sizeBytes && lines.at(-1)?.isOpen === false;
}

/** Reports in the stream that a log can't be read anymore: the head of the response was sent long ago. */
async function* untilFailed(events: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* events;
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    yield event("failed", undefined, JSON.stringify({ error: thrown.error, text: thrown.text }));
  }
}

/** Formats an event with JSON as its data. */
function event(kind: string, id: string | undefined, data: string): Buffer {
  const head = id === undefined ? "" : `id: ${id}\n`;
  return Buffer.from(`event: ${kind}\n${head}data: ${data}\n\n`);
}
