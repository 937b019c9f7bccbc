import { expect, onTestFinished } from "vitest";
import { minuteMs } from "#shared/usage/period.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { type TestService, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aServiceOfLines } from "./support/a-service-of-lines.ts";
import { figures, nextMinute } from "./support/figures.ts";

/** Creates logins: one of the first key, one of an Admin API key, and of the second key a rejected one and one without an answer. */
async function happenings(service: TestService): Promise<string> {
  const from = await nextMinute(service);
  const key = await service.aKey();
  for (let call = 0; call < 5; call += 1)
    expect((await service.raw("GET", recordsPath(), { key })).status, "a call in the session").toBe(200);
  const adminKey = await service.anAdminKey();
  const admin = await service.raw("GET", "/svc/fmi/admin/api/v2/databases", { key: adminKey });
  expect(admin.status).toBe(200);
  const other = await service.aKey({ user: "Admin", pass: "full-access-pass" });
  const { faults } = service.sandbox;
  faults.set({ kind: "wrongPassword", times: 1 });
  const called = () => service.raw("GET", recordsPath(), { key: other });
  expect(await called()).toRefuseLikeFileMaker("stored_credentials_refused");
  // Within the pause after a rejection, FileMaker Server isn't called.
  expect(await called()).toRefuseLikeFileMaker("stored_credentials_refused");
  await service.turn(31_000);
  faults.set({ kind: "reset", path: "/sessions" });
  expect((await called()).status).toBeGreaterThanOrEqual(500);
  faults.clear();
  await nextMinute(service);
  return from;
}

async function logins(service: TestService, from: string) {
  const { series } = await figures(service, { metric: "logins", by: "key,file,api,outcome", from });
  return (
    series
      .map(({ labels: { key, file, api, outcome }, total }) => [key, file, api, outcome, total])
      // Administrators who call with their account have separate logins.
      .filter(([key]) => key !== "none")
      .sort()
  );
}

const expected = [
  ["admin-key:1", "none", "admin", "answered", 1],
  ["data-key:1", "Contacts.fmp12", "data", "answered", 1],
  ["data-key:2", "Contacts.fmp12", "data", "failed", 1],
  ["data-key:2", "Contacts.fmp12", "data", "rejected", 1],
];

verifies("usage:counts:logins", async () => {
  const service = await testService();
  onTestFinished(() => service.stop());
  expect(await logins(service, await happenings(service))).toEqual(expected);

  const { body } = await service.admin("POST", "/svc/api/metrics-token", {});
  const headers = { Authorization: `Bearer ${body.response.value}` };
  const { text } = await service.raw("GET", "/svc/metrics", { headers });
  expect(text.split("\n")).toContain(
    'latchkey_logins_total{key="2",file="Contacts.fmp12",api="data",outcome="rejected"} 1',
  );
});

verifies("usage:counts:logins", "counts are the same if the log lines are counted", async () => {
  const { lines, service } = await aServiceOfLines();
  const from = await happenings(service);
  await lines.handOver(lines.taken());
  await service.turn(2 * minuteMs);
  await lines.sweep();
  expect(await logins(service, from)).toEqual(expected);
});
