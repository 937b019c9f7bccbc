import { readdirSync } from "node:fs";
import { afterAll, expect } from "vitest";
import type { CalloutAnswer, CalloutCall } from "#shared/ports/callouts.ts";
import { calloutsToThisMachine } from "../builds/support/a-release-setup.ts";
import { twoServers, usualLimits } from "../deployments/support/two-servers.ts";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";

let afterPatch: () => Promise<void> = async () => undefined;
/**
 * Makes a call from the development server's agent. Without TLS, the agent needs a host name, but the production service identifies itself
 * by IP address.
 */
const call = async (request: CalloutCall): Promise<CalloutAnswer> => {
  const url = new URL(request.url);
  url.hostname = "production.example.test";
  const answer = await calloutsToThisMachine.call({ ...request, url });
  if (request.method === "PATCH") await afterPatch();
  return answer;
};
const servers = await twoServers((options) => testService(options), usualLimits, {
  calloutsTo: () => ({ ...calloutsToThisMachine, call }),
});
const { development, production, auth } = servers;
afterAll(() => servers.stop());

verifies("deployments:push:aborted", async () => {
  await development.built({ buildId: "release", files: [{ fileName: "Fresh", clone: false }] });
  const incoming = production.at("Data", "Backups", "Latchkey Builds", "incoming");
  const arrived: (readonly string[])[] = [];
  afterPatch = async () => {
    arrived.push(readdirSync(incoming));
    expect((await production.post("deployment/abort")).status).toBe(200);
  };
  const source = { type: "service", buildId: "release", serverUrl: development.url, auth, pushBuild: true };
  const operation = { operation: "install", source: { fileName: "Fresh" }, target: { fileName: "Fresh" } };
  const { parts } = await servers.deployed({ deployments: [{ source, fileOperations: [operation] }] });
  expect(parts[0]).toMatchObject({ final_result: "aborted" });
  expect(arrived).toEqual([[`${parts[0].process_id}.build.zip`]]);
  // Work after the end of a process runs after it is shown as ended.
  await until(() => readdirSync(incoming).length === 0);
});
