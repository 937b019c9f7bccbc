import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aBrowsedHost } from "./support/a-browsed-host.ts";
import { tusOf } from "./support/tus.ts";

const service = await testService();
const browsed = await aBrowsedHost(service);
afterAll(() => browsed.remove());
const { begin, bring, send } = tusOf(browsed);

verifies("browser:upload:count", async () => {
  const finished: string[] = [];
  for (let index = 0; index < 101; index += 1) {
    const began = await begin({ path: "documents", filename: `${index}.txt` }, 0);
    expect(began.status, `upload ${index}`).toBe(201);
    finished.push(String(began.headers.location));
  }
  const open: string[] = [];
  for (let index = 0; index < 100; index += 1) {
    const began = await begin({ path: "documents", filename: `open ${index}.txt` }, 1);
    expect(began.status, `open upload ${index}`).toBe(201);
    open.push(String(began.headers.location));
  }
  expect(await begin({ path: "documents", filename: "more.txt" }, 1)).toRefuseWith("host_file_refused");
  expect((await bring(open[0] ?? "", 0, "x")).status).toBe(204);
  expect((await begin({ path: "documents", filename: "more.txt" }, 1)).status).toBe(201);

  expect((await send("HEAD", finished[0] ?? "")).status).toBe(200);
  await service.turn(61 * 60_000);
  // The link was silent for an hour, and is opened again.
  while ((await send("HEAD", open[1] ?? "")).status !== 200) await service.turn(1_000);
  expect((await send("HEAD", finished[0] ?? "")).status).toBe(404);
  expect(readdirSync(join(browsed.host.path, "Data/Documents"))).toContain("0.txt");
});
