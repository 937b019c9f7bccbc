import { afterAll, beforeAll } from "vitest";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";
import { signedIn } from "./support/a-window.ts";
import { furnished } from "./support/furnished.ts";
import { fitsEverySize } from "./support/layout-facts.ts";
import { places } from "./support/places.ts";

const home = await house();
beforeAll(() => furnished(home));
afterAll(() => home.stop());

for (const [name, path, prepare] of places)
  verifies("system:console:layout", name, async () => {
    const { page } = await signedIn(home, path);
    await prepare(page);
    await fitsEverySize(page);
  });
