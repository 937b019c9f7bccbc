import type { ServerResponse } from "node:http";
import { afterAll, expect } from "vitest";
import { basicAuth, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { receivers, verified } from "./support/a-receiver.ts";
import { pacedAdmin } from "./support/paced.ts";

const other = await receivers();
let isSearchAway = false;
/** Timeouts of attempts in use. `waitMs`: timeout for tests that must not depend on the machine's speed. */
const waits = new Set<number>();
let waitMs: number | undefined;
const service = await testService({
  decorate(given) {
    const platform = other.decorate(given);
    const { table, callouts } = platform;
    const call: typeof callouts.call = (request) => {
      waits.add(request.timeoutMs);
      return callouts.call({ ...request, timeoutMs: waitMs ?? request.timeoutMs });
    };
    const query: typeof table.query = async (options) =>
      isSearchAway && options.pk.startsWith("open-deliveries#") ? { items: [] } : table.query(options);
    return { ...platform, callouts: { ...callouts, call }, table: { ...table, query } };
  },
});
afterAll(async () => {
  await service.stop();
  await other.stop();
});

const key = await service.aKey({ isOData: true });
const admin = pacedAdmin(service);
const path = "/svc/api/triggers";
const day = 24 * 60 * 60_000;

const created = async (targets: readonly object[]) => {
  const given = {
    label: "test",
    filename: "Contacts",
    key,
    tableName: "Phones",
    destination: { kind: "relay", targets },
  };
  const answer = await admin("POST", path, given);
  expect(answer.status, answer.text).toBe(200);
  const { trigger, secrets } = answer.body.response;
  const { targets: made } = trigger.destination;
  const sources: readonly string[] = made.map((target: { readonly id: number }) => `target-${target.id}`);
  return { id: trigger.id, sources, source: sources[0] ?? "", targetId: made[0].id, secret: secrets[0]?.secret };
};
/** Returns the address to which FileMaker Server sends changes, while there is one trigger. */
const relayAddress = async () => {
  const all = `${service.sandbox.origin}/fmi/odata/v4/Contacts.fmp12/Webhook.GetAll`;
  const answer = await fetch(all, { headers: { Authorization: basicAuth("api", "demo-pass") } });
  const { webhooks } = (await answer.json()) as { readonly webhooks: readonly { readonly webhook: string }[] };
  expect(webhooks).toHaveLength(1);
  return new URL(webhooks[0]?.webhook ?? "").pathname;
};
const remove = (id: number) => admin("DELETE", `${path}/${id}`);
const targetOf = async (id: number) =>
  (await admin("GET", `${path}/${id}`)).body.response.trigger.destination.targets[0];
const deliveries = async (source: string) =>
  (await admin("GET", `/svc/api/deliveries?source=${source}`)).body.response.deliveries;
const fire = (id: number) => admin("POST", `${path}/${id}/invoke`, { rowIDs: [1] });

interface Row {
  readonly state: string;
  readonly reason: string | null;
  readonly attempts: number;
  readonly nextAttemptAt: string;
}

/** True if this number of attempts of the only delivery has ended. A pending one is already counted. */
const failed =
  (attempts: number) =>
  ([row]: readonly Row[]): boolean =>
    row?.attempts === attempts && Date.parse(row.nextAttemptAt) > service.clock.now();

/** Turns the clock until the deliveries of a source meet a condition. */
async function seen(source: string, isSo: (rows: Row[]) => boolean, stepMs = 10) {
  for (;;) {
    const rows = await deliveries(source);
    if (isSo(rows)) return rows;
    await service.turn(stepMs);
  }
}

verifies("triggers:relay:proof", async () => {
  const { id } = await created([{ kind: "url", url: other.url("/proof") }]);
  const address = await relayAddress();
  const secret = address.slice(address.lastIndexOf("/") + 1);
  const send = (to: string, method = "POST") => service.raw(method, to, { json: { value: [] } });
  expect((await send(address)).body).toEqual({ success: true });
  const wrong = await send(address.replace(secret, "0".repeat(64)));
  const unknown = await send(address.replace(`/in/${id}/`, "/in/999/"));
  expect(wrong).toRefuseWith("trigger_not_found");
  expect(unknown.body).toEqual(wrong.body);
  expect((await send(address, "PUT")).status).toBe(405);
  const shown = [await service.logs(), JSON.stringify(await service.rows("triggers")), (await admin("GET", path)).text];
  expect(shown.join()).not.toContain(secret);
  await remove(id);
  expect(await send(address)).toRefuseWith("trigger_not_found");
});

verifies("triggers:relay:receivers", async () => {
  let status = 500;
  other.answer("/failing", (_request, response) =>
    response.writeHead(status, status === 429 ? { "Retry-After": "120" } : { Location: other.url("/elsewhere") }).end(),
  );
  const { id, source } = await created([{ kind: "url", url: other.url("/failing") }]);
  await fire(id);
  await seen(source, failed(1));
  expect((await targetOf(id)).failingSince).not.toBeNull();
  status = 301;
  await service.turn(6_000);
  await seen(source, failed(2));
  expect(other.at("/elsewhere")).toEqual([]);
  status = 429;
  await service.turn(5.5 * 60_000);
  const [busy] = await seen(source, failed(3));
  expect(Date.parse(busy?.nextAttemptAt ?? "") - service.clock.now()).toBeGreaterThan(27 * 60_000 - 1);
  status = 204;
  await seen(source, ([row]) => row?.state === "delivered", 60_000);
  const ids = other.at("/failing").map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(1);
  expect(ids.length).toBe(4);
  expect((await targetOf(id)).failingSince).toBeNull();
  await remove(id);
});

verifies(
  "triggers:relay:receivers",
  "a receiver that is gone is disabled, and receives failed events once it is back",
  async () => {
    other.answer("/gone", (_request, response) => response.writeHead(410).end());
    const { id, source, targetId } = await created([
      { kind: "url", url: other.url("/gone"), headers: { "X-Token": "t" } },
    ]);
    await fire(id);
    await seen(source, ([row]) => row?.state === "failed");
    expect(await targetOf(id)).toMatchObject({ isEnabled: false, disabledReason: expect.stringContaining("410") });
    await fire(id);
    const [second] = await seen(source, (rows) => rows.length === 2 && rows[0]?.state === "failed");
    expect(second?.reason).toContain("disabled");
    expect(other.at("/gone")).toHaveLength(1);
    other.answer("/gone", (_request, response) => response.end());
    const destination = { kind: "relay", targets: [{ kind: "url", id: targetId }] };
    await admin("PATCH", `${path}/${id}`, { destination });
    expect(await targetOf(id)).toMatchObject({ isEnabled: true, disabledReason: null, headers: ["X-Token"] });
    await admin("POST", "/svc/api/deliveries/replay", { source });
    await seen(source, (rows) => rows.every(({ state }) => state === "delivered"));
    expect(other.at("/gone").at(-1)?.headers["x-token"]).toBe("t");
    await remove(id);
  },
);

verifies(
  "triggers:relay:receivers",
  "a receiver that accepts nothing for five days is disabled, and an endless response is cut off",
  async () => {
    other.answer("/endless", (request, response) => {
      response.writeHead(500);
      const more = () => {
        while (response.write(Buffer.alloc(65_536, "x")));
      };
      response.on("drain", more);
      request.socket.on("error", () => undefined);
      more();
    });
    const { id, source } = await created([{ kind: "url", url: other.url("/endless") }]);
    await fire(id);
    await seen(source, failed(1));
    const [first] = await deliveries(source);
    const { tries } = (await admin("GET", `/svc/api/deliveries/${first.id}`)).body.response.delivery;
    expect(tries[0].answer.length).toBeLessThanOrEqual(64_000);
    await service.turn(5 * day);
    await seen(source, failed(2));
    expect(await targetOf(id)).toMatchObject({
      isEnabled: false,
      disabledReason: expect.stringContaining("five days"),
    });
    await remove(id);
  },
);

verifies(
  "triggers:relay:receivers",
  "a receiver that doesn't respond, or responds byte by byte, times out after fifteen seconds",
  async () => {
    other.answer("/silent", () => undefined);
    other.answer("/dripping", (_request, response) => {
      response.writeHead(200);
      const dripping = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(dripping));
    });
    waits.clear();
    waitMs = 200;
    const { id, sources } = await created(["/silent", "/dripping"].map((to) => ({ kind: "url", url: other.url(to) })));
    await fire(id);
    for (const source of sources) {
      const [row] = await seen(source, ([first]) => (first?.reason ?? null) !== null);
      expect(row?.reason).toContain("did not respond within");
    }
    // No call stays pending after this test.
    for (const to of ["/silent", "/dripping"]) other.answer(to, (_request, response) => response.end());
    waitMs = undefined;
    expect([...waits]).toEqual([15_000]);
    await remove(id);
  },
);

