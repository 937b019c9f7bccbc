import { call } from "../../../api/client.ts";
import { configuration } from "../../../api/configuration.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { noteRefusal } from "../../../api/query.ts";

export type LinesPage = OutputOf<"GET /svc/api/logs/{name}/lines">;

const pollMs = 2_000;
/** Pause after a refusal. */
const pauseMs = 10_000;
/** Delay before a hidden window closes its connection: browsers allow only a few per server. */
const hiddenMs = 10_000;
const linesAtOnce = 1_000;
/** Number of lines that the stream sends after a burst. Lines in between are fetched when the user scrolls there. */
const latestLines = 250;

/** Lines that are appended to a log after a position. */
export interface Tail {
  /**
   * `stream`: lines arrive immediately. `polling`: lines are requested every few seconds, because streams don't work. `away`: the log can't
   * be read at present.
   */
  readonly state: "starting" | "stream" | "polling" | "away";
  /** Starts or resumes after this position. */
  start(after: string): void;
  stop(): void;
}

interface TailListener {
  readonly took: (page: LinesPage) => void;
  readonly became: (state: Tail["state"]) => void;
}

export function logTail(name: string, { took, became }: TailListener): Tail {
  let state: Tail["state"] = "starting";
  let position = "";
  let stream: EventSource | undefined;
  let timer = 0;
  let hiding = 0;
  let isStopped = false;
  let isAsking = false;

  const become = (next: Tail["state"]): void => {
    if (next === state || isStopped) return;
    state = next;
    became(next);
  };
  const pollIn = (milliseconds: number): void => {
    window.clearTimeout(timer);
    if (!isStopped && !document.hidden) timer = window.setTimeout(() => void poll(), milliseconds);
  };
  const take = (page: LinesPage): void => {
    position = page.after;
    if (page.lines.length > 0 || page.isRotated) took(page);
  };

  async function poll(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    const asked = position;
    try {
      const page = await call("GET /svc/api/logs/{name}/lines", { name, after: asked, count: linesAtOnce });
      if (isStopped) return;
      if (position === asked) take(page);
      become("polling");
      pollIn(page.lines.length === linesAtOnce ? 0 : pollMs);
    } catch (thrown) {
      noteRefusal(thrown);
      become("away");
      pollIn(pauseMs);
    } finally {
      isAsking = false;
    }
  }

  const close = (): void => {
    window.clearTimeout(timer);
    stream?.close();
    stream = undefined;
  };

  const open = (): void => {
    close();
    const path = `/${configuration().prefix}/api/logs/${encodeURIComponent(name)}/follow`;
    const opened = new EventSource(`${path}?after=${encodeURIComponent(position)}&latest=${latestLines}`);
    stream = opened;
    opened.addEventListener("begin", () => become("stream"));
    opened.addEventListener("lines", ({ data }) => take(JSON.parse(data)));
    opened.addEventListener("failed", () => {
      close();
      become("away");
      pollIn(pauseMs);
    });
    // The browser doesn't retry an answer that isn't a stream: polling replaces it.
    opened.onerror = () => {
      if (opened.readyState !== EventSource.CLOSED) return;
      close();
      pollIn(0);
    };
  };

  const onVisible = (): void => {
    window.clearTimeout(hiding);
    if (document.hidden) hiding = window.setTimeout(close, hiddenMs);
    else if (stream === undefined && position !== "") open();
  };
  document.addEventListener("visibilitychange", onVisible);

  return {
    get state() {
      return state;
    },
    start(after) {
      if (isStopped) return;
      position = after;
      open();
    },
    stop() {
      isStopped = true;
      close();
      window.clearTimeout(hiding);
      document.removeEventListener("visibilitychange", onVisible);
    },
  };
}
