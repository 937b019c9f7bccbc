import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { until } from "../until.ts";

/** `npm run dev:aws`, or `npx serverless offline`, in a separate process group, on a copy of the project, so that its builds don't disturb other tests. */
export interface DevAws {
  readonly baseUrl: string;
  /** Id of the parent of all its processes. */
  readonly pid: number;
  /** Folder of the copy. */
  readonly folder: string;
  /** Start message and everything printed so far. */
  readonly announcement: string;
  printed(): string;
  /** Returns the address of an emulator, from the variable that the SDK reads. */
  endpoint(service: "DYNAMODB" | "KMS" | "S3" | "SQS"): string;
  /** True if any process of its group is running. */
  isAlive(): boolean;
  /** Asks the whole group to end. Resolves with the command's exit code. */
  stop(): Promise<number | null>;
  /** Returns the names of our temporary files that were left when it had stopped. */
  leftBehind(): readonly string[];
}

interface DevAwsOptions {
  /** Program and arguments. Default: `npm run dev:aws`. */
  readonly command?: readonly [string, ...string[]];
  readonly environment?: Readonly<Record<string, string>>;
  /** Changes the copy before the start. */
  readonly prepare?: (folder: string) => void;
}

const copied = [
  "docs/reference",
  "functions",
  "local-agent",
  "local-runtime",
  "sandbox",
  "scripts",
  "shared",
  "package.json",
  "serverless.yml",
];
const project = fileURLToPath(new URL("../../../", import.meta.url));

/** Starts the command and waits until it reports that it is ready. */
export async function devAws(options: DevAwsOptions = {}): Promise<DevAws> {
  const { command: [program, ...words] = ["npm", "run", "--silent", "dev:aws"], environment = {} } = options;
  const folder = mkdtempSync(join(tmpdir(), "latchkey-dev-aws-"));
  for (const name of copied) cpSync(join(project, name), join(folder, name), { recursive: true });
  symlinkSync(join(project, "node_modules"), join(folder, "node_modules"));
  options.prepare?.(folder);
  // Not in the copy, whose changes cause new builds.
  const temporary = mkdtempSync(join(tmpdir(), "latchkey-dev-aws-temporary-"));
  let left: readonly string[] = [];
  const child = spawn(program, words, {
    cwd: folder,
    // A separate group, which can be ended as a whole.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: temporary, PORT: "0", ...environment },
  });
  const group = Number(child.pid);
  const closed = once(child, "close") as Promise<[number | null]>;
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (printed += text));

  const isAlive = () => livingIn(group);
  const stop = async () => {
    if (isAlive()) process.kill(-group, "SIGTERM");
    const [code] = await closed;
    // Processes that the command started may end a little later than the command.
    await until(() => !isAlive());
    if (existsSync(temporary)) left = readdirSync(temporary).filter((name) => name.startsWith("latchkey-"));
    for (const made of [folder, temporary]) rmSync(made, { recursive: true, force: true });
    return code;
  };

  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (!line.startsWith("Press Ctrl-C")) continue;
    // Leaving the loop stops the reading of lines, but later output is still needed.
    setImmediate(() => child.stdout.resume());
    const announcement = lines.slice(lines.findIndex((reported) => reported.startsWith("Latchkey on"))).join("\n");
    return {
      baseUrl: found(announcement, /ready at (\S+)/),
      pid: group,
      folder,
      announcement,
      printed: () => printed,
      endpoint: (service) => found(announcement, new RegExp(`AWS_ENDPOINT_URL_${service}=(\\S+)`)),
      isAlive,
      stop,
      leftBehind: () => left,
    };
  }
  await stop();
  throw new Error(`The command ended before it was ready:\n${printed}`);
}

/** True if the process group has a running member; ended processes that only wait for their parent don't count. */
function livingIn(group: number): boolean {
  return readdirSync("/proc").some((name) => {
    if (!/^\d+$/.test(name)) return false;
    const [, state, , member] = /\) (\S) (\d+) (\d+)/.exec(statusOf(name)) ?? [];
    return Number(member) === group && state !== "Z";
  });
}

function statusOf(process: string): string {
  try {
    return readFileSync(`/proc/${process}/stat`, "utf8");
  } catch {
    return ""; // The process ended meanwhile.
  }
}

function found(text: string, pattern: RegExp): string {
  const [, match] = pattern.exec(text) ?? [];
  if (match === undefined) throw new Error(`${pattern} is not in: ${text}`);
  return match;
}