verifies("triggers:relay:others", async () => {
  const events = 5;
  waitMs = 10 * 60_000;
  const waiting: ServerResponse[] = [];
  other.answer("/dead", (_request, response) => void waiting.push(response));
  const others = Array.from({ length: 5 }, (_, index) => `/alive-${index}`);
  const { id, source } = await created(["/dead", ...others].map((to) => ({ kind: "url", url: other.url(to) })));
  const address = await relayAddress();
  const sent = Array.from({ length: events }, (_, n) => service.raw("POST", address, { json: { n } }));
  for (const { status } of await Promise.all(sent)) expect(status).toBe(200);
  for (const to of others) {
    while (other.at(to).length < events) await service.turn(1);
    expect(new Set(other.at(to).map(({ headers }) => headers["webhook-id"])).size).toBe(events);
    expect(other.at(to)).toHaveLength(events);
  }
  // No attempt there has ended yet, so no one has waited for it.
  expect(waiting.length).toBeGreaterThan(0);
  expect(await deliveries(source)).toHaveLength(events);
  for (const { state, reason } of await deliveries(source))
    expect({ state, reason }).toEqual({ state: "pending", reason: null });
  other.answer("/dead", (_request, response) => response.writeHead(204).end());
  for (const response of waiting) response.writeHead(204).end();
  await seen(source, (rows) => rows.every(({ state }) => state === "delivered"));
  waitMs = undefined;
  await remove(id);
});

