import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createServer } from "node:net";

/** DynamoDB emulator that runs on this machine. */
export interface Dynoxide {
  readonly endpoint: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts the emulator in memory, or on a file that is kept; on a given port if a test restarts it. */
export async function startDynoxide(
  options: { readonly file?: string; readonly port?: number } = {},
): Promise<Dynoxide> {
  const program = createRequire(import.meta.url).resolve("@dynoxide/linux-x64/dynoxide");
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort());
    const storage = options.file === undefined ? [] : ["--db-path", options.file];
    const child = spawn(program, ["serve", "--port", String(port), ...storage], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const closed = once(child, "close");
    if (await listens(child)) {
      return {
        endpoint: `http://127.0.0.1:${port}`,
        process: child,
        async stop() {
          child.kill("SIGKILL");
          await closed;
        },
      };
    }
    // Another program has taken the port.
    if (attempt === 5) throw new Error("dynoxide does not start");
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("A server on a port has an address");
  return address.port;
}

async function listens(child: ChildProcess): Promise<boolean> {
  const ended = once(child, "close").then(() => false);
  const listening = new Promise<boolean>((resolve) => {
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (text: Buffer) => {
        printed += text.toString();
        if (printed.includes("listening on")) resolve(true);
      });
    }
  });
  return Promise.race([listening, ended]);
}
