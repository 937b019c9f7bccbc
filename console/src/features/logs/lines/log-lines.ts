import type { LogLine } from "#shared/logs/contract.ts";
import { call } from "../../../api/client.ts";
import { noteRefusal } from "../../../api/query.ts";
import { type BlockCache, blockCache } from "../../../ui/rows/block-cache.ts";
import { type Run, runsOf } from "../../../ui/rows/runs.ts";
import { type LinesPage, logTail, type Tail } from "./log-tail.ts";

/** About two screens: what is visible is one block or two, and those come by one call. */
const linesPerBlock = 100;
const mostBlocks = 120;
/** What is read of its end when a log is opened: about 120 KB as they come. */
const linesAtOpen = 250;
const farOutOfView = Number.MAX_SAFE_INTEGER;

/** What is known of a log's lines. Another object each time something has changed. */
export interface LogState {
  readonly phase: "opening" | "ready" | "failed";
  /** How many lines there are. */
  readonly total: number;
  readonly sizeBytes: number;
  /** How much of it was counted, while it is opened. */
  readonly countedBytes: number;
  /** Why the log, or a part of it, could not be read. What was read before stays. */
  readonly error: unknown;
  /** How often it was cleared or rotated while it was looked at. */
  readonly rotations: number;
  readonly tail: Tail["state"];
}

/** The lines of one log: the visible ones are fetched, some more are kept, and what is written arrives by itself. */
export interface LogLines {
  subscribe(listener: () => void): () => void;
  state(): LogState;
  line(number: number): LogLine | undefined;
  /** Fetches these lines, and gives up on all others that are on their way. */
  setVisible(first: number, end: number): void;
  retry(): void;
  close(): void;
}

export function logLines(name: string): LogLines {
  const kept: BlockCache<LogLine> = blockCache(linesPerBlock, mostBlocks);
  const listeners = new Set<() => void>();
  const closing = new AbortController();
  const loading = new Map<number, AbortController>();
  let visible = { first: 0, end: 0 };
  let state: LogState = {
    phase: "opening",
    total: 0,
    sizeBytes: 0,
    countedBytes: 0,
    error: undefined,
    rotations: 0,
    tail: "starting",
  };

  const become = (change: Partial<LogState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const fail = (error: unknown, phase: LogState["phase"]): void => {
    noteRefusal(error);
    become({ phase, error });
  };
  const read = (input: { from?: number; count: number }, signal: AbortSignal): Promise<LinesPage> =>
    call("GET /svc/api/logs/{name}/lines", { name, ...input }, signal);

  const keep = ({ lines, sizeBytes }: LinesPage): void => {
    for (const line of lines) if (line.number !== null) kept.put(line.number, line);
    const last = lines.at(-1)?.number ?? -1;
    become({ sizeBytes, total: Math.max(state.total, last + 1) });
  };

  const tail = logTail(name, {
    took(page) {
      if (page.isRotated) {
        for (const controller of loading.values()) controller.abort();
        kept.clear();
        become({ phase: "opening", total: 0, rotations: state.rotations + 1 });
        void open();
        return;
      }
      // More was written at once than its numbers were counted for.
      if (page.lines.some(({ number }) => number === null)) void open();
      else keep(page);
    },
    became: (next) => become({ tail: next }),
  });

  /** Counts the lines, as far as they are not counted, and reads the last ones. */
  async function open(): Promise<void> {
    const { signal } = closing;
    try {
      let last = await read({ count: linesAtOpen }, signal);
      for (let before = -1; last.lines.at(-1)?.number === null; ) {
        const { counted, sizeBytes } = await read({ from: farOutOfView, count: 1 }, signal);
        become({ countedBytes: counted.bytes, sizeBytes });
        if (counted.bytes <= before) throw new Error("The lines of this log cannot be counted");
        before = counted.bytes;
        if (counted.bytes >= sizeBytes) last = await read({ count: linesAtOpen }, signal);
      }
      keep(last);
      become({ phase: "ready", error: undefined, countedBytes: last.sizeBytes });
      tail.start(last.after);
      fetchMissing();
    } catch (thrown) {
      if (!signal.aborted) fail(thrown, "failed");
    }
  }

  /** What is visible first, in one call where it lies together; then as much beside it, either way. */
  function fetchMissing(): void {
    const [first, end] = [visible.first, Math.min(visible.end, state.total)];
    const near = nearby();
    const wanted = new Set(kept.blocksOf(near.first, near.end).map((block) => loading.get(block)));
    for (const [block, controller] of loading)
      if (!wanted.has(controller)) {
        controller.abort();
        loading.delete(block);
      }
    for (const block of kept.blocksOf(near.first, near.end)) kept.touch(block);
    const missing = kept.missing(first, end);
    if (missing.length === 0) readAhead();
    for (const run of runsOf(missing.filter((block) => !loading.has(block))))
      void fetchBlocks(run).then((isThere) => {
        if (isThere) readAhead();
      });
  }

  function nearby() {
    const { first, end } = visible;
    return { first: Math.max(0, first - (end - first)), end: Math.min(end + (end - first), state.total) };
  }

  /** Rows are there when the user scrolls on. A read that fails is repeated when its rows become visible. */
  function readAhead(): void {
    const { first, end } = visible;
    if (kept.missing(first, Math.min(end, state.total)).length > 0) return;
    const near = nearby();
    for (const run of runsOf(kept.missing(near.first, near.end).filter((block) => !loading.has(block))))
      void fetchBlocks(run);
  }

  /** Fetches blocks that lie together. Answers whether they came. */
  async function fetchBlocks({ first, last }: Run): Promise<boolean> {
    const controller = new AbortController();
    for (let block = first; block <= last; block += 1) loading.set(block, controller);
    const signal = AbortSignal.any([controller.signal, closing.signal]);
    const end = Math.min((last + 1) * linesPerBlock, state.total);
    try {
      // A page may hold fewer lines than were asked for, where they are long.
      for (let from = first * linesPerBlock; from < end; ) {
        const page = await read({ from, count: end - from }, signal);
        if (page.lines.length === 0) break;
        keep(page);
        from += page.lines.length;
      }
      if (state.error !== undefined) become({ error: undefined });
    } catch (thrown) {
      if (!signal.aborted) fail(thrown, state.phase);
      return false;
    } finally {
      for (const [block, way] of loading) if (way === controller) loading.delete(block);
    }
    return true;
  }

  void open();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    line: (number) => kept.get(number),
    setVisible(first, end) {
      visible = { first, end };
      if (state.phase === "ready") fetchMissing();
    },
    retry() {
      become({ error: undefined, ...(state.phase === "failed" && { phase: "opening" }) });
      if (state.phase === "opening") void open();
      else fetchMissing();
    },
    close() {
      closing.abort();
      tail.stop();
    },
  };
}
