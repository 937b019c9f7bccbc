import { afterAll, expect } from "vitest";
import { verifies } from "../support/verifies.ts";
import { adding, aPatchHouse } from "./support/a-patch-house.ts";

const place = await aPatchHouse("22.0.2.204");
afterAll(() => place.stop());

const wish = { sourceFile: "Contacts", patchFiles: [{ xml: adding("Visits") }] };

verifies("files:patch:version", async () => {
  const { status, body } = await place.apply(wish);
  expect([status, body.messages[0]]).toEqual([
    409,
    { code: 18193, text: "Patches need Database Server 26 or later: this one is 22.0.2.204" },
  ]);
  expect((await place.home.admin("GET", "/svc/api/processes")).body.response.processes).toEqual([]);
});
