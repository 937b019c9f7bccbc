// Runs the real serverless.yml on this machine, with serverless-offline and emulators of AWS services: npm run dev:aws
import { misspelledSetting } from "#shared/settings/misspelled-setting.ts";
import { startSandbox } from "../local-runtime/processes/sandbox-process.ts";
import { announcement } from "./dev-aws/announcement.ts";
import { feedConsumers } from "./dev-aws/consumers.ts";
import { demoKey } from "./dev-aws/demo-key.ts";
import { startEmulators } from "./dev-aws/emulators.ts";
import { freePort, isFree } from "./dev-aws/free-port.ts";
import { startServerlessOffline } from "./dev-aws/serverless-offline.ts";
import { settingsVariable } from "./dev-aws/settings-variable.ts";
import { readStack, type Stack, type StackReference } from "./dev-aws/stack.ts";
import { feedSubscribers } from "./dev-aws/subscribers.ts";

const root = new URL("..", import.meta.url);
const usualPort = 3410;
/** Cleanup functions, newest first. */
const endings: (() => Promise<void>)[] = [];
let ending: Promise<void> | undefined;

const starting = start();
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void endOnceStarted());
try {
  console.log(await starting);
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : thrown);
  await end(1);
}

async function start(): Promise<string> {
  const { FMS_URL: given = "", FMS_ADMIN_URL: fmsAdminUrl = "" } = process.env;
  const misspelled = misspelledSetting(process.env, ["FMS_URL", "FMS_ADMIN_URL"]);
  if (misspelled !== undefined) throw new Error(misspelled);
  const stack = await readStack(new URL("serverless.yml", root));
  const emulators = await startEmulators(stack);
  endings.push(emulators.stop);
  const sandbox = given === "" ? await startSandbox() : undefined;
  endings.push(async () => sandbox?.stop());
  const [httpPort, lambdaPort, websocketPort] = [await chosenPort(), await freePort(), await freePort()];
  const baseUrl = `http://127.0.0.1:${httpPort}`;
  const settings = settingsOf(stack, (name, reference) => {
    // This process replaces the domain and its distribution.
    if (name === "BASE_URL") return baseUrl;
    // The stack's own key; additional keys of the parameter are ignored.
    if (name === "ENCRYPTION_KEY_IDS") return emulators.value({ resource: "EncryptionKey", attribute: "Arn" }) ?? "";
    if (name === "API_URL") return baseUrl;
    if (name === "LINK_URL") return `http://127.0.0.1:${websocketPort}`;
    // Values without an emulator are empty, which counts as not set: the function reports it if it needs one.
    return (reference === "unknown" ? undefined : emulators.value(reference)) ?? "";
  });
  const lambdaOrigin = `http://127.0.0.1:${lambdaPort}`;
  const subscribers = feedSubscribers(stack, lambdaOrigin);
  endings.push(subscribers.stop);
  const offline = await startServerlessOffline({
    root,
    httpPort,
    lambdaPort,
    websocketPort,
    parameters: { fmsUrl: sandbox?.origin ?? given, ...(fmsAdminUrl !== "" && { fmsAdminUrl }) },
    environment: { ...emulators.environment, [settingsVariable]: JSON.stringify(settings) },
    onLine: subscribers.take,
  });
  endings.push(offline.stop);
  void offline.ended.then(() => end(1));
  const consumers = feedConsumers(stack, emulators, lambdaOrigin);
  endings.push(consumers.stop);
  return announcement(baseUrl, emulators, sandbox && (await demoKey(baseUrl)));
}

/** Returns the requested port. Default: the usual port, or a free one if that is in use. */
async function chosenPort(): Promise<number> {
  const asked = Number(process.env.PORT ?? usualPort);
  if (!Number.isInteger(asked) || asked < 0 || asked > 65_535)
    throw new Error("PORT must be a number from 0 to 65535.");
  if (asked === 0) return freePort();
  if (await isFree(asked)) return asked;
  if (process.env.PORT === undefined) return freePort();
  throw new Error(`PORT ${asked} is in use by another program.`);
}

/** Returns variables by function, with references resolved. */
function settingsOf(stack: Stack, value: (name: string, reference: StackReference | "unknown") => string) {
  return Object.fromEntries(
    Object.entries(stack.references).map(([name, variables]) => [
      name,
      Object.fromEntries(Object.entries(variables).map(([variable, to]) => [variable, value(variable, to)])),
    ]),
  );
}

/** Waits until a start in progress is complete, because anything that it still starts would be left behind. */
async function endOnceStarted(): Promise<void> {
  await starting.catch(() => undefined); // The code that awaits it reports the error.
  await end(0);
}

/**
 * Ends everything once; the first call sets the exit code. A part that ends meanwhile, such as serverless-offline, must not cut the cleanup
 * short.
 */
function end(code: number): Promise<void> {
  ending ??= (async () => {
    for (const stop of endings.splice(0).reverse()) await stop();
    process.exit(code);
  })();
  return ending;
}
