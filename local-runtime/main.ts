import { fileURLToPath } from "node:url";
import { collectBuffersEarly, compileWebAssemblyOnce, giveBackMemory, keepNewObjectsYoung } from "#shared/node/heap.ts";
import type { LocalSettings } from "../functions/settings/local.ts";
import { SettingRefused } from "../functions/settings/setting-refused.ts";
import { isStartedByNpm } from "../functions/settings/started-by-npm.ts";
import { buildConsole, type ConsoleBuild, queuedBuild } from "./console/console-build.ts";
import { sandboxFolder, sandboxFolders } from "./processes/sandbox-folder.ts";
import { type SandboxProcess, startSandbox } from "./processes/sandbox-process.ts";
import type { Supervised } from "./processes/supervisor.ts";
import { ignoredSettings, type RequestedStart, requestedStart, type StartRequest } from "./requested-start.ts";
import type { Runtime } from "./runtime.ts";
import { refuseOtherKind } from "./storage/folder-kind.ts";

/** A stop takes less than the ten seconds after which systemd, Docker and others kill. */
const stopMs = 9_500;
const starterMs = 250;
const projectRoot = fileURLToPath(new URL("../", import.meta.url));

/** Starts everything on one machine and says when a request would succeed. */
export async function main(request: StartRequest): Promise<void> {
  collectBuffersEarly();
  compileWebAssemblyOnce();
  keepNewObjectsYoung();
  const running: Running = {};
  const ending = endingOf(running);
  stopOnSignal(ending.stop);
  try {
    const requested = requestedStart(request);
    for (const warning of ignoredSettings(request.variables)) console.error(warning);
    console.log(await start(requested, running, ending.restart));
    giveBackMemory();
    // After readiness: nobody's first call waits for a page.
    running.agent = await agentBeside(requested.settings, running);
    running.building = buildConsole(projectRoot, (reason) => console.error(`Couldn't build the console: ${reason}`));
    if (running.building.progress() !== undefined)
      console.log("\nBuilding the console. This happens once and takes a few seconds.");
  } catch (thrown) {
    console.error(sentence(thrown));
    process.exit(1);
  }
}

/** What a stop has to end. */
interface Running {
  runtime?: Runtime;
  agent?: Supervised | undefined;
  building?: ConsoleBuild;
  sandbox?: SandboxProcess;
}

async function start(requested: RequestedStart, running: Running, restart: () => void): Promise<string> {
  const { kind, settings } = requested;
  refuseOtherKind(settings, kind);
  // The sandbox comes up while we read the rest of our own code.
  const starting = kind === "demo" ? startSandbox(sandboxFolders(settings)) : undefined;
  const [{ startRuntime }, { demoKey, demoLocation, forgetDemoKey }, functions, sandbox] = await Promise.all([
    import("./runtime.ts"),
    import("./processes/demo.ts"),
    import("./functions.ts").then(({ readFunctions }) => readFunctions()),
    starting,
  ]);
  if (sandbox !== undefined) running.sandbox = sandbox;
  const fmsUrl = requested.kind === "server" ? requested.fmsUrl : (sandbox as SandboxProcess).origin;
  running.runtime = await startRuntime(settings, fmsUrl, {
    kind,
    functions,
    sandboxStore: storeAddressOf(sandbox),
    // Windows has no way to put another program in the place of a running one.
    ...(process.platform !== "win32" && { restart }),
    consoleBuildProgress: () => (running.building === undefined ? queuedBuild : running.building.progress()),
  });
  const { baseUrl, platform } = running.runtime;
  sandbox?.supervise(platform.clock, platform.log);
  const store = storeAddressOf(sandbox);
  // After readiness: the location is tried before it is kept.
  platform.background.waitUntil("making the location of the sandbox's store", demoLocation(platform, store));
  if (sandbox !== undefined) return readyWithDemo(baseUrl, settings.SERVICE_PREFIX, await demoKey(platform));
  await forgetDemoKey(platform);
  return ready(baseUrl, settings.SERVICE_PREFIX);
}

/** The sandbox's store, by the name that a browser on this machine reaches it under. */
function storeAddressOf(sandbox: SandboxProcess | undefined): string | undefined {
  const { port } = new URL(sandbox?.storeOrigin ?? "http://localhost");
  return port === "" ? undefined : `http://localhost:${port}`;
}

/** The agent, where the database host is this machine: the one that the settings name, or the sandbox's. */
async function agentBeside(settings: LocalSettings, { runtime, sandbox }: Running): Promise<Supervised | undefined> {
  const serverPath = settings.FMS_SERVER_PATH ?? (sandbox && sandboxFolder(settings));
  if (runtime === undefined || serverPath === undefined) return undefined;
  const { startAgentProcess } = await import("./processes/agent-process.ts");
  return startAgentProcess({ settings, runtime, serverPath, sandboxStore: storeAddressOf(sandbox) });
}

/** Stops everything in order, once, and ends the program or starts it again. */
function endingOf(running: Running): { stop(): void; restart(): void } {
  let isEnding = false;
  let next: (code: number) => void = process.exit;
  /** What does not end in time is left behind: its own standard input ends with us, and it with that. */
  const stopLate = (): void => {
    console.error(`Not everything had ended after ${stopMs / 1000} seconds`);
    next(1);
  };
  const endAll = async (): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(stopLate, stopMs);
    running.building?.stop();
    await Promise.all([running.agent?.stop(), running.runtime?.stop()]);
    await running.sandbox?.stop();
    next(0);
  };
  return {
    stop() {
      // Also when it was about to start again.
      next = process.exit;
      void endAll();
    },
    restart() {
      if (!isEnding) next = startAgain;
      void endAll();
    },
  };
}

/** The same program anew, with its code as it is now. It keeps its process id, so that what supervises it goes on. */
function startAgain(): void {
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)]);
}

/** The first signal stops everything in order; further ones change nothing. */
function stopOnSignal(stop: () => void): void {
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  withStarter(stop);
}

/**
 * npm starts us by a shell, and passes a signal on to that shell, which may end without us: no signal reaches us then. So we stop
 * when the shell is gone.
 */
function withStarter(stop: () => void): void {
  if (!isStartedByNpm || process.platform === "win32") return;
  const starter = process.ppid;
  setInterval(() => process.ppid !== starter && stop(), starterMs).unref();
}

function ready(baseUrl: string, prefix: string): string {
  return [`Latchkey ready at ${baseUrl}`, `Console at ${baseUrl}/${prefix}/console/`].join("\n");
}

function readyWithDemo(baseUrl: string, prefix: string, key: string): string {
  const records = `${baseUrl}/${prefix}/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records`;
  return [
    ready(baseUrl, prefix),
    "",
    "This is a demo server: the sandbox plays FileMaker Server. Try:",
    "",
    `  curl -H 'Authorization: Bearer ${key}' '${records}?_limit=1'`,
    "",
    `  curl -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"fieldData":{"firstName":"Ada","lastName":"Lovelace"}}' '${records}'`,
    "",
    `  curl -u admin:admin-pass '${baseUrl}/${prefix}/api/api-key'`,
    "",
    "Demo sign-in: admin / admin-pass. The key above works until the next start.",
  ].join("\n");
}

/** One clear sentence for what is ours to explain; everything else with its stack, because it is a defect. */
function sentence(thrown: unknown): string {
  if (thrown instanceof SettingRefused) return thrown.message;
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
