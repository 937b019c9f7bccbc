import { closeSync, mkdirSync, openSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aBrowsedHost } from "./support/a-browsed-host.ts";

const service = await testService();
const browsed = await aBrowsedHost(service);
const { host, as } = browsed;
afterAll(() => browsed.remove());

const count = 100_000;
const folder = join(host.path, "Data/Documents/large");
const nameOf = (place: number) => `Beleg ${String(place).padStart(6, "0")} äöü.pdf`;
mkdirSync(folder);
for (let place = 0; place < count; place += 1) closeSync(openSync(join(folder, nameOf(place)), "w"));
truncateSync(join(folder, nameOf(77_777)), 5_000);
truncateSync(join(folder, nameOf(3)), 4_000);

const page = async (fields: Readonly<Record<string, unknown>>) => {
  const { status, body } = await as("GET", "/svc/api/files", { path: "documents/large", ...fields });
  expect(status).toBe(200);
  return {
    names: (body.response.files as readonly { readonly name: string }[]).map(({ name }) => name),
    cursor: body.response.cursor as string,
  };
};
const named = (start: number, end: number) => Array.from({ length: end - start }, (_, place) => nameOf(start + place));

verifies("browser:list:large", async () => {
  const first = await page({});
  expect(first.names).toEqual(named(0, 1_000));
  expect((await page({ cursor: first.cursor })).names).toEqual(named(1_000, 2_000));
  const last = await page({ descending: true, limit: 3 });
  expect(last.names).toEqual([count - 1, count - 2, count - 3].map(nameOf));
});

verifies("browser:list:large", "sorted and filtered pages are computed from all entries", async () => {
  expect((await page({ sort: "size", descending: true, limit: 2 })).names).toEqual([nameOf(77_777), nameOf(3)]);
  const filtered = await page({ filter: "08888" });
  expect(filtered.names).toEqual([nameOf(8_888), ...named(88_880, 88_890)]);
});
