import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Fault } from "../row.ts";
import type { StartedLatchkey } from "./latchkey.ts";

const letGoMs = 3_000;

/** What becomes of the service's calls of the system. */
interface InjectedCalls {
  /** Names of calls, separated by commas. */
  readonly names: string;
  /** In strace's words, such as `error=EIO` or `signal=SIGKILL:when=3`. */
  readonly effect: string;
  /** Only of those on the files of its store. */
  readonly isStore: boolean;
}

/** Does something while calls of the service have another effect. Where the service ends by it, that is no failure here. */
export async function withInjected(
  { atEnd }: Pick<Fault, "atEnd">,
  { child, dataDir }: StartedLatchkey,
  { names, effect, isStore }: InjectedCalls,
  work: () => Promise<void>,
): Promise<void> {
  const store = ["latchkey.sqlite", "latchkey.sqlite-wal", "queue.sqlite", "queue.sqlite-wal"];
  const files = isStore ? store.flatMap((name) => ["-P", join(dataDir, name)]) : [];
  const words = ["-f", "-p", String(child.pid), ...files, "-e", `trace=${names}`, "-e", `inject=${names}:${effect}`];
  const strace = spawn("strace", ["-o", "/dev/null", ...words], { stdio: ["ignore", "ignore", "pipe"] });
  atEnd(() => void strace.kill("SIGKILL"));
  const ended = once(strace, "close");
  const printed: string[] = [];
  await new Promise<void>((resolve, reject) => {
    strace.stderr.setEncoding("utf8").on("data", (text: string) => {
      printed.push(text);
      if (text.includes("attached")) resolve();
    });
    void ended.then(() => reject(new Error(`strace ended: ${printed.join("")}`)));
  });
  try {
    await work();
  } finally {
    // It lets go of what it was attached to, unless that is dying: then it waits for what never comes.
    strace.kill("SIGINT");
    const late = setTimeout(() => strace.kill("SIGKILL"), letGoMs);
    await ended;
    clearTimeout(late);
  }
}
