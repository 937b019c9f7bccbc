import { afterAll, beforeAll } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { fileViews } from "../support/file-views.ts";
import { populated } from "../support/populated.ts";
import { viewChecks } from "../support/view-checks.ts";

const service = await testService();
beforeAll(async () => {
  await populated(service);
  await service.admin("PATCH", "/svc/api/settings", { themeColor: "navy" });
});
afterAll(() => service.stop());

const look = viewChecks(service);

for (const view of fileViews) {
  const [name] = view;
  verifies("system:console:accessible", `${name}, light and dark`, () => look.accessible(view));
  verifies("system:console:layout", name, () => look.laidOut(view));
}
