import { afterAll, expect } from "vitest";
import { calloutsToThisMachine } from "../builds/support/a-release-setup.ts";
import { aChatServer } from "../notifications/support/a-chat-server.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const chat = await aChatServer();
const service = await testService({ decorate: (platform) => ({ ...platform, callouts: calloutsToThisMachine }) });
afterAll(async () => {
  await service.stop();
  await chat.stop();
});

const at = "/svc/api/alerts";
const rule = {
  name: "Many calls",
  metric: "calls",
  where: { api: "data" },
  statistic: "sum",
  condition: "above",
  threshold: 2,
  forMinutes: 1,
  clearForMinutes: 2,
};
const listed = async () => (await service.admin("GET", at)).body.response.alerts;
/** Turns the clock until a condition is true. */
const until = async (isSo: () => Promise<boolean>) => {
  while (!(await isSo())) {
    await service.turn(20_000);
    await service.settle();
  }
};
const events = async () => {
  const { body } = await service.admin("GET", "/svc/api/notifications/events?limit=100");
  return body.response.events.filter(({ event }: { event: string }) => event.startsWith("alert_"));
};

verifies("usage:alerts:managed", async () => {
  const { status, body } = await service.admin("POST", at, rule);
  expect(status).toBe(200);
  const { alert } = body.response;
  expect(alert).toMatchObject({
    ...rule,
    active: true,
    clearThreshold: null,
    unit: "calls",
    state: { status: "ok", checkedTo: null, lastRangAt: null },
  });
  const changed = await service.admin("PATCH", `${at}/${alert.id}`, { threshold: 5 });
  expect(changed.body.response.alert).toMatchObject({ threshold: 5, name: "Many calls" });
  expect((await service.admin("GET", `${at}/${alert.id}`)).body.response).toEqual(changed.body.response);
  expect(await listed()).toHaveLength(1);
  expect(await service.admin("PATCH", `${at}/${alert.id}`, { statistic: "p95" })).toRefuseWith("alert_refused");
  expect(await service.admin("POST", at, { ...rule, where: { folder: "backups" } })).toRefuseWith(
    "usage_label_unknown",
  );
  expect(await service.admin("PATCH", `${at}/${alert.id}`, { destinations: [999] })).toRefuseWith("alert_refused");
  expect(await service.admin("POST", at, { ...rule, metric: "cals" })).toRefuseWith("input_invalid");
  const tried = await service.admin("POST", `${at}/try`, { ...rule, days: 1 });
  expect(tried.body.response).toMatchObject({ over: "minutes", rang: 0, times: [] });
  expect((await service.admin("DELETE", `${at}/${alert.id}`)).body.response).toEqual({ ok: true });
  expect(await service.admin("GET", `${at}/${alert.id}`)).toRefuseWith("alert_not_found");
  expect(await service.admin("DELETE", `${at}/${alert.id}`)).toRefuseWith("alert_not_found");
});

verifies("usage:alerts:notified", async () => {
  const target = { type: "webhook", webhookUrl: chat.url("/alerts") };
  // It receives only errors, except from the rules that name it.
  const made = { label: "alerts", target, minimumSeverity: "error" };
  const { body: named } = await service.admin("POST", "/svc/api/notifications/destinations", made);
  const elsewhere = { type: "webhook", webhookUrl: chat.url("/elsewhere") };
  await service.admin("POST", "/svc/api/notifications/destinations", { label: "elsewhere", target: elsewhere });
  const destinations = [named.response.destination.id];
  await service.admin("POST", at, { ...rule, destinations });
  const [stateless] = await service.rows("alert-states");
  expect(stateless).toBeUndefined();
  const key = await service.aKey();
  for (let call = 0; call < 3; call += 1)
    await service.raw("GET", "/svc/fmi/data/vLatest/databases/Contacts/layouts/Contacts/records/1", { key });
  await until(async () => (await events()).length > 0);
  const [ringing] = await events();
  expect(ringing).toMatchObject({
    event: "alert_ringing",
    severity: "warning",
    text: expect.stringContaining("“Many calls”: the sum of calls (api data) has been above 2 calls for a minute"),
  });
  // Calls have stopped.
  await until(async () => (await events()).length > 1);
  const [ended] = await events();
  expect(ended).toMatchObject({ event: "alert_ended", severity: "info" });
  expect(ended.text).toMatch(/^“Many calls” is resolved\. It lasted for \d+m/);
  expect((await listed())[0].state).toMatchObject({ status: "ok", value: 0 });
  // The last firing time is still known after a change, which restarts the rule.
  const [{ id, state }] = await listed();
  expect(Date.parse(state.lastRangAt)).toBeLessThan(Date.parse(state.since));
  await service.admin("PATCH", `${at}/${id}`, { name: "Many calls" });
  expect((await listed())[0].state).toMatchObject({ since: null, lastRangAt: state.lastRangAt });
  await until(async () => (await listed())[0].state.since !== null);
  expect((await listed())[0].state.lastRangAt).toBe(state.lastRangAt);
  // Both were sent only to the destination that the rule names.
  const sent = () => chat.received.filter(({ json }) => json.event?.startsWith("alert_"));
  await until(async () => sent().length > 1);
  expect(sent().map(({ path, json }) => [path, json.event])).toEqual([
    ["/alerts", "alert_ringing"],
    ["/alerts", "alert_ended"],
  ]);
  // It would have fired once.
  const { body } = await service.admin("POST", `${at}/try`, { ...rule, days: 1 });
  expect(body.response).toMatchObject({ over: "minutes", rang: 1 });
});
