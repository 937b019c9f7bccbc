import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { misspelledSetting } from "#shared/settings/misspelled-setting.ts";
import { type SandboxProcess, startSandbox } from "../../local-runtime/processes/sandbox-process.ts";
import type { Template } from "../../sandbox/aws/cloudformation/template.ts";
import { adminCallAt } from "./admin-call.ts";
import { announcement } from "./announcement.ts";
import { feedConsumers } from "./consumers.ts";
import { createDemoKey, createDemoLocation } from "./demo-objects.ts";
import { startEdge } from "./edge.ts";
import { startEmulators } from "./emulators.ts";
import { startHostAgent } from "./host-agent.ts";
import { watchOutput } from "./output.ts";
import { type CreatedStack, createStack } from "./stack.ts";
import { feedSubscribers } from "./subscribers.ts";

type Variables = Record<string, unknown>;
interface Stoppable {
  stop(): Promise<void>;
}

/** Parts of the framework's service that are filled in before the functions start. */
export interface OfflineService {
  readonly provider: { readonly environment: Variables };
  readonly functions: Readonly<Record<string, { readonly name: string; environment?: Variables }>>;
}

/** Addresses of the edge and of serverless-offline behind it. */
export interface OfflineAddresses {
  readonly edge: { readonly host: string; readonly port: number };
  readonly baseUrl: string;
  readonly apiUrl: string;
  readonly lambdaOrigin: string;
  readonly linkUrl: string;
}

/** Services for the functions on this machine: emulators of AWS services, the sandbox, and its host's agent. */
export interface LocalServices {
  /** Address of the sandbox's store. Undefined without the sandbox. */
  readonly sandboxStore: string | undefined;
  /** Starts everything that calls the functions, once serverless-offline listens. Prints when requests would succeed. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

/** Tells serverless-offline's copy of Lambda's runtime to keep the streaming of lambda-runtime.ts. */
const ownStreams = { AWS_LAMBDA_NODEJS_NO_GLOBAL_AWSLAMBDA: "1" };

/**
 * Starts emulators, creates the stack of the template in them, starts the sandbox unless `FMS_URL` is set, and gives the functions the variables
 * that the stack has for them.
 */
export async function startLocalServices(
  service: OfflineService,
  template: Template,
  addresses: OfflineAddresses,
  /** Ends all running functions. */
  endFunctions: () => Promise<void>,
): Promise<LocalServices> {
  const misspelled = misspelledSetting(process.env, ["FMS_URL", "FMS_ADMIN_URL"]);
  if (misspelled !== undefined) throw new Error(misspelled);
  const { FMS_URL = "", FMS_ADMIN_URL = "" } = process.env;
  const { environment } = service.provider;
  const prefix = String(environment.SERVICE_PREFIX);
  const givenUrl = String(environment.FMS_URL || FMS_URL);
  /** Stopped first: parts that call the functions. Then what the functions call. */
  const [callers, called]: [Stoppable[], Stoppable[]] = [[], []];
  const folder = mkdtempSync(join(tmpdir(), "latchkey-dev-"));
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= (async () => {
      const stopped = (parts: readonly Stoppable[]) => Promise.all(parts.map((part) => part.stop()));
      await stopped(callers);
      // The connections of running functions would keep the emulators open.
      await endFunctions();
      await stopped(called);
      rmSync(folder, { recursive: true, force: true });
    })();
    return stopping;
  };
  const started = async <Part extends Stoppable>(parts: Stoppable[], starting: Promise<Part> | Part): Promise<Part> => {
    const part = await starting;
    parts.push(part);
    return part;
  };

  try {
    const serverPath = join(folder, "server");
    const [{ emulators, stack }, sandbox] = await Promise.all([
      (async () => {
        const emulators = await started(called, startEmulators());
        return { emulators, stack: await createStack(template, emulators.types) };
      })(),
      givenUrl === ""
        ? started(called, startSandbox({ server: serverPath, store: join(folder, "store") }))
        : Promise.resolve(undefined),
    ]);
    const sandboxStore = storeAddressOf(sandbox);
    const subscribers = await started(callers, feedSubscribers(stack, addresses.lambdaOrigin));
    await started(callers, startEdge(stack, addresses.apiUrl, addresses.edge));
    const output = watchOutput(subscribers.take);
    const own = {
      ...{ BASE_URL: addresses.baseUrl, API_URL: addresses.apiUrl, LINK_URL: addresses.linkUrl },
      ...{ FMS_URL: sandbox?.origin ?? givenUrl, FMS_ADMIN_URL: String(environment.FMS_ADMIN_URL || FMS_ADMIN_URL) },
      ...withoutEmulator,
    };
    fillIn(service, stack.environments, own, { ...emulators.environment, ...ownStreams });
    return {
      sandboxStore,
      async ready() {
        await started(callers, feedConsumers(stack, emulators, addresses.lambdaOrigin));
        output.print(`${announcement(addresses, emulators, await demo(sandbox))}\n`);
      },
      async stop() {
        output.hush();
        await stop();
      },
    };

    /** Creates what the demo of `npm start` has, and returns its key. */
    async function demo(running: SandboxProcess | undefined): Promise<string | undefined> {
      if (running === undefined) return undefined;
      const address = `${addresses.baseUrl}/${prefix}`;
      const call = adminCallAt(address);
      const agent = { address, call, folder: join(folder, "agent"), serverPath, adminAddress: running.origin };
      const [key] = await Promise.all([
        createDemoKey(call),
        started(callers, startHostAgent({ ...agent, sandboxStore })),
        sandboxStore !== undefined && createDemoLocation(call, sandboxStore),
      ]);
      return key;
    }
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

/** Variables of what has no emulator. Empty ones count as not set. */
const withoutEmulator = { LOG_GROUP: "" };

/**
 * Gives each function its variables of the stack. Those that name addresses are replaced by `own`, if the function has them. `common`:
 * variables of all functions that a stack can't set.
 */
function fillIn(
  { provider: { environment }, functions }: OfflineService,
  created: CreatedStack["environments"],
  own: Readonly<Record<string, string>>,
  common: Readonly<Record<string, string>>,
): void {
  for (const name of Object.keys(environment)) delete environment[name];
  Object.assign(environment, common);
  for (const one of Object.values(functions)) {
    const variables = created.get(one.name) ?? {};
    const replaced = Object.keys(variables).flatMap((name) => (name in own ? [[name, own[name] ?? ""]] : []));
    one.environment = { ...variables, ...Object.fromEntries(replaced) };
  }
}

/** Returns the address of the sandbox's store, as functions and agent call it. */
function storeAddressOf(sandbox: SandboxProcess | undefined): string | undefined {
  if (sandbox?.storeOrigin === undefined) return undefined;
  return `http://localhost:${new URL(sandbox.storeOrigin).port}`;
}
