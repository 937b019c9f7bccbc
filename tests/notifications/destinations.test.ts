import { Webhook } from "standardwebhooks";
import { afterAll, expect } from "vitest";
import { callouts } from "#shared/node/callouts.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aChatServer } from "./support/a-chat-server.ts";

const chat = await aChatServer();
const service = await testService({
  decorate: (platform) => ({
    ...platform,
    callouts: callouts({ isAllowed: (address) => address === "127.0.0.1", addressesOf: async () => ["127.0.0.1"] }),
  }),
});
afterAll(async () => {
  await service.stop();
  await chat.stop();
});

const at = "/svc/api/notifications/destinations";
const create = async (target: object, more: object = {}) => {
  const answer = await service.admin("POST", at, { label: "Operations", target, ...more });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.response;
};
const test = async (id: number) => (await service.admin("POST", `${at}/${id}/test`)).body.response;
const read = async (id: number) => (await service.admin("GET", `${at}/${id}`)).body.response.destination;
const slack = (path: string) => ({ type: "slack", channelUrl: chat.url(path) });

verifies("notifications:destinations:made", async () => {
  const { destination, secret } = await create(slack("/services/T0/canary-of-a-channel"), {
    minimumSeverity: "warning",
  });
  expect(secret).toBeNull();
  expect(destination).toMatchObject({
    label: "Operations",
    active: true,
    target: { type: "slack", channelUrl: `${new URL(chat.url("/")).origin}/…` },
    events: null,
    minimumSeverity: "warning",
    lastResult: null,
    source: `notification-${destination.id}`,
  });
  const listed = await service.admin("GET", at);
  expect(listed.body.response.destinations).toEqual([destination]);
  expect(listed.text).not.toContain("canary");
  const rows = JSON.stringify(await service.rows("notification"));
  expect(rows).not.toContain("canary");
});

verifies("notifications:destinations:changed", async () => {
  const { destination } = await create(slack("/a"));
  const { id } = destination;
  const patch = (body: object) => service.admin("PATCH", `${at}/${id}`, body);
  expect(
    (await patch({ label: "Night shift", active: false, events: ["build_failed"] })).body.response.destination,
  ).toMatchObject({
    label: "Night shift",
    active: false,
    events: ["build_failed"],
    target: destination.target,
  });
  expect(await patch({ target: { type: "discord", channelUrl: chat.url("/d") } })).toRefuseWith(
    "destination_type_fixed",
  );
  expect(await patch({ events: ["nothing"] })).toRefuseWith("input_invalid");
  expect((await service.admin("DELETE", `${at}/${id}`)).body.response).toEqual({ ok: true });
  for (const [method, path] of [
    ["GET", ""],
    ["PATCH", ""],
    ["DELETE", ""],
    ["POST", "/test"],
    ["POST", "/secret"],
  ] as const)
    expect(
      await service.admin(method, `${at}/${id}${path}`, method === "PATCH" ? { active: true } : {}),
      method + path,
    ).toRefuseWith("destination_not_found");
});

verifies("notifications:destinations:test", "a test reports its result, and the destination stores it", async () => {
  const { destination } = await create(slack("/tested"), { active: false });
  const { id } = destination;
  const good = await test(id);
  expect(good).toMatchObject({
    ok: true,
    msg: "Taken (200)",
    deliveryId: expect.stringMatching(`^notification-${id}_`),
  });
  expect(chat.at("/tested")[0]?.json.text).toContain("This is a test");
  expect(await read(id)).toMatchObject({ lastResult: "Taken (200)", lastResultIsError: false, delivered: 1 });
  chat.reply({ status: 404, body: "channel_not_found" });
  const bad = await test(id);
  expect(bad).toMatchObject({ ok: false, msg: expect.stringContaining("HTTP 404") });
  const { delivery } = (await service.admin("GET", `/svc/api/deliveries/${bad.deliveryId}`)).body.response;
  expect(delivery).toMatchObject({ state: "failed", tries: [{ status: 404, answer: "channel_not_found" }] });
  expect(await read(id)).toMatchObject({ lastResultIsError: true, delivered: 1, active: false });
  chat.reply({ status: 503 });
  expect(await test(id)).toMatchObject({ ok: false });
  await service.turn(60_000);
  expect(chat.at("/tested")).toHaveLength(3);
});

