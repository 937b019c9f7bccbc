import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Host } from "../host.ts";
import type { Anonymizer } from "./anonymizer.ts";
import type { LogEntry } from "./recording.ts";

const partBytes = 65_536;
const keptLines = 20;
const maxLogs = 40;
/** Severities and headings, which FileMaker Server writes itself. */
const ownCell = /^(?:Information|Warning|Error|\d{3}|[A-Z]{2,8})$/;

/** Returns the first and last lines of each log, or the error if it can't be read. Times are shifted; texts are replaced by their length. */
export async function logHeads(host: Host, anonymize: Anonymizer): Promise<readonly LogEntry[]> {
  // If the folder can't be read, its entry in the recording says so.
  const names = (await readdir(host.roots.logs).catch(() => [])).filter((name) => /^[\w.-]+\.log$/.test(name)).sort();
  const heads: LogEntry[] = [];
  for (const name of names.slice(0, maxLogs)) {
    const about = { step: `log.${name}`, name };
    try {
      heads.push({ ...about, ...(await logHead(join(host.roots.logs, name), anonymize)) });
    } catch (thrown) {
      const error = (thrown as NodeJS.ErrnoException).code ?? "unknown";
      heads.push({ ...about, encoding: null, lineEnd: null, first: null, last: null, error });
    }
  }
  return heads;
}

async function logHead(path: string, anonymize: Anonymizer): Promise<Omit<LogEntry, "step" | "name">> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const part = async (from: number) => {
      const bytes = Buffer.alloc(Math.min(partBytes, size));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
      return bytes.subarray(0, bytesRead);
    };
    const begin = await part(0);
    const encoding = begin[0] === 0xff && begin[1] === 0xfe ? "utf16le" : "utf8";
    const hasMark = encoding === "utf16le" || (begin[0] === 0xef && begin[1] === 0xbb);
    const lines = (bytes: Buffer) =>
      bytes
        .toString(encoding)
        .replace(/^\ufeff/, "")
        .split(/\r?\n/)
        .filter((line) => line !== "");
    const first = lines(begin);
    const last = size <= partBytes ? first : lines(await part(size - partBytes)).slice(1);
    return {
      encoding: encoding + (hasMark ? " with a mark" : ""),
      lineEnd: begin.includes("\r\n") ? "CRLF" : "LF",
      first: first.slice(0, keptLines).map((line, index) => recordedLine(line, index === 0, anonymize)),
      last: last.slice(-keptLines).map((line) => recordedLine(line, false, anonymize)),
    };
  } finally {
    await handle.close();
  }
}

function recordedLine(line: string, isFirst: boolean, anonymize: Anonymizer): string {
  const cells = line.split("\t");
  // The heading of a log with columns has no time.
  if (isFirst && cells.length > 2 && cells.every((cell) => /^[A-Za-z][\w /%()-]{0,40}$/.test(cell))) return line;
  return cells.map((cell) => recordedCell(cell, anonymize)).join("\t");
}

function recordedCell(cell: string, anonymize: Anonymizer): string {
  const shifted = anonymize.ownText(cell);
  if (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?(?: [+-]\d{4})?$/.test(cell)) return shifted;
  if (ownCell.test(cell)) return cell;
  return anonymize.text(cell);
}
