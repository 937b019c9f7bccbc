import { afterAll, onTestFinished } from "vitest";
import { aHost } from "../../agent/support/a-host.ts";
import { anAgent } from "../../agent/support/an-agent.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";

const service = await testService();
afterAll(() => service.stop());

verifies("logs:console:away", async () => {
  const { page, open } = await signedIn(service);
  service.sandbox.faults.set({ kind: "stopped" });
  await open("/logs");
  await page.getByText(/The agent on the database host is offline/).waitFor();
  await page.waitForURL(/#\/logs\/svc-info\.log/);
  await page.getByRole("log").getByText("path=/svc/api/").first().waitFor();
  service.sandbox.faults.clear();
});

verifies(
  "logs:console:away",
  "a log whose agent disconnects says so, and opens automatically when the agent is back",
  async () => {
    const host = aHost();
    onTestFinished(host.remove);
    const agent = await anAgent(service, host);
    const { page } = await signedIn(service, "/logs/Event.log");
    await page.getByRole("log").waitFor();
    await page.getByRole("status").getByText("Live", { exact: true }).waitFor();
    await agent.stop();
    await page.getByText("Event.log is unavailable").waitFor();
    const back = await anAgent(service, host, { again: true });
    onTestFinished(() => back.stop());
    await page.getByRole("log").waitFor();
  },
);