verifies("webhooks:delivery:timed", async () => {
  const taken = () => other.at("/later").length;
  other.answer("/later", (_request, response) =>
    response.writeHead(taken() === 1 ? 429 : 204, { "Retry-After": "3600" }).end(),
  );
  const { id, source } = await created([{ kind: "url", url: other.url("/later") }]);
  await fire(id);
  const [first] = await seen(source, failed(1));
  isSearchAway = true;
  await service.turn(Date.parse(first?.nextAttemptAt ?? "") - service.clock.now() - 1_000);
  expect(taken()).toBe(1);
  for (let left = 10; left > 0 && taken() < 2; left -= 1) await service.turn(1_000);
  isSearchAway = false;
  expect(taken()).toBe(2);
  await seen(source, ([row]) => row?.state === "delivered");
  await service.turn(2 * 60 * 60_000);
  expect(taken()).toBe(2);
  await remove(id);
});

verifies("triggers:relay:secret", async () => {
  const { id, targetId, secret } = await created([{ kind: "url", url: other.url("/rotated") }]);
  const rotated = await admin("POST", `${path}/${id}/targets/${targetId}/secret`, { previousHours: 1 });
  const next = rotated.body.response.secret;
  await fire(id);
  while (other.at("/rotated").length < 1) await service.turn(10);
  const [both] = other.at("/rotated");
  for (const each of [secret, next]) expect(() => verified(both as never, each, service.clock.now())).not.toThrow();
  await service.turn(61 * 60_000);
  await fire(id);
  while (other.at("/rotated").length < 2) await service.turn(10);
  const after = other.at("/rotated")[1];
  expect(() => verified(after as never, next, service.clock.now())).not.toThrow();
  expect(() => verified(after as never, secret, service.clock.now())).toThrow();
  expect(await admin("POST", `${path}/${id}/targets/999/secret`, {})).toRefuseWith("target_not_found");
  await remove(id);
});

verifies("triggers:relay:schedule", async () => {
  const backups = (await admin("GET", "/svc/api/schedules/filemaker")).body.response.schedules;
  const backup = backups.find(({ kind }: { readonly kind: string }) => kind === "backup");
  const action = { kind: "serverSchedule", input: { serverScheduleId: backup.id } };
  const timing = { kind: "repeating", cron: "0 3 * * *", timeZone: "UTC" };
  const schedule = { name: "By trigger", timing, action, isEnabled: false };
  const { id: scheduleId } = (await admin("POST", "/svc/api/schedules", schedule)).body.response.schedule;
  const unknown = { kind: "relay", targets: [{ kind: "schedule", scheduleId: 999 }] };
  const { id, source } = await created([{ kind: "schedule", scheduleId }]);
  expect(await admin("PATCH", `${path}/${id}`, { destination: unknown })).toRefuseWith("schedule_not_found");
  await service.turn(60_000 - (service.clock.now() % 60_000));
  await fire(id);
  await fire(id);
  await seen(source, (rows) => rows.length === 2 && rows.every(({ state }) => state === "delivered"));
  const runs = async () => (await admin("GET", `/svc/api/schedules/${scheduleId}/runs`)).body.response.runs;
  expect(await runs()).toEqual([]);
  while ((await runs())[0]?.processState !== "done") await service.turn(5_000);
  await service.turn(120_000);
  const [run, ...others] = await runs();
  expect(others).toEqual([]);
  expect(run).toMatchObject({ state: "started", isManual: false, reason: null });
  const after = (await admin("GET", "/svc/api/schedules/filemaker")).body.response.schedules;
  expect(after.find(({ id: one }: { readonly id: string }) => one === backup.id)).toMatchObject({
    ...{ isRunning: false, lastError: 0 },
    lastRunAt: expect.stringMatching(/^2026-/),
  });
  expect(Date.parse(run.plannedAt) % 60_000).toBe(0);
  await remove(id);
});
