import { call } from "../../../api/client.ts";
import { configuration } from "../../../api/configuration.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { noteRefusal } from "../../../api/query.ts";

export type LinesPage = OutputOf<"GET /svc/api/logs/{name}/lines">;

const pollMs = 2_000;
/** How long nothing is asked after a refusal. */
const pauseMs = 10_000;
/** A hidden window gives its connection back: browsers have few for one server. */
const hiddenMs = 10_000;
const linesAtOnce = 1_000;
/** Where much is written at once, the last of it is shown. What lies between is fetched when the user scrolls there. */
const latestLines = 250;

/** What is written to a log from a place on, as it is written. */
export interface Tail {
  /** `stream`: as it happens. `polling`: every few seconds, where no stream gets through. `away`: the log cannot be read at present. */
  readonly state: "starting" | "stream" | "polling" | "away";
  /** Begins behind this place, or goes on there. */
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
    // What is no stream the browser does not try again: where no stream gets through, the same is asked for.
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
