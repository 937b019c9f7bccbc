import { afterAll, beforeAll, expect } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";
import { copied } from "../support/clipboard.ts";
import { populated } from "../support/populated.ts";

const service = await testService();
beforeAll(() => populated(service));
afterAll(() => service.stop());

verifies("system:console:states", "unknown values in a URL show that the page doesn't exist", async () => {
  const { page, open } = await signedIn(service, "/settings/about");
  for (const [path, shown] of [
    ["/processes?from=nonsense&to=2026-99-99&state=bogus", "Re-encrypt stored secrets"],
    ['/processes?q={"a":1}&columns=[1,2]', "Re-encrypt stored secrets"],
    ["/keys?q=null&sort=[]&columns=nobody,knows&only=them&create=yes", "Web shop"],
    ["/files?q=null&sort=-&only=3", "Orders.fmp12"],
    ["/files/clients?file=null&sort=x", "Ada Moreno"],
    ["/files/Contacts.fmp12?tab=7&op=[]&ask={}", "Extended privileges"],
    ["/logs/svc-info.log?line=-5&q=[]&not={}&re=1&level=7&from=x", "path="],
    ["/logs/svc-info.log?at=garbage&within=x", "path="],
    ["/audit?actor=[]&outcome=7", "Create data API key"],
    ["/trash?columns=7", "Trash"],
    ["/settings", "Nickname"],
  ] as const) {
    await open(path);
    await page.getByRole("main").getByText(shown).first().waitFor();
    expect(await page.getByRole("dialog").count(), path).toBe(0);
    await open("/settings/about");
    await page.getByText("Compatible with level").waitFor();
  }
});

verifies("system:console:states", "values in a URL that look like something else are treated as text", async () => {
  const { page, open } = await signedIn(service, "/keys?q=true");
  await page.getByText("No match for “true”").waitFor();
  await open("/keys?q=42");
  await page.getByText("No match for “42”").waitFor();
});

verifies("system:console:states", "a page that crashes says so in its place, and the others keep working", async () => {
  const window = await signedIn(service, "/settings/about");
  const { page, open } = window;
  window.forgive(/Minified React error #31/);
  const listed = /\/svc\/api\/api-key$/;
  await page.route(listed, async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    await route.fulfill({ response: answer, body: text.replace('"Web shop"', '{"of":"another kind"}') });
  });
  await open("/keys");
  await page.getByRole("heading", { level: 1, name: "This page crashed" }).waitFor();
  await page.getByRole("button", { name: "Copy details" }).click();
  expect(await copied(page)).toContain("React error #31");
  await page.getByRole("link", { name: "Databases" }).click();
  await page.getByText("Orders.fmp12").waitFor();
});
