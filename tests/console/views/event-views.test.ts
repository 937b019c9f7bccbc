import { afterAll, beforeAll } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { eventViews } from "../support/event-views.ts";
import { populatedEvents } from "../support/populated-events.ts";
import { viewChecks } from "../support/view-checks.ts";

const service = await testService();
beforeAll(async () => {
  await populatedEvents(service);
  await service.admin("PATCH", "/svc/api/settings", { themeColor: "navy" });
});
afterAll(() => service.stop());

const look = viewChecks(service);

for (const view of eventViews) {
  const [name] = view;
  verifies("system:console:accessible", `${name}, light and dark`, () => look.accessible(view));
  verifies("system:console:layout", name, () => look.laidOut(view));
}
