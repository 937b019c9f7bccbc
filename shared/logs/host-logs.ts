import type { AgentClient } from "#shared/agent/agent-client.ts";
import { frameRangeBytes } from "#shared/agent/protocol/host-path.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { isLogName } from "#shared/contract/values/log-name.ts";
import type { LogBytes, LogRange, LogReader } from "./log-reader.ts";

/** How long the host has for looking, and for reading through a log. Milliseconds. */
const deadlines = { short: { deadlineMs: 10_000 }, long: { deadlineMs: 25_000 } } as const;

/** Frames that are asked for side by side where no bytes can be brought otherwise. */
const framesAtOnce = 8;
/** What is brought at once, and held in memory meanwhile. Bytes. */
const transferBytes = 4 * 1024 * 1024;

interface HostLogOptions {
  readonly agentClient: () => AgentClient;
  /** Whether the agent's bytes arrive here in a stream: then more than a frame is read so. */
  readonly areTransfersAvailable: () => boolean;
}

/** FileMaker Server's logs, read by the agent beside them. @throws ServiceError what the host or its absence says */
export function hostLogs({ agentClient, areTransfersAvailable }: HostLogOptions): LogReader & LogBytes {
  const frame = async (name: string, start: number, length: number, id: string | undefined): Promise<LogRange> => {
    const fields = { name, start, length, ...(id !== undefined && { id }) };
    const reply = await agentClient().request("log.readRange", fields, deadlines.short);
    const file = { name, sizeBytes: reply.sizeBytes, modifiedAt: reply.modifiedAt, id: reply.id };
    return { file, bytes: Buffer.from(reply.bytes, "base64") };
  };

  const readByTransfer = async (name: string, start: number, length: number, id: string): Promise<LogRange> => {
    const range = { root: "logs", path: name, start, length: Math.min(length, transferBytes) } as const;
    const transferred = await agentClient().readRange(range, deadlines.long);
    if ("address" in transferred) throw new Error("The bytes of a log went elsewhere");
    const pieces: Uint8Array[] = [];
    for await (const piece of transferred.bytes) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    // Whatever has its name now, it was still the same log behind these bytes.
    const { file } = await frame(name, start, 1, id);
    return { file, bytes };
  };

  const manyFrames = async (name: string, start: number, length: number, id: string): Promise<LogRange> => {
    const count = Math.min(framesAtOnce, Math.ceil(length / frameRangeBytes));
    const parts = await Promise.all(
      Array.from({ length: count }, (_, index) => {
        const from = index * frameRangeBytes;
        return frame(name, start + from, Math.min(frameRangeBytes, length - from), id);
      }),
    );
    const [{ file }] = parts as [LogRange, ...LogRange[]];
    return { file, bytes: Buffer.concat(parts.map(({ bytes }) => bytes)) };
  };

  return {
    async list() {
      const { logs } = await agentClient().request("log.list", {}, deadlines.short);
      return logs.filter(({ name }) => isLogName(name));
    },

    read(name, start, length, id) {
      if (length <= frameRangeBytes || id === undefined)
        return frame(name, start, Math.min(length, frameRangeBytes), id);
      if (!areTransfersAvailable()) return manyFrames(name, start, length, id);
      return readByTransfer(name, start, length, id).catch((thrown: unknown) => {
        // Some logs lie outside of the folder from which bytes are brought.
        if (!(thrown instanceof ServiceError) || thrown.error !== "host_file_not_found") throw thrown;
        return manyFrames(name, start, length, id);
      });
    },

    async clear(name) {
      return (await agentClient().request("log.clear", { name }, deadlines.short)).clearedBytes;
    },

    lines: (name, query) => agentClient().request("log.lines", { name, ...withoutUndefined(query) }, deadlines.long),
    search: (name, query) => agentClient().request("log.search", { name, ...withoutUndefined(query) }, deadlines.long),
    around: (name, query) => agentClient().request("log.around", { name, ...query }, deadlines.long),
  };
}

/** Without what was left out: fields travel as JSON. */
function withoutUndefined<T extends object>(query: T): WithoutUndefined<T> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>;
}

type WithoutUndefined<T> = {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Mutable<Exclude<T[Name], undefined>>;
} & { [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name] };
type Mutable<T> = T extends readonly (infer E)[] ? E[] : T;
