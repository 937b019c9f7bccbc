import { afterAll, beforeAll } from "vitest";
import { aBrowsedHost } from "../../browser/support/a-browsed-host.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { hostViews } from "../support/host-views.ts";
import { viewChecks } from "../support/view-checks.ts";

const service = await testService();
const browsed = await aBrowsedHost(service);
beforeAll(() => {
  browsed.host.write("Data/Documents/seen/report.txt", "x");
  browsed.host.write(`Data/Documents/seen/${"a long name with nothing short in it ".repeat(4).trim()}.txt`, "x");
});
afterAll(() => browsed.remove());

const look = viewChecks(service);

for (const view of hostViews) {
  const [name] = view;
  verifies("system:console:accessible", `${name}, light and dark`, () => look.accessible(view));
  verifies("system:console:layout", name, () => look.laidOut(view));
}
