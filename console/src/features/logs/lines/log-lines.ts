import type { LogLine } from "#shared/logs/contract.ts";
import { call } from "../../../api/client.ts";
import { noteRefusal } from "../../../api/query.ts";
import { type BlockCache, blockCache } from "../../../ui/rows/block-cache.ts";
import { type Run, runsOf } from "../../../ui/rows/runs.ts";
import { type LinesPage, logTail, type Tail } from "./log-tail.ts";

/** About two screens: the visible lines are in one or two blocks, which take one call. */
const linesPerBlock = 100;
const maxBlocks = 120;
/** Number of lines at the end to read when a log is opened: usually about 120 KB. */
const linesAtOpen = 250;
const farOutOfView = Number.MAX_SAFE_INTEGER;

/** State of a log's lines. Replaced by a new object after each change. */
export interface LogState {
  readonly phase: "opening" | "ready" | "failed";
  /** Number of lines. */
  readonly total: number;
  readonly sizeBytes: number;
  /** Number of bytes in which lines are already counted, while the log is being opened. */
  readonly countedBytes: number;
  /** Reason why the log or a part of it couldn't be read. Lines that were read before are kept. */
  readonly error: unknown;
  /** Number of times that the log was cleared or rotated while it was open. */
  readonly rotations: number;
  readonly tail: Tail["state"];
}

/** Lines of one log: visible ones are fetched, some others are cached, and new ones arrive automatically. */
export interface LogLines {
  subscribe(listener: () => void): () => void;
  state(): LogState;
  line(number: number): LogLine | undefined;
  /** Fetches these lines and cancels all other requests. */
  setVisible(first: number, end: number): void;
  retry(): void;
  close(): void;
}

export function logLines(name: string): LogLines {
  const kept: BlockCache<LogLine> = blockCache(linesPerBlock, maxBlocks);
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
      // The tail received more lines than the service has numbered yet.
      if (page.lines.some(({ number }) => number === null)) void open();
      else keep(page);
    },
    became: (next) => become({ tail: next }),
  });

  /** Lets the service count the remaining lines, and reads the last ones. */
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

  /** Fetches the visible lines first, with one call per contiguous range; then as many lines before and after them. */
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

  /** Loads rows before the user scrolls to them. A failed read is repeated when its rows become visible. */
  function readAhead(): void {
    const { first, end } = visible;
    if (kept.missing(first, Math.min(end, state.total)).length > 0) return;
    const near = nearby();
    for (const run of runsOf(kept.missing(near.first, near.end).filter((block) => !loading.has(block))))
      void fetchBlocks(run);
  }

  /** Fetches contiguous blocks. Returns true on success. */
  async function fetchBlocks({ first, last }: Run): Promise<boolean> {
    const controller = new AbortController();
    for (let block = first; block <= last; block += 1) loading.set(block, controller);
    const signal = AbortSignal.any([controller.signal, closing.signal]);
    const end = Math.min((last + 1) * linesPerBlock, state.total);
    try {
      // With long lines, a page can contain fewer lines than requested.
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
