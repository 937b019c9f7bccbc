import { ConditionFailed, type Table } from "#shared/ports/table.ts";

/** Point in the life of a process: before or after its write with this number. */
export interface CrashPoint {
  readonly side: "before" | "after";
  readonly number: number;
}

/** Write and read calls of each port, by the port's name. Other methods are left unchanged. */
const calls: Readonly<Record<string, { readonly writes: readonly string[]; readonly reads: readonly string[] }>> = {
  table: { writes: ["put", "update", "delete", "transact"], reads: ["get", "query"] },
  queue: { writes: ["send", "acknowledge", "release", "redrive"], reads: ["receive", "deadLetters"] },
  schedules: { writes: ["put", "remove"], reads: [] },
  blobs: { writes: ["put", "delete"], reads: ["get", "head", "list"] },
  /** Another server, which a process that has ended doesn't call. */
  outbound: { writes: [], reads: ["request"] },
};

export type CrashingPort = "table" | "queue" | "schedules" | "blobs" | "outbound";

/** End of a process at one of its writes: `end` never resolves, and neither does any later call of a port. */
export interface CrashingWrites {
  /** Wraps a port. Its writes are counted as soon as there is a crash point. */
  of<Port extends object>(kind: CrashingPort, port: Port): Port;
  readonly isCrashed: boolean;
}

export function crashingWrites(point: () => CrashPoint | undefined, end: () => Promise<never>): CrashingWrites {
  let current: CrashPoint | undefined;
  let count = 0;
  let isCrashed = false;
  const crash = (): Promise<never> => {
    isCrashed = true;
    return end();
  };
  type Call = (...given: unknown[]) => Promise<unknown>;
  const reading =
    (read: Call): Call =>
    async (...given) =>
      isCrashed ? crash() : read(...given);
  const writing =
    (write: Call): Call =>
    async (...given) => {
      const wanted = point();
      if (isCrashed) return crash();
      if (wanted === undefined) return write(...given);
      count = wanted === current ? count + 1 : 1;
      current = wanted;
      const isIt = count === wanted.number;
      if (isIt && wanted.side === "before") return crash();
      const answer = await write(...given);
      // Other calls may have started before this one ended: no one receives their answers.
      return (isIt && point() === wanted) || isCrashed ? crash() : answer;
    };

  /** Writes that are made in order can end between any two of them, which a local store never shows. */
  const transacting =
    (transact: Call): Table["transact"] =>
    async (writes, options) => {
      if (options?.inOrder !== true) return void (await transact(writes, options));
      for (const [place, write] of writes.entries())
        await transact([write]).catch((thrown: unknown) => {
          throw thrown instanceof ConditionFailed ? new ConditionFailed(place) : thrown;
        });
    };

  return {
    get isCrashed() {
      return isCrashed;
    },
    of(kind, port) {
      const { writes, reads } = calls[kind] ?? { writes: [], reads: [] };
      const members = Object.entries(port).map(([name, member]) => {
        if (kind === "table" && name === "transact") return [name, transacting(writing(member))];
        if (writes.includes(name)) return [name, writing(member)];
        return [name, reads.includes(name) ? reading(member) : member];
      });
      return Object.fromEntries(members) as typeof port;
    },
  };
}
