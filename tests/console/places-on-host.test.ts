import { afterAll, beforeAll } from "vitest";
import { aBrowsedHost } from "../browser/support/a-browsed-host.ts";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";
import { lookOver } from "./support/look-over.ts";
import { placesOnHost } from "./support/places-on-host.ts";

const home = await house();
const browsed = await aBrowsedHost(home);
beforeAll(() => {
  browsed.host.write("Data/Documents/seen/report.txt", "x");
  browsed.host.write(`Data/Documents/seen/${"a long name with nothing short in it ".repeat(4).trim()}.txt`, "x");
});
afterAll(() => browsed.remove());

const look = lookOver(home);

for (const place of placesOnHost) {
  const [name] = place;
  verifies("system:console:accessible", `${name}, light and dark`, () => look.accessible(place));
  verifies("system:console:layout", name, () => look.laidOut(place));
}
