import { afterAll, expect } from "vitest";
import { aHost } from "../agent/support/a-host.ts";
import { anAgent } from "../agent/support/an-agent.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { signedIn } from "./support/a-window.ts";

const host = aHost();
const service = await testService({ environment: { DISK_FLOOR_MB: "9999999" } });
const agent = await anAgent(service, host);
afterAll(async () => {
  await service.stop();
  host.remove();
});

verifies(
  "system:health:parts",
  "the first page names a full disk and an absent agent, each with its remedy",
  async () => {
    const { page } = await signedIn(service, "/");
    const points = page.getByRole("region", { name: "Prerequisites" });
    const { checks } = (await service.raw("GET", "/svc/readyz")).body;
    expect([checks.agent.ok, checks.disk.ok]).toEqual([true, false]);
    await points.getByText("The agent on the database host is linked.").waitFor();
    await points.getByText(/A disk is full: the disk of the service's data has [\d.]+ MB left/).waitFor();
    await points.getByText(/Free space on the disk/).waitFor();

    await agent.stop();
    await service.turn(2 * 60_000);
    await page.reload();
    await points.getByText("The agent on the database host is away.").waitFor();
    await points.getByText(/Start the agent's service on the database host/).waitFor();
  },
);
