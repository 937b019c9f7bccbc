import { afterAll, beforeAll } from "vitest";
import { aStore } from "../../backups/support/a-store.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { eventViews } from "../support/event-views.ts";
import { mcpViews, populatedMcp } from "../support/mcp-views.ts";
import { populatedBackups } from "../support/populated-backups.ts";
import { populatedEvents } from "../support/populated-events.ts";
import { viewChecks } from "../support/view-checks.ts";

const store = await aStore();
const service = await testService({ decorate: (platform) => ({ ...platform, callouts: store.reached }) });
beforeAll(async () => {
  await populatedEvents(service);
  await populatedBackups(service, store);
  await populatedMcp(service);
  await service.admin("PATCH", "/svc/api/settings", { themeColor: "navy" });
});
afterAll(async () => {
  await service.stop();
  await store.close();
});

const look = viewChecks(service);

for (const view of [...eventViews, ...mcpViews]) {
  const [name] = view;
  verifies("system:console:accessible", `${name}, light and dark`, () => look.accessible(view));
  verifies("system:console:layout", name, () => look.laidOut(view));
}
