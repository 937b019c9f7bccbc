import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

// Without an Admin API key, only callers' accounts show the state of the Database Server.
const service = await testService();
afterAll(() => service.stop());
const { sandbox } = service;

/** Stops or starts the Database Server as a FileMaker Server administrator would, outside of Latchkey. */
async function switchDatabaseServer(status: "RUNNING" | "STOPPED"): Promise<void> {
  const answer = await fetch(`${sandbox.origin}/fmi/admin/api/v2/server/status`, {
    method: "PATCH",
    headers: {
      Authorization: `Basic ${Buffer.from("admin:admin-pass").toString("base64")}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ status }),
  });
  expect(answer.status).toBe(200);
}

const state = async () => {
  const answer = await service.admin("GET", "/svc/api/info/server");
  expect(answer).toSucceed();
  return answer.body.response;
};

verifies("system:server-down:administrator", async () => {
  expect(await state()).toMatchObject({ trouble: null, parts: { databaseServer: "running" } });
  await switchDatabaseServer("STOPPED");
  await service.turn(2_000);
  const stopped = await state();
  expect(stopped).toMatchObject({
    trouble: "The Database Server is stopped: files can't be opened.",
    parts: { databaseServer: "stopped" },
  });
  // Others agree from then on.
  const information = (await service.raw("GET", "/svc/api/info")).body.response;
  expect(information.FileMakerServer).toMatchObject({ trouble: stopped.trouble, fmsRunning: false });
  await switchDatabaseServer("RUNNING");
  await service.turn(2_000);
  expect(await state()).toMatchObject({ trouble: null, parts: { databaseServer: "running" } });
});

verifies("system:server-down:administrator", "many consoles cause one check in two seconds", async () => {
  await service.turn(2_000);
  const checks = await Promise.all(Array.from({ length: 10 }, () => state()));
  expect(new Set(checks.map(({ checkedAt }) => checkedAt)).size).toBe(1);
});

verifies("system:server-down:administrator", "callers without a credential don't get it", async () => {
  expect(await service.raw("GET", "/svc/api/info/server")).toRefuseWith("unauthenticated");
});
