import { expect } from "vitest";
import { type Agent, startAgent } from "../../local-agent/agent.ts";
import { systemClock } from "../../local-agent/clock.ts";
import { hostAt } from "../../local-agent/host.ts";
import { enroll } from "../../local-agent/link/enroll.ts";
import type { Identity } from "../../local-agent/link/identity.ts";
import { aHost } from "../agent/support/a-host.ts";
import { aSigner, openedWith } from "../agent/support/a-link.ts";
import { call } from "../support/http/call.ts";
import type { DevAws } from "../support/programs/dev-aws.ts";
import { adminAccount } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";

/**
 * Opens an agent's link over the WebSocket API of the real serverless.yml, in place of the agent that the command starts. Returns a function
 * that ends everything.
 */
export function agentLink(stage: DevAws): () => Promise<void> {
  const host = aHost();
  const running = new Set<Agent>();
  const admin = (method: string, path: string, json?: object) =>
    call(stage.baseUrl, method, path, {
      headers: { Authorization: adminAccount },
      ...(json !== undefined && { json }),
    });
  const stateOf = async () => {
    const { agents } = (await admin("GET", "/svc/api/agents")).body.response;
    return agents.find(({ id }: { readonly id: string }) => id === enrolled.id)?.state;
  };
  let enrolled: Identity;

  /** Starts the agent in this process, as it runs on a host. */
  const linkedAgent = async () => {
    let links = 0;
    const agent = startAgent({
      identity: enrolled,
      host: hostAt(host.path),
      folder: host.folder,
      clock: systemClock,
      log: ({ event }) => {
        if (event === "linked") links += 1;
      },
      adminAddress: "http://127.0.0.1:16001",
      fmsadminMs: 20_000,
      backupMs: 600_000,
    });
    running.add(agent);
    await until(() => links > 0);
    return {
      links: () => links,
      stop: () => {
        running.delete(agent);
        return agent.stop();
      },
    };
  };
  let first: Awaited<ReturnType<typeof linkedAgent>>;

  verifies("agent:link:one", "on AWS, the same frames are sent through API Gateway's WebSocket API", async () => {
    const { code } = (await admin("POST", "/svc/api/agents", { replace: true })).body.response;
    const address = `${stage.baseUrl}/svc`;
    enrolled = await enroll({ address, code: String(code), name: "host", folder: host.folder });
    expect(enrolled.linkAddress).toMatch(/^ws:\/\/127\.0\.0\.1:\d+$/);
    first = await linkedAgent();
    expect(await stateOf()).toBe("linked");
    // One function asks, another receives the answer, and the table connects them.
    const listed = await admin("GET", "/svc/api/logs");
    expect(listed).toSucceed();
    expect(listed.body.response).toMatchObject({ problem: null, logs: [{ name: "Event.log", place: "server" }] });
    const { lines } = (await admin("GET", "/svc/api/logs/Event.log/lines")).body.response;
    expect(lines).toMatchObject([{ columns: { Message: "Started" } }]);
  });

  verifies("agent:link:one", "on AWS, a page of log lines fits the messages of the link", async () => {
    const line = (number: number) =>
      `2026-11-20 09:00:00.000 +0000\tInformation\t${number}\tfms\t${"é".repeat(900)} ${number}\n`;
    host.write("Logs/Event.log", Array.from({ length: 400 }, (_, number) => line(number)).join(""));
    const { lines } = (await admin("GET", "/svc/api/logs/Event.log/lines?count=200")).body.response;
    expect(lines.map(({ code }: { code: string }) => Number(code))).toEqual(
      Array.from({ length: 200 }, (_, index) => 200 + index),
    );
  });

  verifies("agent:link:away", "on AWS, the end of a link is reported immediately", async () => {
    await first.stop();
    while ((await stateOf()) === "linked");
    expect(await admin("GET", "/svc/api/logs/Event.log/lines")).toRefuseWith("agent_unavailable");
  });

  verifies("agent:frame:signed", "on AWS, no link is opened without a signature", async () => {
    expect((await openedWith(enrolled.linkAddress, undefined)).status).toBe(401);
    const unknownCaller = aSigner({ ...enrolled, id: crypto.randomUUID() }, Date.now);
    expect((await openedWith(enrolled.linkAddress, unknownCaller({ type: "open" }))).status).toBe(401);
  });

  verifies("agent:link:one", "on AWS, a second link closes the first, which reconnects", async () => {
    const agent = await linkedAgent();
    const frame = aSigner(enrolled, Date.now)({ type: "open" });
    const second = await openedWith(enrolled.linkAddress, frame);
    expect(second.status).toBe(101);
    await second.closed;
    await until(() => agent.links() > 1);
    await agent.stop();
  });

  return async () => {
    for (const agent of running) await agent.stop();
    host.remove();
  };
}
