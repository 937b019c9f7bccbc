import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { aBrowsedHost } from "./support/a-browsed-host.ts";
import { tusOf } from "./support/tus.ts";

const service = await testService();
const browsed = await aBrowsedHost(service);
const { host, as } = browsed;
afterAll(() => browsed.remove());
const { send, begin, bring } = tusOf(browsed);
const documents = join(host.path, "Data/Documents");

verifies("browser:upload:expires", async () => {
  const location = String((await begin({ path: "documents", filename: "left.txt" }, 10)).headers.location);
  const given = String((await begin({ path: "documents", filename: "given-up.txt" }, 10)).headers.location);
  await bring(location, 0, "half");
  const drafts = () => readdirSync(documents).filter((name) => name.startsWith(".latchkey-"));
  expect(drafts()).toHaveLength(2);
  const listed = (await as("GET", "/svc/api/files", { path: "documents" })).body.response.files;
  expect(listed.some(({ name }: { readonly name: string }) => name.startsWith(".latchkey"))).toBe(false);
  expect((await send("DELETE", given)).status).toBe(204);
  expect((await send("HEAD", given)).status).toBe(404);
  expect(drafts()).toHaveLength(1);
  await service.turn(2 * 86_400_000 + 1);
  await until(() => drafts().length === 0);
  // The link had no message for days, and is opened again.
  let answer = await send("HEAD", location);
  for (; answer.status === 503; answer = await send("HEAD", location)) await service.turn(1_000);
  expect(answer.status).toBe(404);
});
