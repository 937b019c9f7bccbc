import type { Readable, Writable } from "node:stream";

/** Everything outside of the program that commands use. */
export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
}

/** Writes data. A pipe that is closed by its reader ends the program without an error. */
export function print({ stdout }: Terminal, text: string): void {
  stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

/** Writes everything that isn't data. */
export function note({ stderr }: Terminal, text: string): void {
  stderr.write(`${text}\n`);
}

/** Reads standard input to its end. */
export async function readAll({ stdin }: Terminal): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  return Buffer.concat(chunks).toString("utf8");
}
