import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";
import { type Command, latchkeyProcess } from "../support/programs/latchkey-process.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { fullCounts } from "./support/full-counts.ts";
import { mayMakeNamespaces, networkNamespace } from "./support/network-namespace.ts";

/** Service to which attackers hold connections. */
interface Attacked {
  readonly baseUrl: string;
  readonly attackers: readonly string[];
  readonly connections: number;
  readonly newClient: string;
  /** Starts the programs of the attackers and of the new client. */
  readonly within: (...command: Command) => Command;
}

const holders = fileURLToPath(new URL("./support/idle-connections.ts", import.meta.url));
const callers = fileURLToPath(new URL("./support/new-clients.ts", import.meta.url));
const newClients = 25;

/** Starts a service with its real limits, in a network where attackers have addresses: loopback has no limit. */
async function onOwnNetwork(): Promise<Attacked> {
  expect(mayMakeNamespaces, "Needs Linux, root, and iproute2: run it as root after `apt-get install iproute2`").toBe(
    true,
  );
  const attackers = Array.from({ length: 10 }, (_, number) => `10.77.0.${number + 11}`);
  const [server, newClient] = ["10.77.0.1", "10.77.0.2"];
  const namespace = await networkNamespace([server, newClient, ...attackers].map((address) => `${address}/24`));
  onTestFinished(() => namespace.close());
  const settings = {
    DATA_DIR: `${scratchFolder()}/data`,
    HOST: "0.0.0.0",
    // Without TLS, a proxy is required. None of the callers uses this address.
    TRUSTED_PROXIES: "10.77.0.3",
    FMS_URL: "http://127.0.0.1:9",
  };
  const { within } = namespace;
  const { baseUrl } = await latchkeyProcess(settings, within);
  return { baseUrl: baseUrl.replace("0.0.0.0", server), attackers, connections: 2_000, newClient, within };
}

async function onLoopback(): Promise<Attacked> {
  const service = await testService({ limits: { connections: 40 } });
  onTestFinished(() => service.stop());
  const within: Attacked["within"] = (...command) => command;
  return { baseUrl: service.baseUrl, attackers: ["127.0.0.1"], connections: 50, newClient: "127.0.0.1", within };
}

verifies("proxy:limits:idle-connections", "new clients are answered while others hold all connections", async () => {
  const attacked = fullCounts ? await onOwnNetwork() : await onLoopback();
  const { baseUrl, attackers, connections, newClient, within } = attacked;
  const held = [holders, baseUrl, String(connections), ...attackers];
  const holding = spawn(...within(process.execPath, held), { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(holding, "exit");
  onTestFinished(async () => {
    holding.kill("SIGKILL");
    await ended;
  });
  await once(holding.stdout, "data");
  const calls = within(process.execPath, [callers, baseUrl, String(newClients), newClient]);
  const answers: readonly (number | null)[] = JSON.parse((await promisify(execFile)(...calls)).stdout);
  expect(answers).toHaveLength(newClients);
  expect(answers).not.toContain(null);
  if (!fullCounts) return;
  const slowestMs = Math.max(...answers.map(Number));
  console.log(
    `New clients beside ${connections} idle connections: slowest first answer of ${newClients} after ${Math.round(slowestMs)} ms`,
  );
  expect(slowestMs).toBeLessThanOrEqual(1_000);
});
