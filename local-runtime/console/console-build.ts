import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readdirSync, rmSync, statSync } from "node:fs";
import { rename } from "node:fs/promises";
import { setPriority } from "node:os";
import { join } from "node:path";

/** Running build of the console next to the service. */
export interface ConsoleBuild {
  /** Undefined unless the build is running. */
  progress(): ConsoleBuildProgress | undefined;
  /** Resolves when the build has ended, successfully or not. */
  readonly over: Promise<void>;
  stop(): void;
}

/** Progress of a running build. */
export interface ConsoleBuildProgress {
  /** Current step, from 1. */
  readonly step: number;
  readonly steps: number;
  readonly label: string;
}

/** Labels of the steps, in order, and the output of Vite that ends each. */
const buildSteps = [
  { label: "Reading sources", end: "modules transformed" },
  { label: "Bundling", end: "rendering chunks" },
  { label: "Compressing and writing files", end: undefined },
] as const;

const vite = join("node_modules", "vite", "bin", "vite.js");
/** Unfinished builds, kept outside the sources. */
const workshop = join("node_modules", ".cache", "latchkey");
/** Always builds for production: a build for users contains no developer tools, even if the service runs in another mode. */
const inProduction = "data:text/javascript,process.env.NODE_ENV='production'";

/** Progress before the build starts. */
export const queuedBuild: ConsoleBuildProgress = {
  step: 0,
  steps: buildSteps.length,
  label: "Waiting for Latchkey to start",
};

/** Builds the console in a child process if it is missing or older than its sources. */
export function buildConsole(projectRoot: string, onFailure: (reason: string) => void): ConsoleBuild {
  const program = join(projectRoot, vite);
  if (isFresh(projectRoot)) return { progress: () => undefined, over: Promise.resolve(), stop() {} };
  if (!existsSync(program)) {
    onFailure("Vite isn't installed. Run npm ci --omit=dev, then restart Latchkey.");
    return { progress: () => undefined, over: Promise.resolve(), stop() {} };
  }
  // The previous build is served until the new one is complete.
  const fresh = join(projectRoot, workshop, `console-${process.pid}`);
  sweep(join(projectRoot, workshop));
  const args = ["--import", inProduction, program, "build", "console", "--outDir", fresh, "--logLevel", "info"];
  const child = spawn(process.execPath, args, { cwd: projectRoot, stdio: ["ignore", "pipe", "pipe"] });
  let step = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    for (let end = buildSteps[step]?.end; end !== undefined && text.includes(end); end = buildSteps[step]?.end)
      step += 1;
  });
  let reported = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    reported = (reported + text).slice(-2_000);
  });
  // Calls have priority. If the system doesn't allow that, the build just competes with them.
  if (child.pid !== undefined) tryTo(() => setPriority(child.pid as number, 10));

  let isOver = false;
  const work = async () => {
    try {
      const [code] = (await once(child, "exit")) as [number | null];
      if (code === 0) await replace(join(projectRoot, "console", "dist"), fresh);
      else if (code !== null) onFailure(reported.trim());
    } catch (thrown) {
      onFailure(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      rmSync(fresh, { recursive: true, force: true });
      isOver = true;
    }
  };
  const progress = () =>
    isOver ? undefined : { step: step + 1, steps: buildSteps.length, label: buildSteps[step]?.label as string };
  return { progress, over: work(), stop: () => void child.kill() };
}

/** Path of a file below `shared` that the console imports. */
const sharedSource = /[\\/]contract\.ts$|^shared[\\/]contract[\\/][^\\/]+\.(ts|json)$/;

/** True if the built page is newer than all its sources. */
export function isFresh(projectRoot: string): boolean {
  const built = join(projectRoot, "console", "dist", "index.html");
  if (!existsSync(built)) return false;
  const at = statSync(built).mtimeMs;
  // A list of all files takes half the time of a pattern, at every start.
  const below = (folder: string) => {
    if (!existsSync(join(projectRoot, folder))) return [];
    return readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" }).map((name) =>
      join(folder, name),
    );
  };
  const shared = below("shared").filter((path) => sharedSource.test(path));
  const sources = ["console/index.html", "console/vite.config.ts", ...below("console/src"), ...below("console/public")];
  const changedAt = (path: string) => statSync(join(projectRoot, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return [...sources, ...shared].every((source) => changedAt(source) <= at);
}

/** Replaces an older build. If another service's build was moved there in the meantime, that one stays: it is complete too. */
export async function replace(folder: string, fresh: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  try {
    await rename(fresh, folder);
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw thrown;
  }
}

/** Deletes leftovers of builds whose process was killed. */
function sweep(folder: string): void {
  for (const name of globSync("console-*", { cwd: folder })) {
    const pid = Number(name.slice("console-".length));
    if (!isAlive(pid)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // The system reports this if there is no such process.
  }
}

function tryTo(work: () => void): void {
  try {
    work();
  } catch {
    // The caller reports the reason.
  }
}
