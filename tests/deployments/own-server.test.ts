import { hostname, networkInterfaces } from "node:os";
import { afterAll, expect } from "vitest";
import { CalloutRefused } from "#shared/ports/callouts.ts";
import { ownServer } from "../../local-runtime/own-server.ts";
import { aFile, aReleaseSetup, calloutsToThisMachine } from "../builds/support/a-release-setup.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

/** No call leaves the service or the agent. */
const callouts = {
  ...calloutsToThisMachine,
  async call(): Promise<never> {
    throw new CalloutRefused("no call expected");
  },
  async get(): Promise<never> {
    throw new CalloutRefused("no call expected");
  },
};
const server = await aReleaseSetup(
  (options) => testService(options),
  "production",
  [aFile("Contacts", { records: 2 }), aFile("Orders", { records: 1 })],
  false,
  { callouts },
);
await server.agent({ calloutsTo: () => callouts });
afterAll(() => server.stop());
const { port } = new URL(server.service.baseUrl);

const deployed = async (source: object, fileName: string, target: string) => {
  const fileOperations = [{ operation: "install", source: { fileName }, target: { fileName: target } }];
  const started = (await server.post("deployment", { deployments: [{ source, fileOperations }] })).body.response;
  const [id] = started.subDeploymentIds;
  await server.ended(started.processIds[0]);
  return (await server.get(`deployment/${id}`)).body.response.batches.deployments[0];
};

verifies("deployments:run:itself", async () => {
  const auth = { type: "apiKey", apiKey: await server.service.anAdminKey() };
  await server.built({ buildId: "release", files: [{ fileName: "Contacts", clone: false }] });
  const own = [server.service.baseUrl, `http://localhost:${port}`];
  for (const [index, serverUrl] of own.entries()) {
    const build = { type: "otto4", buildId: "release", serverUrl, auth };
    const copied = await deployed(build, "Contacts", `Copy ${index}`);
    expect(copied, await server.log(copied.process_id)).toMatchObject({ final_result: "successful" });
    const pushed = await deployed({ ...build, pushBuild: true }, "Contacts", `Pushed ${index}`);
    expect(pushed, await server.log(pushed.process_id)).toMatchObject({ final_result: "successful" });
    const made = await deployed({ type: "otto4jit", serverUrl, auth }, "Orders", `Made ${index}`);
    expect(made, await server.log(made.process_id)).toMatchObject({ final_result: "successful" });
  }
  const refused = await deployed(
    { type: "otto4", buildId: "release", serverUrl: own[0], auth: { type: "apiKey", apiKey: "ak_unknown" } },
    "Contacts",
    "Never",
  );
  expect(refused).toMatchObject({ final_result: "failed", message: expect.stringContaining("rejected") });
  const another = await deployed(
    { type: "otto4", buildId: "release", serverUrl: "http://localhost:1", auth },
    "Contacts",
    "Never",
  );
  expect(another).toMatchObject({ final_result: "failed", message: expect.stringContaining("no call expected") });
});

verifies(
  "deployments:run:itself",
  "names and addresses of this machine are recognized, other ports aren't",
  async () => {
    const { isOwn } = ownServer({
      api: { call: () => Promise.reject(new Error("no call expected")) },
      baseUrl: () => "https://files.example.com",
      port: () => 3400,
      addressesOf: async (name) =>
        name === "alias.example.com" ? ["127.0.0.1"] : name === "gone" ? [] : ["192.0.2.7"],
    });
    const address = Object.values(networkInterfaces()).flatMap((all) => all ?? [])[0]?.address ?? "127.0.0.1";
    const host = address.includes(":") ? `[${address}]` : address;
    for (const own of [
      ...["https://files.example.com", "https://FILES.example.com/otto", "http://files.example.com:3400"],
      ...["http://localhost:3400", "http://127.0.0.1:3400/svc", "http://[::1]:3400", `http://${host}:3400`],
      ...[`http://${hostname()}:3400`, "https://alias.example.com", "http://alias.example.com:3400/otto"],
    ])
      expect(await isOwn(own), own).toBe(true);
    for (const other of [
      ...["https://files.example.com:8443", "http://localhost:3401", "https://other.example.com"],
      ...["http://127.0.0.1", "http://gone:3400", "http://192.0.2.7:3400"],
    ])
      expect(await isOwn(other), other).toBe(false);
  },
);
