import { afterAll, expect } from "vitest";
import { traces } from "../support/secrets/traces.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aWindow } from "./support/a-window.ts";
import { createAndCopyCurl, fillByKeyboard, keyOfCurl } from "./support/making-a-key.ts";

const service = await testService();
afterAll(() => service.stop());

/** Script text for the page: collects everything that the browser stores for the page, and every address that it has opened or called. */
const everythingKept = `(async () => {
  const ofStore = (store) => new Promise((resolve, reject) => {
    const asked = store.getAll();
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  const ofDatabase = ({ name }) => new Promise((resolve, reject) => {
    const opened = indexedDB.open(name);
    opened.onerror = () => reject(opened.error);
    opened.onsuccess = async () => {
      const names = [...opened.result.objectStoreNames];
      const rows = names.map((each) => ofStore(opened.result.transaction(each).objectStore(each)));
      resolve([name, names, await Promise.all(rows)]);
    };
  });
  const cached = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return JSON.stringify({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: await Promise.all((await indexedDB.databases()).map(ofDatabase)),
    cached: cached.flat().map(({ url }) => url),
    workers: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    cookie: document.cookie,
    window: [window.name, history.state, location.href],
    called: performance.getEntries().map(({ name }) => name),
  });
})()`;

verifies("sessions:console:storage", async () => {
  const { page, open, signIn } = await aWindow(service);
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  page.on("framenavigated", (frame) => addresses.push(frame.url()));
  await open();
  await signIn();

  // Create, show and copy a key, and open pages of all kinds.
  await open("/keys");
  await page.getByRole("button", { name: "Create key" }).first().click();
  await fillByKeyboard(page, "Canary of the list", ["Contacts"]);
  const key = await keyOfCurl(service, await createAndCopyCurl(page));
  for (const path of ["/", "/keys", "/webhooks", "/files", "/logs", "/audit", "/settings", "/settings/appearance"]) {
    await open(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
  }
  const cookies = await page.context().cookies();
  const [session = "", browserId = ""] = ["latchkey", "latchkey-browser"].map(
    (wanted) => cookies.find(({ name }) => name === wanted)?.value,
  );
  const secrets = { adminPassword: "admin-pass", filePassword: "demo-pass", key, session, browserId };
  for (const secret of Object.values(secrets)) expect(secret.length).toBeGreaterThanOrEqual(9);

  const kept = String(await page.evaluate(everythingKept));
  expect(kept).toContain("/svc/api/");
  const places = { kept: Buffer.from(kept), addresses: Buffer.from(addresses.join("\n")) };
  expect(traces(secrets, places)).toEqual([]);
  // The session is stored in cookies that no script can read and that are sent nowhere else.
  expect(cookies.map(({ name }) => name).sort()).toEqual(["latchkey", "latchkey-browser"]);
  for (const { httpOnly, sameSite, path } of cookies) expect({ httpOnly, sameSite, path }).toEqual(onlyOurs);

  await open("/keys");
  await page.getByText("Canary of the list").first().waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Password", { exact: true }).waitFor();
  const left = Buffer.from(`${await page.content()}\n${await page.evaluate(everythingKept)}`);
  expect(traces({ ...secrets, label: "Canary of the list" }, { left })).toEqual([]);
  await page.goBack();
  await page.getByLabel("Password", { exact: true }).waitFor();
  expect(await page.content()).not.toContain("Canary of the list");
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(["latchkey-browser"]);
});

const onlyOurs = { httpOnly: true, sameSite: "Strict", path: "/" };
