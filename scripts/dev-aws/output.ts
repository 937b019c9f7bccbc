import { pathWithoutKeys } from "#shared/contract/values/api-key.ts";

/** Output of this process, including that of the functions. */
export interface WatchedOutput {
  /** Prints a text unchanged. */
  print(text: string): void;
  /** Prints nothing from now on. */
  hush(): void;
}

/**
 * Masks keys in everything that is printed from now on, since the output contains the path of every call, and a path can contain a key.
 * Calls `onLine` with each line of the standard output, where functions write their log.
 */
export function watchOutput(onLine: (line: string) => void): WatchedOutput {
  const written = process.stdout.write.bind(process.stdout);
  const takeText = linesOf(onLine);
  let isHushed = false;
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    const masked = (chunk: string | Uint8Array, ...rest: never[]): boolean => {
      const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
      if (stream === process.stdout) takeText(text);
      return write(isHushed ? "" : shown(text), ...rest);
    };
    stream.write = masked as typeof stream.write;
  }
  return {
    print: (text) => written(text),
    hush() {
      isHushed = true;
    },
  };
}

function linesOf(onLine: (line: string) => void): (text: string) => void {
  let begun = "";
  return (text) => {
    const lines = (begun + text).split("\n");
    begun = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  };
}

function shown(text: string): string {
  return text.split("\n").map(pathWithoutKeys).join("\n");
}
