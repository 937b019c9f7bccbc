import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { LOG_HEADERS, logLines } from "../fmserver/logs/log-lines.ts";
import { LINE_MAKERS } from "./line-makers.ts";

/** Log to generate. */
export interface GeneratedLog {
  /** For example `Event.log`. */
  readonly name: keyof typeof LINE_MAKERS;
  readonly path: string;
  /** Maximum size; the log is less than one line shorter. */
  readonly bytes: number;
  /** Time of the first line; the others follow at short intervals. */
  readonly from?: number;
  readonly utcOffsetMinutes?: number;
}

const CHUNK_CHARACTERS = 1 << 20;

/** Writes a log of a given size, like one of a server, quickly and deterministically; returns the number of lines. */
export async function generateLog({
  name,
  path,
  bytes,
  from = FROM,
  utcOffsetMinutes = 60,
}: GeneratedLog): Promise<number> {
  const lines = logLines({ host: "fms.sandbox.test", utcOffsetMinutes });
  const make = LINE_MAKERS[name];
  const file = createWriteStream(path);
  const header = (LOG_HEADERS as Readonly<Record<string, readonly string[]>>)[name];
  const mark = name === "fmodata.log" || name === "scriptEvent.log" ? "\uFEFF" : "";
  let chunk = mark + (header === undefined ? "" : `${header.join("\t")}\n`);
  let left = bytes - Buffer.byteLength(chunk);
  let count = header === undefined ? 0 : 1;
  for (let at = 0; ; at += 1) {
    const line = `${make(lines, from + at * 137, at)}\n`;
    // Only the byte order mark isn't ASCII.
    left -= line.length;
    if (left < 0) break;
    chunk += line;
    count += 1;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    if (!file.write(chunk)) await once(file, "drain");
    chunk = "";
  }
  file.end(chunk);
  await finished(file);
  return count;
}

/** 2026-11-20 00:00:00 UTC. */
const FROM = Date.UTC(2026, 10, 20);
