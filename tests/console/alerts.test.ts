import { afterAll, expect } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { signedIn } from "./support/a-window.ts";
import { asViewer } from "./support/as-viewer.ts";
import { foundInBothModes } from "./support/axe.ts";

const service = await testService();
afterAll(() => service.stop());

const at = "/svc/api/alerts";
const listed = async () => (await service.admin("GET", at)).body.response.alerts;

verifies("usage:console:alerts", async () => {
  // The browser has the time of this machine.
  service.clock.jump(Date.now() - service.clock.now());
  const { page, open, complaints } = await signedIn(service, "/alerts");
  await page.getByText("No alert rules yet").waitFor();
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What is watched").waitFor();
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await dialog.getByText("Give it a name: notifications begin with it.").waitFor();
  await dialog.getByText("A number is needed.").waitFor();
  await dialog.getByText("Nobody yet: no destination takes warnings of alerts.").waitFor();
  await dialog.getByLabel("Name", { exact: true }).fill("Many calls");
  await dialog.getByLabel("What is watched").selectOption("Calls");
  await dialog.getByLabel("API", { exact: true }).selectOption("Data API");
  await dialog.getByRole("textbox", { name: "Threshold" }).fill("2");
  await dialog.getByLabel("Well again at", { exact: true }).fill("3");
  await dialog.getByText("At most the threshold.").waitFor();
  await dialog.getByLabel("Well again at", { exact: true }).fill("");
  await dialog.getByLabel("For minutes", { exact: true }).fill("1");
  expect(await foundInBothModes(page)).toEqual([]);
  await dialog.getByLabel("Days back").selectOption("1 day");
  await dialog.getByRole("button", { name: "Try" }).click();
  await dialog.getByText("Would not have rung in the last 1 day.").waitFor();
  await dialog.getByText("Tried on every minute.").waitFor();
  // With another threshold it was not tried.
  await dialog.getByRole("textbox", { name: "Threshold" }).fill("1.5");
  await dialog.getByText("The rule was changed since it was tried.").waitFor();
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  const row = page.getByRole("row", { name: /Many calls/ });
  await row.getByText("Calls (Data API) above 1.5 calls a minute for 1 minute").waitFor();
  await row.getByText("Not looked at yet").waitFor();
  expect((await listed())[0]).toMatchObject({ metric: "calls", where: { api: "data" }, threshold: 1.5, forMinutes: 1 });

  const key = await service.aKey({ label: "Web shop", databases: ["Contacts"] });
  for (let call = 0; call < 3; call += 1) await service.raw("GET", recordsPath("Contacts.fmp12"), { key });
  while ((await listed())[0].state.lastRangAt === null) {
    await service.turn(20_000);
    await service.settle();
  }
  await page.keyboard.press("r");
  await row.getByText(/^(Rings|Recovers)$/).waitFor();
  await row.locator("time").nth(1).waitFor();
  expect(await foundInBothModes(page)).toEqual([]);
  await open("/");
  await page.getByRole("link", { name: "The alert “Many calls” rings." }).click();

  await row.getByRole("button", { name: "Actions for Many calls" }).click();
  await page.getByRole("menuitem", { name: "Edit and try…" }).click();
  await dialog.getByLabel("Days back").selectOption("1 day");
  await dialog.getByRole("button", { name: "Try" }).click();
  await dialog.getByText("Would have rung once in the last 1 day.").waitFor();
  await dialog.getByLabel("What is watched").selectOption("Memory left");
  await dialog.getByRole("textbox", { name: "Threshold" }).fill("1.5");
  await dialog.getByLabel("Unit").selectOption("GB");
  await dialog.getByText("Below", { exact: true }).click();
  await dialog.getByLabel("Days back").selectOption("60 days");
  await dialog.getByRole("button", { name: "Try" }).click();
  await dialog.getByText(/^Tried on hours.*100% of this time has no figure/).waitFor();
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await row.getByText("Memory left, average below 1.5 GB for 1 minute").waitFor();
  expect((await listed())[0]).toMatchObject({ metric: "hostMemoryFree", where: {}, threshold: 1.5 * 1024 ** 3 });

  const choose = async (action: string) => {
    await row.getByRole("button", { name: "Actions for Many calls" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await choose("Switch off");
  await row.getByText("Switched off").waitFor();
  await choose("Switch on");
  await row.getByText("Not looked at yet").waitFor();
  await choose("Delete…");
  await dialog.getByRole("button", { name: "Delete rule" }).click();
  await page.getByText("No alert rules yet").waitFor();
  expect(complaints).toEqual([]);
});

verifies("usage:console:alerts", "jobs end in states of their own, and a rule names who is notified", async () => {
  const destination = async (label: string, minimumSeverity: string) => {
    const target = { type: "slack", channelUrl: "https://hooks.slack.com/services/T0/B0/channel" };
    const made = await service.admin("POST", "/svc/api/notifications/destinations", { label, target, minimumSeverity });
    return made.body.response.destination.id as number;
  };
  const [usual, chosen] = [await destination("Operations", "info"), await destination("On call", "error")];
  const { page, complaints } = await signedIn(service, "/alerts");
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Jobs with errors");
  await dialog.getByLabel("What is watched").selectOption("Jobs that ended");
  const outcome = dialog.getByLabel("Outcome");
  expect(await outcome.getByRole("option").allInnerTexts()).toEqual([
    ...["Any", "Done", "Done with errors", "Failed", "Aborted", "Crashed"],
  ]);
  await outcome.selectOption("Done with errors");
  await dialog.getByRole("textbox", { name: "Threshold" }).fill("0");
  const notified = dialog.getByRole("combobox", { name: "Who is notified" });
  await dialog.getByText("Empty: Operations.").waitFor();
  await notified.focus();
  await page.keyboard.type("On c");
  await page.getByRole("option", { name: `On call (${chosen})` }).waitFor();
  await page.keyboard.press("Enter");
  await dialog.getByText("They are notified of this rule, whatever else they take.").waitFor();
  expect(await foundInBothModes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Jobs that ended (Done with errors) above 0 a minute for 5 minutes").waitFor();
  const rule = async () => (await listed()).find(({ name }: { readonly name: string }) => name === "Jobs with errors");
  expect(await rule()).toMatchObject({ metric: "jobs", where: { outcome: "doneWithErrors" }, destinations: [chosen] });

  const edit = async () => {
    await page.getByRole("button", { name: "Actions for Jobs with errors" }).click();
    await page.getByRole("menuitem", { name: "Edit and try…" }).click();
  };
  await edit();
  await dialog.getByRole("button", { name: `Remove On call (${chosen})` }).click();
  await dialog.getByText("Empty: Operations.").waitFor();
  await dialog.getByLabel("What is watched").selectOption("Calls");
  // No call ends as a job does.
  expect(await outcome.inputValue()).toBe("");
  await dialog.getByRole("textbox", { name: "Threshold" }).fill("5");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await rule()).toMatchObject({ metric: "calls", where: {}, threshold: 5, destinations: null });

  // A destination that is gone has a number still.
  await service.admin("PATCH", `${at}/${(await rule()).id}`, { destinations: [usual] });
  await service.admin("DELETE", `/svc/api/notifications/destinations/${usual}`);
  await page.reload();
  await edit();
  await dialog.getByRole("button", { name: `Remove Destination ${usual}` }).waitFor();
  expect(complaints).toEqual([]);
});

verifies("usage:console:alerts", "who may only look sees rules, and changes none", async () => {
  const rule = { name: "Quiet", metric: "calls", statistic: "sum", condition: "absent" };
  await service.admin("POST", at, rule);
  const { page } = await signedIn(service, "/alerts", {}, asViewer);
  await page.getByText("Calls: none for 5 minutes").waitFor();
  expect(await page.getByRole("button", { name: /Add rule|Actions for/ }).count()).toBe(0);
});
