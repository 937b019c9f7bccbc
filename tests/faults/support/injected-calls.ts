import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Fault } from "../row.ts";
import type { StartedLatchkey } from "./latchkey.ts";

const letGoMs = 3_000;

/** Changed effect of the service's system calls. */
interface InjectedCalls {
  /** Names of system calls, separated by commas. */
  readonly names: string;
  /** Effect in strace's syntax, such as `error=EIO` or `signal=SIGKILL:when=3`. */
  readonly effect: string;
  /** True to affect only calls on the files of its store. */
  readonly isStore: boolean;
}

/** Runs work while the service's system calls have another effect. If the service ends because of it, that isn't a failure here. */
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
    // strace detaches from the process, unless the process is dying: then strace would wait forever.
    strace.kill("SIGINT");
    const late = setTimeout(() => strace.kill("SIGKILL"), letGoMs);
    await ended;
    clearTimeout(late);
  }
}
