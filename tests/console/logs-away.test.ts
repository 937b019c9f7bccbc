import { afterAll } from "vitest";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";
import { signedIn } from "./support/a-window.ts";

const home = await house();
afterAll(() => home.stop());

verifies("logs:console:away", async () => {
  const { page, open } = await signedIn(home);
  home.sandbox.faults.set({ kind: "stopped" });
  await open("/logs");
  await page.getByText("No agent on the database host is connected.").waitFor();
  await page.waitForURL(/#\/logs\/svc-info\.log/);
  await page.getByRole("log").getByText("path=/svc/api/").first().waitFor();
});
