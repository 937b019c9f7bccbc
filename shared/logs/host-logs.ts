import type { Hands } from "../agent/hands.ts";
import { frameRangeBytes } from "../contract/agent/host-path.ts";
import { ServiceError } from "../contract/errors.ts";
import { isLogName } from "../contract/log-name.ts";
import type { LogBytes, LogRange, LogReader } from "./place.ts";

/** How long the host has for looking, and for reading through a log. Milliseconds. */
const deadlines = { short: { deadlineMs: 10_000 }, long: { deadlineMs: 25_000 } } as const;

/** Frames that are asked for side by side where no bytes can be brought otherwise. */
const framesAtOnce = 8;
/** What is brought at once, and held in memory meanwhile. Bytes. */
const broughtBytes = 4 * 1024 * 1024;

interface HostLogOptions {
  readonly hands: () => Hands;
  /** Whether the agent's bytes arrive here in a stream: then more than a frame is read so. */
  readonly areBytesBrought: () => boolean;
}

/** FileMaker Server's logs, read by the agent beside them. @throws ServiceError what the host or its absence says */
export function hostLogs({ hands, areBytesBrought }: HostLogOptions): LogReader & LogBytes {
  const frame = async (name: string, start: number, length: number, id: string | undefined): Promise<LogRange> => {
    const fields = { name, start, length, ...(id !== undefined && { id }) };
    const reply = await hands().request("log.readRange", fields, deadlines.short);
    const file = { name, sizeBytes: reply.sizeBytes, modifiedAt: reply.modifiedAt, id: reply.id };
    return { file, bytes: Buffer.from(reply.bytes, "base64") };
  };

  const brought = async (name: string, start: number, length: number, id: string): Promise<LogRange> => {
    const range = { root: "logs", path: name, start, length: Math.min(length, broughtBytes) } as const;
    const arrived = await hands().readRange(range, deadlines.long);
    if ("address" in arrived) throw new Error("The bytes of a log went elsewhere");
    const pieces: Uint8Array[] = [];
    for await (const piece of arrived.bytes) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    // Whatever has its name now, it was still the same log behind these bytes.
    const { file } = await frame(name, start, 1, id);
    return { file, bytes };
  };

  const manyFrames = async (name: string, start: number, length: number, id: string): Promise<LogRange> => {
    const count = Math.min(framesAtOnce, Math.ceil(length / frameRangeBytes));
    const parts = await Promise.all(
      Array.from({ length: count }, (_, place) => {
        const from = place * frameRangeBytes;
        return frame(name, start + from, Math.min(frameRangeBytes, length - from), id);
      }),
    );
    const [{ file }] = parts as [LogRange, ...LogRange[]];
    return { file, bytes: Buffer.concat(parts.map(({ bytes }) => bytes)) };
  };

  return {
    async list() {
      const { logs } = await hands().request("log.list", {}, deadlines.short);
      return logs.filter(({ name }) => isLogName(name));
    },

    read(name, start, length, id) {
      if (length <= frameRangeBytes || id === undefined)
        return frame(name, start, Math.min(length, frameRangeBytes), id);
      if (!areBytesBrought()) return manyFrames(name, start, length, id);
      return brought(name, start, length, id).catch((thrown: unknown) => {
        // Some logs lie outside of the folder from which bytes are brought.
        if (!(thrown instanceof ServiceError) || thrown.error !== "host_file_not_found") throw thrown;
        return manyFrames(name, start, length, id);
      });
    },

    async clear(name) {
      return (await hands().request("log.clear", { name }, deadlines.short)).clearedBytes;
    },

    lines: (name, wish) => hands().request("log.lines", { name, ...said(wish) }, deadlines.long),
    search: (name, wish) => hands().request("log.search", { name, ...said(wish) }, deadlines.long),
    around: (name, wish) => hands().request("log.around", { name, ...wish }, deadlines.long),
  };
}

/** Without what was left out: fields travel as JSON. */
function said<T extends object>(wish: T): Said<T> {
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined)) as Said<T>;
}

type Said<T> = {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Mutable<Exclude<T[Name], undefined>>;
} & { [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name] };
type Mutable<T> = T extends readonly (infer E)[] ? E[] : T;
