import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** `serverless offline` as a child process. */
interface ServerlessOffline {
  /** Resolves with its exit code when it has ended. */
  readonly ended: Promise<number>;
  /** Asks it to end. */
  stop(): void;
}

const root = new URL("../../", import.meta.url);
/** Milliseconds that it has to stop everything that it started. */
const endMs = 15_000;
/** Beginning of the first line that is shown. */
const ready = "Latchkey on AWS emulators ready";

/** Starts `serverless offline`. Shows its output from the line that says it's ready, or all of it if it ends before that. */
export function startServerlessOffline(): ServerlessOffline {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL("node_modules/serverless/bin/serverless.js", root)), ...["offline", "--stage=dev"]],
    {
      cwd: fileURLToPath(root),
      // It ends when this process does: the channel closes.
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: { ...process.env, SLS_NOTIFICATIONS_MODE: "off", SLS_TELEMETRY_DISABLED: "1" },
    },
  );
  let held = "";
  let isReady = false;
  for (const [stream, out] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      if (isReady) return void out.write(text);
      held += text;
      const at = held.indexOf(ready);
      if (at < 0) return;
      isReady = true;
      out.write(held.slice(at));
    });
  }
  return {
    ended: once(child, "close").then(([code]) => {
      if (!isReady && code !== 0) process.stderr.write(held);
      return Number(code ?? 1);
    }),
    stop() {
      child.kill("SIGTERM");
      setTimeout(() => child.kill("SIGKILL"), endMs).unref();
    },
  };
}
