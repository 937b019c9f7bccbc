import { afterAll, beforeAll } from "vitest";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";
import { furnished } from "./support/furnished.ts";
import { lookOver } from "./support/look-over.ts";
import { placesOfFiles } from "./support/places-of-files.ts";

const home = await house();
beforeAll(async () => {
  await furnished(home);
  await home.admin("PATCH", "/svc/api/settings", { themeColor: "navy" });
});
afterAll(() => home.stop());

const look = lookOver(home);

for (const place of placesOfFiles) {
  const [name] = place;
  verifies("system:console:accessible", `${name}, light and dark`, () => look.accessible(place));
  verifies("system:console:layout", name, () => look.laidOut(place));
}
