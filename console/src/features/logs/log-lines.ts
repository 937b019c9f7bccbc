import type { LogLine } from "../../../../shared/logs/contract.ts";
import { call } from "../../api/client.ts";
import { noteRefusal } from "../../api/query.ts";
import { type BlockCache, blockCache } from "../../ui/rows/block-cache.ts";
import { type LinesPage, logTail, type Tail } from "./log-tail.ts";

/** About 120 KB as they come. */
export const linesPerBlock = 250;
const mostBlocks = 48;
const farAway = Number.MAX_SAFE_INTEGER;

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

/** The lines of one log: those in sight are fetched, some more are kept, and what is written arrives by itself. */
export interface LogLines {
  subscribe(listener: () => void): () => void;
  state(): LogState;
  line(number: number): LogLine | undefined;
  /** Fetches these lines, and gives up on all others that are on their way. */
  look(first: number, end: number): void;
  retry(): void;
  close(): void;
}

export function logLines(name: string): LogLines {
  const kept: BlockCache<LogLine> = blockCache(linesPerBlock, mostBlocks);
  const listeners = new Set<() => void>();
  const closing = new AbortController();
  const onTheirWay = new Map<number, AbortController>();
  let inSight = { first: 0, end: 0 };
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
        for (const controller of onTheirWay.values()) controller.abort();
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
      let last = await read({ count: linesPerBlock }, signal);
      for (let before = -1; last.lines.at(-1)?.number === null; ) {
        const { counted, sizeBytes } = await read({ from: farAway, count: 1 }, signal);
        become({ countedBytes: counted.bytes, sizeBytes });
        if (counted.bytes <= before) throw new Error("The lines of this log cannot be counted");
        before = counted.bytes;
        if (counted.bytes >= sizeBytes) last = await read({ count: linesPerBlock }, signal);
      }
      keep(last);
      become({ phase: "ready", error: undefined, countedBytes: last.sizeBytes });
      tail.start(last.after);
      fetchMissing();
    } catch (thrown) {
      if (!signal.aborted) fail(thrown, "failed");
    }
  }

  function fetchMissing(): void {
    const { first } = inSight;
    const end = Math.min(inSight.end, state.total);
    const wanted = new Set(kept.blocksOf(first, end));
    for (const [block, controller] of onTheirWay) if (!wanted.has(block)) controller.abort();
    for (const block of wanted) kept.touch(block);
    for (const block of kept.lacking(first, end)) if (!onTheirWay.has(block)) void fetchBlock(block);
  }

  async function fetchBlock(block: number): Promise<void> {
    const controller = new AbortController();
    onTheirWay.set(block, controller);
    const signal = AbortSignal.any([controller.signal, closing.signal]);
    const end = Math.min((block + 1) * linesPerBlock, state.total);
    try {
      // A page may hold fewer lines than were asked for, where they are long.
      for (let from = block * linesPerBlock; from < end; ) {
        const page = await read({ from, count: end - from }, signal);
        if (page.lines.length === 0) break;
        keep(page);
        from += page.lines.length;
      }
      if (state.error !== undefined) become({ error: undefined });
    } catch (thrown) {
      if (!signal.aborted) fail(thrown, state.phase);
    } finally {
      if (onTheirWay.get(block) === controller) onTheirWay.delete(block);
    }
  }

  void open();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    line: (number) => kept.get(number),
    look(first, end) {
      inSight = { first, end };
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
