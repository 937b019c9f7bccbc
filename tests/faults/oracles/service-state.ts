import assert from "node:assert/strict";
import { join } from "node:path";
import { filesBelow } from "../../support/secrets/leaked-secrets.ts";
import { tracesOf } from "../../support/secrets/traces.ts";
import { descendant, isAlive, until } from "../support/latchkey.ts";
import type { Watched } from "./watched.ts";

/** Maximum recovery time in seconds of the service, and of programs that it restarts with growing pauses. */
const backSeconds = { service: 5, programs: 60 };
/** Maximum number of sessions per account. */
const poolSize = 8;

const maxShown = 10;

/** Checks oracle I3. */
export async function alive({ latchkey, call }: Watched): Promise<void> {
  assert(isAlive(latchkey.child.pid ?? 0), "the service's process has ended");
  const answers = async (path: string) => (await call(path, { area: "health", form: "health" }))?.status === 200;
  await until("the service answers", () => answers("/svc/healthz"), backSeconds.service);
  for (const program of ["local-agent/start.ts", "sandbox/start.ts"])
    await until(
      `${program} runs`,
      () => descendant(latchkey.child.pid ?? 0, program) !== undefined,
      backSeconds.programs,
    );
  await until("the service is ready, its agent linked", () => answers("/svc/readyz?strict"), backSeconds.programs);
}

/** Checks oracle I4. */
export async function sessionsWithinPool({ call, ledger }: Watched): Promise<void> {
  const answer = await call("/svc/api/clients", { area: "oracle", form: "envelope" });
  assert.equal(answer?.status, 200, "FileMaker Server lists its clients");
  const clients: readonly { readonly extendedPrivilege: string }[] = answer.body.response.clients;
  const count = clients.filter(({ extendedPrivilege }) => extendedPrivilege === "fmrest").length;
  const most = poolSize * (ledger.sessionOwners.size + 1);
  assert(count <= most, `${count} sessions, where ${most} may be`);
}

/** Checks oracle I2. A start prints the demo's key and password to the console; they aren't among these secrets. */
export async function noSecretOut({ latchkey, ledger }: Watched): Promise<void> {
  const places = { ...filesBelow(join(latchkey.dataDir, "logs")), "what it printed": Buffer.from(latchkey.printed()) };
  const found = Object.entries(ledger.secrets).flatMap(([name, secret]) =>
    Object.entries(places)
      .filter(([, bytes]) => tracesOf(secret).some((form) => bytes.includes(form)))
      .map(([place]) => `${name} in ${place}`),
  );
  assert.deepEqual([...new Set([...found, ...ledger.leaked])], []);
}

/** Checks oracle I7. */
export async function wellFormed({ ledger }: Watched): Promise<void> {
  assert.deepEqual(ledger.malformed.slice(0, maxShown), []);
}
