import { afterAll, expect } from "vitest";
import type { Role } from "#shared/contract/roles.ts";
import { settingsParts } from "../../console/src/app/paths.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aWindow } from "./support/a-window.ts";
import { answeredByExamples, everyPage } from "./support/every-page.ts";
import { offersIn } from "./support/offers.ts";

const service = await testService();
afterAll(() => service.stop());

/** Pages on which only administrators can change something. */
const forAdministrators: ReadonlySet<string> = new Set([
  ...["keys", "adminKeys", "key", "adminKey"],
  ...settingsParts.filter((part) => part !== "notifications" && part !== "server").map((part) => `/settings/${part}`),
]);
/** Pages on which no one can change anything, or not with the data of the examples. */
const forReading: ReadonlySet<string> = new Set([
  "audit",
  "allLogs",
  "processes",
  "schedule",
  "newDeployment",
  "allSettings",
  "settings",
]);
/** Addresses that open a dialog, as in bookmarks and shared links, with the role that can make its call. */
const dialogs: readonly (readonly [address: string, role: Role])[] = [
  ["/keys?create=true", "administrator"],
  ["/keys/admin?create=true", "administrator"],
  ["/webhooks?create=true", "operator"],
  ["/webhooks/triggers?create=true", "operator"],
  ["/mcp?create=true", "operator"],
  ["/files/Contacts.fmp12?ask=close", "operator"],
  ["/files/Contacts.fmp12?tab=operations&op=encrypt", "operator"],
  ["/files/Contacts.fmp12?op=delete", "operator"],
  ["/files/Contacts.fmp12?op=download", "operator"],
  ["/logs/Event.log?ask=clear", "operator"],
  ["/trash?ask=empty", "operator"],
];

verifies("access:console:offers", "a viewer, on every page, in every menu, and by every URL", async () => {
  const { offers, refused } = await signedInAs("viewer");
  for (const [name, addresses] of everyPage) expect((await offers.of(addresses)).changes, name).toEqual([]);
  for (const [address] of dialogs) expect(await offers.ofDialogAt(address), address).toEqual([]);
  expect(refused).toEqual([]);
});

verifies("access:console:offers", "an operator, except for administrators' actions", async () => {
  const { offers, refused } = await signedInAs("operator");
  for (const [name, addresses] of everyPage) {
    const found = await offers.of(addresses);
    expect(found.refused, name).toEqual([]);
    if (forAdministrators.has(name)) expect(found.changes, name).toEqual([]);
    // An operator's actions are offered.
    else if (!forReading.has(name)) expect(found.changes, name).not.toEqual([]);
  }
  for (const [address, role] of dialogs)
    expect(await offers.ofDialogAt(address), address).toHaveLength(role === "operator" ? 1 : 0);
  expect(refused).toEqual([]);
});

/** Opens pages in the session of a key with a role, and records their rejected calls. */
async function signedInAs(role: Role) {
  const account = { user: "admin", pass: "admin-pass" };
  const { body } = await service.admin("POST", "/svc/api/admin-api-key", { ...account, label: role, role });
  const window = await aWindow(service);
  await window.page.request.post(`${service.baseUrl}/svc/api/session`, {
    headers: { Origin: service.baseUrl },
    data: { key: body.response.key },
  });
  await answeredByExamples(window.page);
  const refused: string[] = [];
  window.page.on("response", (answer) => {
    if (answer.status() === 403) refused.push(`${answer.request().method()} ${answer.url()}`);
  });
  return { offers: offersIn(window, role), refused };
}
