import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { pathWithoutKeys } from "#shared/contract/values/api-key.ts";

interface OfflineOptions {
  readonly root: URL;
  readonly httpPort: number;
  readonly lambdaPort: number;
  readonly websocketPort: number;
  readonly parameters: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
  /** Called with every line that the functions or serverless-offline itself write. */
  readonly onLine: (line: string) => void;
}

/** serverless-offline with the real serverless.yml; functions are rebuilt when a source changes. */
export interface ServerlessOffline {
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

const endMs = 5_000;

/** Starts serverless-offline and waits until it listens. From then on, its output is shown. @throws Error with all of its output */
export async function startServerlessOffline(options: OfflineOptions): Promise<ServerlessOffline> {
  const { root, httpPort, lambdaPort, websocketPort, parameters, environment, onLine } = options;
  const child = spawn(
    process.execPath,
    [
      `--import=${new URL("scripts/dev-aws/lambda-runtime.ts", root).href}`,
      fileURLToPath(new URL("node_modules/serverless/bin/serverless.js", root)),
      ...["offline", "--stage=dev", "--host=127.0.0.1", "--noSponsor"],
      ...[`--httpPort=${httpPort}`, `--lambdaPort=${lambdaPort}`, `--websocketPort=${websocketPort}`],
      ...Object.entries(parameters).map(([name, value]) => `--param=${name}=${value}`),
    ],
    {
      cwd: fileURLToPath(root),
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: {
        ...process.env,
        ...environment,
        // We replace the streaming side of the runtime: see lambda-runtime.ts.
        AWS_LAMBDA_NODEJS_NO_GLOBAL_AWSLAMBDA: "1",
        SLS_NOTIFICATIONS_MODE: "off",
        SLS_TELEMETRY_DISABLED: "1",
      },
    },
  );
  const ended = once(child, "close").then(() => undefined);
  const output = shownOnceReady(child);
  if (child.stdout !== null) createInterface({ input: child.stdout }).on("line", onLine);
  if (!(await Promise.race([output.ready, ended.then(() => false)]))) {
    child.kill("SIGKILL");
    throw new Error(`serverless-offline did not start:\n${output.printed()}`);
  }
  return {
    ended,
    async stop() {
      // Its bundler prints a stack trace when it is stopped.
      output.hush();
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), endMs);
      await ended;
      clearTimeout(late);
    },
  };
}

/** Buffers the output until it listens, then shows the rest as it arrives. */
function shownOnceReady({ stdout, stderr }: ChildProcess) {
  const { promise: ready, resolve } = Promise.withResolvers<boolean>();
  let printed = "";
  let state: "starting" | "ready" | "ending" = "starting";
  for (const [stream, out] of [
    [stdout, process.stdout],
    [stderr, process.stderr],
  ] as const) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      if (state === "ready") out.write(shown(text));
      if (state !== "starting") return;
      printed += text;
      // After an error, its bundler keeps it alive without further output.
      if (/^Error:$/m.test(printed)) setImmediate(resolve, false);
      if (!printed.includes("Server ready:")) return;
      state = "ready";
      resolve(true);
    });
  }
  return {
    ready,
    printed: () => shown(printed),
    hush() {
      state = "ending";
    },
  };
}

/** Masks keys: the output contains the path of every call, and a path can contain a key. */
function shown(text: string): string {
  return text.split("\n").map(pathWithoutKeys).join("\n");
}
