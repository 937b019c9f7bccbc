import { type MemoryLogs, memoryLogs } from "../../logs/support/memory-logs.ts";

const lineBytes = 64;

/** More rows than a browser can make an element high for. */
export const manyLines = 1_050_010;
export const manyLinesName = "svc-info.log";

/** A line of it, without its end. */
export const numberedLine = (number: number) => `{"time":"2026-11-20T09:00:00.000Z","number":${number}}`;

/** A log of as many lines in memory: 67 MB. */
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
