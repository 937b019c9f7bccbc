import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect } from "vitest";
import { enroll } from "../../local-agent/link/enroll.ts";
import { startServer } from "../../sandbox/fmserver/server.ts";
import { call } from "../support/http/call.ts";
import { latchkeyProcess } from "../support/programs/latchkey-process.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { adminAccount } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aHost } from "./support/a-host.ts";

const fileMaker = await startServer();
const host = aHost();
afterAll(async () => {
  await fileMaker.close();
  host.remove();
});

verifies("agent:enrolment:not-replaced", async () => {
  const environment = { FMS_URL: fileMaker.origin, DATA_DIR: join(scratchFolder(), "data") };
  const asked = async (baseUrl: string, method: string) => {
    const answer = await call(baseUrl, method, "/svc/api/agents", { headers: { Authorization: adminAccount } });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.response;
  };
  const first = await latchkeyProcess(environment);
  const { code } = await asked(first.baseUrl, "POST");
  const { id } = await enroll({ address: `${first.baseUrl}/svc`, code, name: "host", folder: host.folder });
  await first.terminate();

  const second = await latchkeyProcess({ ...environment, FMS_SERVER_PATH: host.path });
  while (!second.printed().includes("another agent is enrolled")) await sleep(20);
  expect((await asked(second.baseUrl, "GET")).agents).toMatchObject([{ id, state: "away" }]);
});

verifies(
  "agent:enrolment:not-replaced",
  "the service's own agent is enrolled again if its folder is lost",
  async () => {
    const folder = scratchFolder();
    const environment = { FMS_URL: fileMaker.origin, DATA_DIR: join(folder, "data"), FMS_SERVER_PATH: host.path };
    const linkedAgents = async (baseUrl: string): Promise<readonly string[]> => {
      for (;;) {
        const answer = await call(baseUrl, "GET", "/svc/api/agents", { headers: { Authorization: adminAccount } });
        const linked = answer.body.response.agents.filter(
          ({ state }: { readonly state: string }) => state === "linked",
        );
        if (linked.length > 0) return linked.map(({ id }: { readonly id: string }) => id);
        await sleep(50);
      }
    };
    const first = await latchkeyProcess(environment);
    const [before] = await linkedAgents(first.baseUrl);
    await first.terminate();
    rmSync(join(folder, "data", "agent"), { recursive: true });
    const second = await latchkeyProcess(environment);
    const [after] = await linkedAgents(second.baseUrl);
    expect(after).not.toBe(before);
  },
);
