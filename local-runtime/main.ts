import { readEnvironment, SettingRefused } from "../functions/environment.ts";
import { demoKey } from "./demo.ts";
import { MasterKeyFileError } from "./master-keys.ts";
import { type Runtime, startRuntime } from "./runtime.ts";
import { type SandboxProcess, startSandbox } from "./sandbox-process.ts";

/** Starts everything on one machine and says when a request would succeed. */
export async function main(): Promise<void> {
  try {
    const settings = readEnvironment();
    const sandbox = settings.FMS_URL === undefined ? await startSandbox() : undefined;
    const runtime = await startRuntime(settings, settings.FMS_URL ?? (sandbox as SandboxProcess).origin);
    stopOnSignal(runtime, sandbox);
    console.log(
      sandbox === undefined
        ? ready(runtime.baseUrl)
        : readyWithDemo(runtime.baseUrl, settings.SERVICE_PREFIX, await demoKey()),
    );
  } catch (thrown) {
    console.error(sentence(thrown));
    process.exitCode = 1;
    process.exit();
  }
}

function stopOnSignal(runtime: Runtime, sandbox: SandboxProcess | undefined): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await runtime.stop();
    await sandbox?.stop();
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
  if (thrown instanceof SettingRefused || thrown instanceof MasterKeyFileError) return thrown.message;
  if (thrown instanceof Error && "code" in thrown && "syscall" in thrown)
    return `Latchkey cannot start: ${thrown.message}.`;
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