verifies("notifications:webhook:signed", async () => {
  const { destination, secret } = await create({
    type: "webhook",
    webhookUrl: chat.url("/signed"),
    headers: { Authorization: "Bearer canary-of-a-token", Host: "elsewhere", "Content-Length": "1" },
  });
  expect(destination.target).toEqual({
    type: "webhook",
    webhookUrl: `${new URL(chat.url("/")).origin}/…`,
    headerNames: ["Authorization", "Host", "Content-Length"],
  });
  const { deliveryId } = await test(destination.id);
  const { body, headers } = chat.at("/signed")[0] ?? {};
  const texts = headers as Record<string, string>;
  // The library uses this machine's clock.
  const signed = new Webhook(secret).sign(
    texts["webhook-id"] ?? "",
    new Date(Number(texts["webhook-timestamp"]) * 1000),
    body ?? "",
  );
  expect(texts["webhook-signature"]).toBe(signed);
  expect(texts).toMatchObject({
    "webhook-id": deliveryId,
    authorization: "Bearer canary-of-a-token",
    host: new URL(chat.url("/")).host,
    "content-length": String(body?.length),
  });
  expect(JSON.parse(body ?? "")).toMatchObject({ event: "test", data: { subject: "Operations" } });

  const renewed = (await service.admin("POST", `${at}/${destination.id}/secret`, { previousHours: 1 })).body.response;
  await test(destination.id);
  const both = chat.at("/signed")[1];
  const sign = (key: string, { headers: sent, body: text }: NonNullable<typeof both>) =>
    new Webhook(key).sign(String(sent["webhook-id"]), new Date(Number(sent["webhook-timestamp"]) * 1000), text);
  expect(both?.headers["webhook-signature"]).toBe(both && `${sign(renewed.secret, both)} ${sign(secret, both)}`);
  await service.turn(3_600_000);
  await test(destination.id);
  const alone = chat.at("/signed")[2];
  expect(alone?.headers["webhook-signature"]).toBe(alone && sign(renewed.secret, alone));
  const { destination: chatOnly } = await create(slack("/unsigned"));
  expect(await service.admin("POST", `${at}/${chatOnly.id}/secret`, {})).toRefuseWith("destination_unsigned");
});

verifies("notifications:targets:chat", "Teams and Discord get their own formats", async () => {
  const teams = await create({ type: "teams", workflowUrl: chat.url("/teams?sig=canary-of-teams") });
  chat.reply({ status: 202, body: "" });
  expect(await test(teams.destination.id)).toMatchObject({ ok: true, msg: expect.stringContaining("run history") });
  const [attachment] = chat.at("/teams?sig=canary-of-teams")[0]?.json.attachments ?? [];
  expect(attachment).toMatchObject({
    contentType: "application/vnd.microsoft.card.adaptive",
    content: { type: "AdaptiveCard", version: "1.4", body: [{ text: "A test" }, {}, { type: "FactSet" }] },
  });
  const discord = await create({ type: "discord", channelUrl: chat.url("/discord") });
  chat.reply({ status: 204, body: "" });
  expect(await test(discord.destination.id)).toMatchObject({ ok: true });
  expect(chat.at("/discord")[0]?.json).toMatchObject({
    allowed_mentions: { parse: [] },
    embeds: [{ title: "A test", description: "This is a test. Notifications arrive here." }],
  });
});

verifies("notifications:targets:webhook", "a redirect or an error response counts as failed", async () => {
  const { destination } = await create({ type: "webhook", webhookUrl: chat.url("/strict") });
  chat.reply({ status: 301, headers: { Location: chat.url("/elsewhere") } }, { status: 500 });
  expect(await test(destination.id)).toMatchObject({ ok: false, msg: expect.stringContaining("HTTP 301") });
  expect(await test(destination.id)).toMatchObject({ ok: false, msg: expect.stringContaining("HTTP 500") });
  expect(chat.at("/elsewhere")).toEqual([]);
});
