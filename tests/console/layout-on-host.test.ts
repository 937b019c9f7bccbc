import { afterAll, beforeAll } from "vitest";
import { aBrowsedHost } from "../browser/support/a-browsed-host.ts";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";
import { signedIn } from "./support/a-window.ts";
import { fitsEverySize } from "./support/layout-facts.ts";
import { placesOnHost } from "./support/places-on-host.ts";

const home = await house();
const browsed = await aBrowsedHost(home);
beforeAll(() => {
  browsed.host.write("Data/Documents/seen/report.txt", "x");
  browsed.host.write(`Data/Documents/seen/${"a long name with nothing short in it ".repeat(4).trim()}.txt`, "x");
});
afterAll(() => browsed.remove());

for (const [name, path, prepare] of placesOnHost)
  verifies("system:console:layout", name, async () => {
    const { page } = await signedIn(home, path);
    await prepare(page);
    await fitsEverySize(page);
  });
