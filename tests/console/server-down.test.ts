import { afterAll, beforeEach, expect } from "vitest";
import { OutboundError } from "#shared/ports/outbound.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { type AWindow, signedIn } from "./support/a-window.ts";

let isHostGone = false;
const service = await testService({
  decorate: (platform) => {
    const reachable = (outbound: typeof platform.fileMaker.dataApi): typeof outbound => ({
      ...outbound,
      async request(request) {
        if (!isHostGone) return outbound.request(request);
        const cause = Object.assign(new Error("No route to host"), { code: "EHOSTUNREACH" });
        throw new OutboundError("refused", true, { cause });
      },
    });
    const { dataApi, adminApi } = platform.fileMaker;
    return { ...platform, fileMaker: { dataApi: reachable(dataApi), adminApi: reachable(adminApi) } };
  },
});
afterAll(() => service.stop());
await service.anAdminKey();

const { sandbox } = service;
beforeEach(async () => {
  isHostGone = false;
  sandbox.faults.clear();
  sandbox.reload();
  await service.turn(20 * 60_000);
});

const bannerEnd = "Latchkey's logs, tasks, audit trail and settings still work.";

/**
 * Returns a poll of Home's texts about the server once the page has been read again: at the top of the page, in its first sentence, and for
 * each component. The bar at the top is loaded last.
 */
async function shown({ page }: AWindow) {
  await service.turn(60_000);
  await page.reload();
  await page.getByRole("region", { name: "FileMaker Server" }).getByText("Web server").waitFor();
  const state = page.getByRole("region", { name: "Status" });
  await state.getByText("Checking the server…").waitFor({ state: "detached" });
  return expect.poll(() => texts(page));
}

async function texts(page: AWindow["page"]) {
  const card = page.getByRole("region", { name: "FileMaker Server" });
  const state = page.getByRole("region", { name: "Status" });
  const facts = await card.locator("dl > div").allInnerTexts();
  return {
    banner: (await page.getByRole("status").allInnerTexts())
      .filter((text) => text.endsWith(bannerEnd))
      .map((text) => text.slice(0, -bannerEnd.length - 1)),
    first: await state.getByRole("status").textContent(),
    parts: Object.fromEntries(
      facts.map((fact) => fact.split(/\s*\n\s*/)).filter(([name = ""]) => /server$|API$|^OData$/i.test(name)),
    ),
  };
}

const running = {
  "Web server": "Running",
  "Database Server": "Running",
  "Data API": "Running",
  "Admin API": "Running",
  OData: "Running",
};

verifies("system:server-down:console", "everything is up", async () => {
  await (await shown(await signedIn(service, "/"))).toEqual({
    banner: [],
    first: "All checks passed.",
    parts: running,
  });
});

verifies("system:server-down:console", "the Data API's engine is down", async () => {
  const window = await signedIn(service, "/");
  sandbox.faults.set({ kind: "stopped", path: "^/fmi/data/" });
  await (await shown(window)).toEqual({
    banner: ["FileMaker Server's web server responds, but the Data API doesn't."],
    first: "The web server responds, but the Data API doesn't.",
    parts: { ...running, "Data API": "Stopped" },
  });
});

verifies("system:server-down:console", "the Database Server is down, and back", async () => {
  const window = await signedIn(service, "/");
  sandbox.world.server.running = false;
  await (await shown(window)).toMatchObject({
    banner: ["The Database Server is stopped: files can't be opened."],
    first: "The Database Server is stopped: files can't be opened.",
    parts: { "Web server": "Running", "Database Server": "Stopped", "Admin API": "Running" },
  });
  sandbox.world.server.running = true;
  await (await shown(window)).toMatchObject({ banner: [], first: "All checks passed." });
});

verifies("system:server-down:console", "the web server is down", async () => {
  const window = await signedIn(service, "/");
  sandbox.world.server.stopped.add("HTTPSERVER");
  await (await shown(window)).toEqual({
    banner: ["The web server of FileMaker Server does not respond at 127.0.0.1."],
    first: `No response from FileMaker Server at ${sandbox.origin}: the host is reachable, but its web server isn't running.`,
    parts: {
      "Web server": "Stopped",
      "Database Server": "Unknown",
      "Data API": "Unknown",
      "Admin API": "Unknown",
      OData: "Unknown",
    },
  });
});

verifies("system:server-down:console", "the Admin API is down", async () => {
  const window = await signedIn(service, "/");
  sandbox.world.server.stopped.add("ADMINSERVER");
  await (await shown(window)).toMatchObject({
    banner: ["The Admin API does not respond. Calls with keys still work, but the server can't be managed."],
    first: expect.stringMatching(/^The Admin API did not respond: .* Keys work\.$/),
    parts: { "Web server": "Running", "Data API": "Running", "Admin API": "Stopped" },
  });
});

verifies("system:server-down:console", "OData is disabled", async () => {
  const window = await signedIn(service, "/");
  sandbox.world.server.engines.odata = false;
  await (await shown(window)).toEqual({
    banner: [],
    first: "OData is disabled. Keys work.",
    parts: { ...running, OData: "Off" },
  });
});

verifies("system:server-down:console", "the host is down", async () => {
  const window = await signedIn(service, "/");
  isHostGone = true;
  await (await shown(window)).toMatchObject({
    banner: ["No response from 127.0.0.1: the host is down or unreachable, or the address is wrong."],
    first: `No response at ${sandbox.origin}.`,
    parts: { "Database Server": "Unknown", "Data API": "Unknown", OData: "Unknown" },
  });
});
