import { afterAll, beforeAll, expect } from "vitest";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";
import { aWindow, signedIn } from "./support/a-window.ts";
import { found } from "./support/axe.ts";
import { furnished } from "./support/furnished.ts";
import { places } from "./support/places.ts";

const home = await house();
beforeAll(async () => {
  await furnished(home);
  await home.admin("PATCH", "/svc/api/settings", { themeColor: "navy" });
});
afterAll(() => home.stop());

const colorScheme = "light";

verifies("system:console:accessible", "sign-in, light", async () => {
  const { page, open } = await aWindow(home, { colorScheme });
  await open();
  await page.getByLabel("Account").waitFor();
  expect(await found(page)).toEqual([]);
});

for (const [name, path, prepare] of places)
  verifies("system:console:accessible", `${name}, light`, async () => {
    const { page, complaints } = await signedIn(home, path, { colorScheme });
    await prepare(page);
    expect(await found(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
