import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable, Writable } from "node:stream";
import type { CommandFiles } from "../../../cli/command-files.ts";
import { run } from "../../../cli/program.ts";
import type { Terminal } from "../../../cli/terminal.ts";
import { commandData } from "../../../scripts/cli/command-data.ts";
import { inMemory } from "../../support/in-memory.ts";

const data = commandData();
const files: CommandFiles = {
  index: () =>
    Object.fromEntries(
      Object.entries(data).map(([name, { operations }]) => [name, operations.map(({ command }) => command)]),
    ),
  resource: (name) => data[name] as NonNullable<(typeof data)[string]>,
};

export interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Standard input. */
  readonly input?: string;
  readonly signal?: AbortSignal;
  /** Called with everything that was written so far: data, and everything else. */
  readonly onOutput?: (output: string, notes: string) => void;
}

/** Returns a user's terminal: runs the command line in this process, with settings in a folder of its own. */
export function aTerminal(environment: Readonly<Record<string, string>> = {}) {
  const home = mkdtempSync(join(inMemory(), "latchkey-cli-"));
  const opened: string[] = [];

  async function latchkey(words: readonly string[], options: RunOptions = {}) {
    let [stdout, stderr] = ["", ""];
    const into = (write: (text: string) => void): Writable =>
      new Writable({
        write(chunk, _, done) {
          write(String(chunk));
          options.onOutput?.(stdout, stderr);
          done();
        },
      });
    const terminal: Terminal = {
      stdin: options.input === undefined ? new PassThrough().end() : Readable.from([Buffer.from(options.input)]),
      stdout: into((text) => {
        stdout += text;
      }),
      stderr: into((text) => {
        stderr += text;
      }),
      environment: { HOME: home, ...environment, ...options.environment },
      platform: "linux",
      signal: options.signal ?? new AbortController().signal,
    };
    const openInBrowser = (url: string) => opened.push(url) > 0;
    const exitCode = await run(words, { terminal, files, version: "1.2.3", openInBrowser });
    return { exitCode, stdout, stderr };
  }

  return {
    latchkey,
    home,
    /** Addresses opened in the browser. */
    opened,
    profileFile: join(home, ".config/latchkey/profiles.json"),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}
