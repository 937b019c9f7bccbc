import { afterAll, expect } from "vitest";
import { calloutsToThisMachine } from "../builds/support/a-release-setup.ts";
import { aChatServer } from "../notifications/support/a-chat-server.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const minute = 60_000;
const chat = await aChatServer();
const service = await testService({ decorate: (platform) => ({ ...platform, callouts: calloutsToThisMachine }) });
afterAll(async () => {
  await service.stop();
  await chat.stop();
});
const { server } = service.sandbox.world;
await service.anAdminKey();
await service.admin("POST", "/svc/api/notifications/destinations", {
  label: "license",
  target: { type: "webhook", webhookUrl: chat.url("/license") },
  events: [
    "license_ends",
    "license_ended",
    "license_renewed",
    "allowance_low",
    "allowance_runs_out",
    "allowance_enough",
  ],
  minimumSeverity: "info",
});

const host = new URL(service.sandbox.origin).host;
/** Returns the texts of notifications, each once, when there are this many. Turns the clock meanwhile. */
const texts = async (count: number): Promise<readonly string[]> => {
  const arrived = () => [
    ...new Map(chat.at("/license").map(({ headers, json }) => [headers["webhook-id"], json.data.text])).values(),
  ];
  while (arrived().length < count) {
    await service.turn(minute);
    await service.clock.sleep(20);
  }
  return arrived().map((text) => text.replaceAll(host, "the host"));
};

verifies("license:notified:ends", async () => {
  server.license = { ...server.license, Expiration_Time: "2027-01-15" };
  expect(await texts(1)).toEqual(["The license of the host ends in 56 days, on 2027-01-15."]);
  server.license = { ...server.license, Expiration_Time: "2026-11-26" };
  expect((await texts(2)).at(-1)).toBe("The license of the host ends in 6 days, on 2026-11-26.");
  server.license = { ...server.license, Expiration_Time: "2026-11-19" };
  expect((await texts(3)).at(-1)).toBe("The license of the host ended on 2026-11-19.");
  server.license = { ...server.license, Expiration_Time: "2027-11-19" };
  expect((await texts(4)).at(-1)).toBe("The license of the host was renewed.");
});

verifies("license:notified:used", async () => {
  const used = (share: number) => {
    server.traffic = { ...server.traffic, since: "2026-11-19", bytesPerDay: share * 1e9, limitBytes: 1e9 };
  };
  used(0.3);
  await service.turn(20 * minute);
  used(0.6);
  expect((await texts(5)).at(-1)).toMatch(
    /^8\d % of the yearly Data API allowance of the host is used, and resets on 2026-12-31\.$/,
  );
  server.traffic = { ...server.traffic, limitBytes: 100e9 };
  expect((await texts(6)).at(-1)).toBe("Less than half of the yearly Data API allowance of the host is used.");
});
