import { spawn } from "node:child_process";
import { commandFiles } from "./command-files.ts";
import { exitCodes } from "./exit-codes.ts";
import { run } from "./program.ts";

declare const CLI_VERSION: string;
/** Address of the bundle. */
declare const CLI_ADDRESS: string;

// Entry point of the packed command line (scripts/package-cli.ts), which has the commands of the API in files next to it.
const interrupted = new AbortController();
process.on("SIGINT", () => {
  // The second time, nothing is waited for.
  if (interrupted.signal.aborted) process.exit(exitCodes.interrupted);
  interrupted.abort();
});
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The reader of a pipe has seen enough.
  if (error.code === "EPIPE") process.exit(exitCodes.success);
  throw error;
});

void run(process.argv.slice(2), {
  terminal: {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    environment: process.env,
    platform: process.platform,
    signal: interrupted.signal,
  },
  files: commandFiles(new URL("./commands/", CLI_ADDRESS)),
  version: CLI_VERSION,
  openInBrowser,
}).then((exitCode) => {
  process.exitCode = exitCode;
});

/** Opens an address, if this is a person's terminal with a browser. */
function openInBrowser(url: string): boolean {
  const { platform, env } = process;
  if (!process.stderr.isTTY || env.CI || env.SSH_CONNECTION) return false;
  if (platform === "linux" && !env.DISPLAY && !env.WAYLAND_DISPLAY) return false;
  const [program, ...args] =
    platform === "darwin"
      ? ["open", url]
      : platform === "win32"
        ? ["rundll32", "url.dll,FileProtocolHandler", url]
        : ["xdg-open", url];
  // Without the program, the user opens the page.
  spawn(program as string, args, { stdio: "ignore", detached: true })
    .on("error", () => process.stderr.write(`Open ${url}\n`))
    .unref();
  return true;
}
