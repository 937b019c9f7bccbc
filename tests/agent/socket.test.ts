import { randomUUID } from "node:crypto";
import { afterAll, expect } from "vitest";
import { gatewayConnections } from "#shared/aws/gateway-connections.ts";
import { undiciOutbound } from "#shared/filemaker/wire/undici-outbound.ts";
import { agentLinks } from "../../functions/agent/agent.ts";
import { socketHandler } from "../../functions/lambda/on-sockets.ts";
import { readIdentity } from "../../local-agent/link/identity.ts";
import { actingAs } from "../support/iam/acting-function.ts";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { aHost } from "./support/a-host.ts";
import { aSigner, openedWith } from "./support/a-link.ts";
import { agentClientOf, anAgent } from "./support/an-agent.ts";
import { anApiGateway } from "./support/an-api-gateway.ts";

const credentials = { accessKeyId: "local", secretAccessKey: "local" };
const region = "eu-central-1";
const gateway = await anApiGateway(() => {
  const { platform } = service.runtime;
  const handler = socketHandler(agentLinks(platform), platform.log);
  return (event) => actingAs("agent", () => handler(event));
});
const outbound = undiciOutbound({ origin: new URL(gateway.url).origin });
const service = await testService({
  decorate: (platform) => {
    const { clock } = platform;
    const { url } = gateway;
    const sockets = gatewayConnections({ url, region, credentials: async () => credentials, clock, outbound });
    const address = () => gateway.linkAddress;
    return {
      ...platform,
      agents: {
        heartbeats: null,
        sockets,
        address,
      },
    };
  },
});
const host = aHost();
afterAll(async () => {
  await service.stop();
  await outbound.close();
  await gateway.close();
  host.remove();
});

const deadline = { deadlineMs: 60_000 };
const logs = () => agentClientOf(service).request("log.list", {}, deadline);
const stateOf = async () => (await service.admin("GET", "/svc/api/agents")).body.response.agents[0].state;
const count = (what: string) => gateway.seen.filter((each) => each === what).length;

verifies("agent:link:one", "on AWS, socket steps are events, and messages are posted to the connection", async () => {
  const agent = await anAgent(service, host);
  expect(readIdentity(host.folder)?.linkAddress).toBe(gateway.linkAddress);
  expect((await logs()).logs.map(({ name }) => name)).toEqual(["Event.log"]);
  expect(gateway.answerTo("$connect")).toEqual({ statusCode: 200, body: "" });
  expect(gateway.answerTo("$default")).toEqual({ statusCode: 200, body: "" });
  expect(count("POST 200")).toBeGreaterThan(1);
  await agent.stop();
  await until(() => count("$disconnect") === 1);
  while ((await stateOf()) === "linked") await service.clock.sleep(20);
  await expect(logs()).rejects.toMatchObject({ error: "agent_unavailable" });
});

verifies("agent:link:away", "on AWS, a silently lost connection is detected by its 410", async () => {
  const agent = await anAgent(service, host, { again: true });
  expect(await stateOf()).toBe("linked");
  // Links of earlier tests may have ended while a message was being sent on them.
  await service.settle();
  const before = count("POST 410");
  gateway.forget();
  await expect(logs()).rejects.toMatchObject({ error: "agent_unavailable" });
  expect(count("POST 410") - before).toBe(1);
  // No one tries the address again.
  await expect(logs()).rejects.toMatchObject({ error: "agent_unavailable" });
  expect([count("POST 410") - before, await stateOf()]).toEqual([1, "away"]);
  await agent.stop();
});

verifies("agent:frame:signed", "on AWS, an unsigned socket is rejected before it opens", async () => {
  const events = count("$connect");
  const bare = await openedWith(gateway.linkAddress, undefined);
  expect(bare.status).toBe(401);
  expect(JSON.parse(bare.body).messages[0].text).toContain("signature");
  const known = readIdentity(host.folder);
  if (known === undefined) throw new Error("The agent has enrolled");
  const unknownCaller = aSigner({ ...known, id: randomUUID() }, () => service.clock.now());
  expect((await openedWith(gateway.linkAddress, unknownCaller({ type: "open" }))).status).toBe(401);
  const late = aSigner(known, () => service.clock.now() - 600_000);
  const refused = await openedWith(gateway.linkAddress, late({ type: "open" }));
  expect([refused.status, JSON.parse(refused.body).response]).toEqual([
    401,
    { agentTime: expect.any(String), serviceTime: expect.any(String) },
  ]);
  expect(count("$connect")).toBe(events + 3);
  const lines = (await service.logs()).split("\n").filter((line) => line.includes('"agent_link_refused"'));
  expect(lines.length).toBeGreaterThanOrEqual(3);
});

verifies("agent:link:one", "on AWS, a later link closes the connection of an earlier one", async () => {
  const known = readIdentity(host.folder);
  if (known === undefined) throw new Error("The agent has enrolled");
  const now = () => service.clock.now();
  const [oldSigner, newSigner] = [aSigner(known, now), aSigner(known, now)];
  const old = await openedWith(gateway.linkAddress, oldSigner({ type: "open" }));
  const opened = await openedWith(gateway.linkAddress, newSigner({ type: "open" }));
  expect([old.status, opened.status]).toEqual([101, 101]);
  await old.closed;
  expect(count("DELETE 204")).toBe(1);
  expect(await stateOf()).not.toBe("away");
  opened.socket.close();
  await opened.closed;
});
