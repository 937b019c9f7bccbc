import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { hooks, worldWithAnswer } from "../webhooks/support/hooks.ts";
import { aTerminal } from "./support/a-terminal.ts";

const service = await testService({ sandbox: { world: worldWithAnswer() } });
const { send } = await hooks(service);
const user = aTerminal({ LATCHKEY_URL: `${service.baseUrl}/svc`, LATCHKEY_KEY: await service.anAdminKey() });
afterAll(async () => {
  user.remove();
  await service.stop();
});

const at = "/svc/receiver/Contacts/orders";

verifies("cli:webhooks:listened", async () => {
  await send("POST", at, { json: { order: 1 } });
  const listed = await user.latchkey(["webhooks", "list", "--json"]);
  const [{ id }] = JSON.parse(listed.stdout).webhooks.filter(
    ({ channel }: { channel: string }) => channel === "orders",
  );
  const stop = new AbortController();
  let [shown, notes] = ["", ""];
  const listening = user.latchkey(["webhooks", "listen", String(id), "--interval", "1", "--bodies"], {
    signal: stop.signal,
    onOutput(output, others) {
      [shown, notes] = [output, others];
      if (output.includes('"order":3')) stop.abort();
    },
  });
  await until(() => notes.includes("Press Ctrl+C to stop."));
  for (const order of [2, 3]) {
    await send("POST", at, { json: { order } });
    await until(() => shown.includes(`"order":${order}`));
  }
  const { exitCode, stderr } = await listening;
  expect([exitCode, stderr]).toEqual([130, expect.stringContaining("/svc/receiver/Contacts.fmp12/orders")]);
  expect(shown).toMatch(/delivered +POST +11 bytes/);
  expect(shown).toContain('{"order":2}');
  // Events from before aren't shown.
  expect(shown).not.toContain('"order":1');
});
