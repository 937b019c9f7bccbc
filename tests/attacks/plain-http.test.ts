import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect } from "vitest";
import { chainedActions } from "#shared/deployments/chain/chained-actions.ts";
import { sourceServer } from "#shared/deployments/source-server.ts";
import { listedAddresses } from "#shared/node/callout-addresses.ts";
import { callouts } from "#shared/node/callouts.ts";
import { aFile, aReleaseSetup } from "../builds/support/a-release-setup.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

/** Requests received by an arbitrary server on the Internet that answers like Latchkey. */
const arrived: string[] = [];
const other = createServer(async (request, answer) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  arrived.push(`${request.url} ${JSON.stringify(request.headers)} ${Buffer.concat(chunks)}`);
  answer.end(JSON.stringify({ messages: [{ code: 0, text: "ok" }], response: {} }));
});
await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
const { port } = other.address() as AddressInfo;
const serverUrl = `http://public.example.com:${port}`;

const reached = { isAllowed: () => true, addressesOf: async () => ["127.0.0.1"] };
const server = await aReleaseSetup(
  (options) => testService(options),
  "plain",
  [aFile("Contacts", { records: 1 })],
  false,
  {
    callouts: callouts(reached),
  },
);
await server.agent({ calloutsTo: () => callouts(reached) });
afterAll(async () => {
  await server.stop();
  other.close();
});

const secret = "ak_canary-of-an-admin-api-key";
const auth = { type: "apiKey", apiKey: secret };
const fileOperations = [{ operation: "replace", source: { fileName: "Contacts" }, target: { fileName: "Contacts" } }];

verifies("secrets:plain-http:refused", "for a configuration and its preview", async () => {
  for (const isPreview of [true, false]) {
    const sent = await server.post("transfer/send", { serverUrl, adminApiKey: secret, isPreview });
    expect(sent).toRefuseWith("transfer_target_away");
    expect(sent.text).toContain("require https");
  }
  expect(arrived).toEqual([]);
});

verifies("secrets:plain-http:refused", "for sources and chained actions of a deployment", async () => {
  for (const source of [
    { type: "servicejit", serverUrl, auth },
    { type: "otto4", buildId: "release", serverUrl, auth },
    { type: "otto4", buildId: "release", serverUrl, auth, pushBuild: true },
  ]) {
    const deployment = { source, fileOperations };
    const { body } = await server.post("deployment/plan", { label: "Plan", deployments: [deployment] });
    const [finding] = body.response.parts[0].findings;
    expect(finding).toMatchObject({ level: "error", code: "source", text: expect.stringContaining("require https") });
    const started = await server.post("deployment", { label: "Deploy", deployments: [deployment] });
    const [processId] = started.body.response.processIds;
    expect(await server.ended(processId)).toMatchObject({ state: "failed" });
    expect(await server.log(processId)).toContain("require https");
  }
  const chained = chainedActions({
    callouts: callouts(reached),
    sourceServer: (source) => sourceServer({ callouts: callouts(reached), own: undefined, prefixes: ["svc"] }, source),
  });
  const results = await chained(
    ["/", "/svc/api/deployment"].map((path) => ({
      ...{ type: "deployment_start", url: serverUrl + path, apiKey: secret, sendOnFailure: false },
    })),
  );
  expect(results.map(({ success }) => success)).toEqual([false, false]);
  expect(JSON.stringify(results).match(/requires? https/g)).toHaveLength(2);
  expect(arrived).toEqual([]);
});

verifies("secrets:plain-http:refused", "for published builds", async () => {
  await server.built({ buildId: "release", files: [{ fileName: "Contacts", clone: true }] });
  for (const destination of [
    { type: "server", serverUrl, apiKey: secret },
    { type: "push", url: `${serverUrl}/svc/api/build/push/canary-of-an-address` },
  ]) {
    const ended = await server.published("release", destination);
    expect(ended).toMatchObject({ state: "failed", reason: expect.stringContaining("require https") });
  }
  expect(arrived).toEqual([]);
});

verifies("secrets:plain-http:refused", () => {
  const isListed = listedAddresses(["10.0.0.0/8", "203.0.113.7", "fd12::/16"]);
  for (const address of ["10.1.2.3", "203.0.113.7", "fd12::5", "::ffff:10.1.2.3"])
    expect(isListed(address), address).toBe(true);
  for (const address of ["8.8.8.8", "203.0.113.8", "192.168.0.1", "fd13::5", "no address"])
    expect(isListed(address), address).toBe(false);
  expect(listedAddresses([])("10.1.2.3")).toBe(false);
});
