import { expect, test } from "vitest";
import { verifies } from "../../support/verifies.ts";
import { account, contacts, poolWorld } from "./support/pool-world.ts";

const owner = { keyId: 1, credentialId: contacts.credentialId, database: contacts.database };

async function twoProcesses() {
  const world = await poolWorld();
  const make = () => {
    const sessions = world.process();
    return { logins: world.logins(sessions), pool: sessions.pool(contacts, account) };
  };
  return { world, one: make(), two: make() };
}

verifies(
  "proxy:globals:private",
  "parallel first globals through two processes end in one private session",
  async () => {
    const { world, one, two } = await twoProcesses();
    const token = await one.logins.login(owner, undefined);
    const [here, there] = [await one.logins.find(token), await two.logins.find(token)];
    if (here === undefined || there === undefined) throw new Error("Both processes know the login");
    const [first, second] = await Promise.all([
      one.logins.ownSession(here, one.pool),
      two.logins.ownSession(there, two.pool),
    ]);
    expect(second).toBe(first);
    expect(world.server.counters.openSessions()).toBe(1);
  },
);

verifies(
  "proxy:globals:private",
  "a login that ends while its private session is opened leaves none behind",
  async () => {
    const { world, one, two } = await twoProcesses();
    const token = await one.logins.login(owner, undefined);
    const here = await one.logins.find(token);
    if (here === undefined) throw new Error("The process knows its login");
    expect(await two.logins.logout(token, contacts.folded)).toBe(true);
    await expect(one.logins.ownSession(here, one.pool)).rejects.toMatchObject({ error: "session_unknown" });
    expect(world.server.counters.openSessions()).toBe(0);
  },
);

test("parallel requests with a token that this process doesn't know yet count as one login", async () => {
  const { one, two } = await twoProcesses();
  const token = await one.logins.login(owner, undefined);
  const found = await Promise.all(Array.from({ length: 10 }, () => two.logins.find(token)));
  expect(new Set(found).size).toBe(1);
});

test("a private session is encrypted in the table, and ends with the process that knows it", async () => {
  const { world, one } = await twoProcesses();
  const token = await one.logins.login(owner, undefined);
  const here = await one.logins.find(token);
  if (here === undefined) throw new Error("The process knows its login");
  const privateToken = await one.logins.ownSession(here, one.pool);
  const item = await world.table.get({ pk: `native#${here.id}`, sk: "session" });
  expect(item?.fields.sealedPrivateToken).toEqual(expect.any(String));
  expect(JSON.stringify(item)).not.toContain(privateToken);
  expect(JSON.stringify(item)).not.toContain(token);
  await one.logins.close();
  expect(world.server.counters.openSessions()).toBe(0);
  expect(await one.logins.find(token)).toBeUndefined();
});

test("a login in use for longer than 15 minutes isn't idle", async () => {
  const { world, one } = await twoProcesses();
  const token = await one.logins.login(owner, undefined);
  const here = await one.logins.find(token);
  if (here === undefined) throw new Error("The process knows its login");
  one.logins.beginCall(here);
  await world.clock.turn(14 * 60_000);
  one.logins.endCall(here);
  await world.clock.turn(14 * 60_000);
  expect(await one.logins.find(token)).toBeDefined();
});
