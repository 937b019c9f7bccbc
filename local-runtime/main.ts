import { readEnvironment, SettingRefused, type Settings } from "../functions/environment.ts";
import { demoKey, forgetDemoKey } from "./demo.ts";
import { type Runtime, startRuntime } from "./runtime.ts";
import { type SandboxProcess, startSandbox } from "./sandbox-process.ts";

/** Starts everything on one machine and says when a request would succeed. */
export async function main(): Promise<void> {
  const running: Running = {};
  stopOnSignal(running);
  try {
    const settings = readEnvironment();
    console.log(await start(settings, running));
  } catch (thrown) {
    console.error(sentence(thrown));
    process.exit(1);
  }
}

/** What a stop has to end. */
interface Running {
  runtime?: Runtime;
  sandbox?: SandboxProcess;
}

async function start(settings: Settings, running: Running): Promise<string> {
  if (settings.FMS_URL !== undefined) {
    running.runtime = await startRuntime(settings, settings.FMS_URL);
    await forgetDemoKey();
    return ready(running.runtime.baseUrl);
  }
  running.sandbox = await startSandbox();
  running.runtime = await startRuntime(settings, running.sandbox.origin);
  return readyWithDemo(running.runtime.baseUrl, settings.SERVICE_PREFIX, await demoKey());
}

/** The first signal stops everything in order; further ones change nothing. */
function stopOnSignal(running: Running): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await running.runtime?.stop();
    await running.sandbox?.stop();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
}

function ready(baseUrl: string): string {
  return `Latchkey ready at ${baseUrl}`;
}

function readyWithDemo(baseUrl: string, prefix: string, key: string): string {
  const records = `${baseUrl}/${prefix}/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records`;
  return [
    ready(baseUrl),
    "",
    "No FMS_URL is set, so FileMaker Server is played by the sandbox. Try:",
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
