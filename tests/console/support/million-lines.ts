import { type MemoryLogs, memoryLogs } from "../../logs/support/memory-logs.ts";

const lineBytes = 64;

/** More rows than the maximum element height of a browser allows. */
export const manyLines = 1_050_010;
export const manyLinesName = "svc-info.log";

/** Returns one line without its line ending. */
export const numberedLine = (number: number) => `{"time":"2026-11-20T09:00:00.000Z","number":${number}}`;

/** Returns a log with that number of lines in memory: 67 MB. */
export function millionLines(): MemoryLogs {
  const bytes = Buffer.alloc(lineBytes * manyLines, " ");
  for (let number = 0; number < manyLines; number += 1) {
    bytes.write(numberedLine(number), number * lineBytes, "latin1");
    bytes[number * lineBytes + lineBytes - 1] = 0x0a;
  }
  const logs = memoryLogs();
  logs.write(manyLinesName, bytes);
  return logs;
}
