// Runs the real serverless.yml on this machine: serverless-offline, and emulators of what the stack needs. npm run dev:aws
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
/** What to end, the newest first. */
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
  const stack = readStack(new URL("serverless.yml", root));
  const emulators = await startEmulators(stack);
  endings.push(emulators.stop);
  const sandbox = given === "" ? await startSandbox() : undefined;
  endings.push(async () => sandbox?.stop());
  const [httpPort, lambdaPort, websocketPort] = [await chosenPort(), await freePort(), await freePort()];
  const baseUrl = `http://127.0.0.1:${httpPort}`;
  const settings = settingsOf(stack, (name, reference) => {
    // The domain and its distribution are this process.
    if (name === "BASE_URL") return baseUrl;
    // The stack's own key, whatever the parameter names beside it.
    if (name === "ENCRYPTION_KEY_IDS") return emulators.value({ resource: "EncryptionKey", attribute: "Arn" }) ?? "";
    if (name === "API_URL") return baseUrl;
    if (name === "LINK_URL") return `http://127.0.0.1:${websocketPort}`;
    // What nothing here plays is empty, which counts as not set: the function itself says when it cannot do without.
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

/** The port that was asked for; the usual one otherwise, or another when it is in use. */
async function chosenPort(): Promise<number> {
  const asked = Number(process.env.PORT ?? usualPort);
  if (!Number.isInteger(asked) || asked < 0 || asked > 65_535)
    throw new Error("PORT must be a number from 0 to 65535.");
  if (asked === 0) return freePort();
  if (await isFree(asked)) return asked;
  if (process.env.PORT === undefined) return freePort();
  throw new Error(`PORT ${asked} is in use by another program.`);
}

/** Variables by function, with what their references stand for here. */
function settingsOf(stack: Stack, value: (name: string, reference: StackReference | "unknown") => string) {
  return Object.fromEntries(
    Object.entries(stack.references).map(([name, variables]) => [
      name,
      Object.fromEntries(Object.entries(variables).map(([variable, to]) => [variable, value(variable, to)])),
    ]),
  );
}

/** A start that is under way goes to its end first: what it starts meanwhile would be left behind. */
async function endOnceStarted(): Promise<void> {
  await starting.catch(() => undefined); // Reported where it is awaited.
  await end(0);
}

/** Whatever asks for it first decides the code. What ends meanwhile, such as serverless-offline, must not cut the rest short. */
function end(code: number): Promise<void> {
  ending ??= (async () => {
    for (const stop of endings.splice(0).reverse()) await stop();
    process.exit(code);
  })();
  return ending;
}
