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
  // The browser has the machine's time.
  service.clock.jump(Date.now() - service.clock.now());
  const { page, open, complaints } = await signedIn(service, "/alerts");
  await page.getByText("No alert rules yet").waitFor();
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Metric").waitFor();
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await dialog.getByText("Enter a name. Notifications begin with it.").waitFor();
  await dialog.getByText("Enter a number.").waitFor();
  await dialog.getByText("No one yet. No destination gets alert warnings.").waitFor();
  await dialog.getByLabel("Name", { exact: true }).fill("Many calls");
  await dialog.getByLabel("Metric").selectOption("Calls");
  await dialog.getByLabel("API", { exact: true }).selectOption("Data API");
  await dialog.getByRole("textbox", { name: "Threshold", exact: true }).fill("2");
  await dialog.getByLabel("Recovery threshold", { exact: true }).fill("3");
  await dialog.getByText("Must not be above the threshold.").waitFor();
  await dialog.getByLabel("Recovery threshold", { exact: true }).fill("");
  await dialog.getByLabel("Duration (minutes)", { exact: true }).fill("1");
  expect(await foundInBothModes(page)).toEqual([]);
  await dialog.getByLabel("Period").selectOption("1 day");
  await dialog.getByRole("button", { name: "Test", exact: true }).click();
  await dialog.getByText("Wouldn't have fired in the last 1 day.").waitFor();
  await dialog.getByText("Tested with data per minute.").waitFor();
  // The test used another threshold.
  await dialog.getByRole("textbox", { name: "Threshold", exact: true }).fill("1.5");
  await dialog.getByText("The rule changed since the test.").waitFor();
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  const row = page.getByRole("row", { name: /Many calls/ });
  await row.getByText("Calls (Data API) above 1.5 calls per minute for 1 minute").waitFor();
  await row.getByText("Not checked yet").waitFor();
  expect((await listed())[0]).toMatchObject({ metric: "calls", where: { api: "data" }, threshold: 1.5, forMinutes: 1 });

  const key = await service.aKey({ label: "Web shop", databases: ["Contacts"] });
  for (let call = 0; call < 3; call += 1) await service.raw("GET", recordsPath("Contacts.fmp12"), { key });
  while ((await listed())[0].state.lastRangAt === null) {
    await service.turn(20_000);
    await service.settle();
  }
  await page.keyboard.press("r");
  await row.getByText(/^(Firing|Recovering)$/).waitFor();
  await row.locator("time").nth(1).waitFor();
  expect(await foundInBothModes(page)).toEqual([]);
  await open("/");
  await page.getByRole("link", { name: "Alert “Many calls” is firing." }).click();

  await row.getByRole("button", { name: "Actions for Many calls" }).click();
  await page.getByRole("menuitem", { name: "Edit and test…" }).click();
  await dialog.getByLabel("Period").selectOption("1 day");
  await dialog.getByRole("button", { name: "Test", exact: true }).click();
  await dialog.getByText("Would have fired once in the last 1 day.").waitFor();
  await dialog.getByLabel("Metric").selectOption("Memory free");
  await dialog.getByRole("textbox", { name: "Threshold", exact: true }).fill("1.5");
  await dialog.getByLabel("Unit").selectOption("GB");
  await dialog.getByText("Below", { exact: true }).click();
  await dialog.getByLabel("Period").selectOption("60 days");
  await dialog.getByRole("button", { name: "Test", exact: true }).click();
  await dialog.getByText(/^Tested with hourly averages.*No data for 100% of this time/).waitFor();
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await row.getByText("Memory free, average below 1.5 GB for 1 minute").waitFor();
  expect((await listed())[0]).toMatchObject({ metric: "hostMemoryFree", where: {}, threshold: 1.5 * 1024 ** 3 });

  const choose = async (action: string) => {
    await row.getByRole("button", { name: "Actions for Many calls" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await choose("Turn off");
  await row.getByText("Off", { exact: true }).waitFor();
  await choose("Turn on");
  await row.getByText("Not checked yet").waitFor();
  await choose("Delete…");
  await dialog.getByRole("button", { name: "Delete rule" }).click();
  await page.getByText("No alert rules yet").waitFor();
  expect(complaints).toEqual([]);
});

verifies("usage:console:alerts", "jobs have their own final states, and a rule names its recipients", async () => {
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
  await dialog.getByLabel("Metric").selectOption("Finished jobs");
  const outcome = dialog.getByLabel("Outcome");
  expect(await outcome.getByRole("option").allInnerTexts()).toEqual([
    ...["Any", "Done", "Done with errors", "Failed", "Aborted", "Crashed"],
  ]);
  await outcome.selectOption("Done with errors");
  await dialog.getByRole("textbox", { name: "Threshold", exact: true }).fill("0");
  const notified = dialog.getByRole("combobox", { name: "Notify" });
  await dialog.getByText("Leave blank for Operations.").waitFor();
  await notified.focus();
  await page.keyboard.type("On c");
  await page.getByRole("option", { name: `On call (${chosen})` }).waitFor();
  await page.keyboard.press("Enter");
  await dialog.getByText("They get this alert even if they filter out other events.").waitFor();
  expect(await foundInBothModes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Finished jobs (Done with errors) above 0 per minute for 5 minutes").waitFor();
  const rule = async () => (await listed()).find(({ name }: { readonly name: string }) => name === "Jobs with errors");
  expect(await rule()).toMatchObject({ metric: "jobs", where: { outcome: "doneWithErrors" }, destinations: [chosen] });

  const edit = async () => {
    await page.getByRole("button", { name: "Actions for Jobs with errors" }).click();
    await page.getByRole("menuitem", { name: "Edit and test…" }).click();
  };
  await edit();
  await dialog.getByRole("button", { name: `Remove On call (${chosen})` }).click();
  await dialog.getByText("Leave blank for Operations.").waitFor();
  await dialog.getByLabel("Metric").selectOption("Calls");
  // Calls don't have the outcomes of jobs.
  expect(await outcome.inputValue()).toBe("");
  await dialog.getByRole("textbox", { name: "Threshold", exact: true }).fill("5");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await rule()).toMatchObject({ metric: "calls", where: {}, threshold: 5, destinations: null });

  // A deleted destination still has an id.
  await service.admin("PATCH", `${at}/${(await rule()).id}`, { destinations: [usual] });
  await service.admin("DELETE", `/svc/api/notifications/destinations/${usual}`);
  await page.reload();
  await edit();
  await dialog.getByRole("button", { name: `Remove Destination ${usual}` }).waitFor();
  expect(complaints).toEqual([]);
});

verifies("usage:console:alerts", "a viewer sees rules, but can't change them", async () => {
  const rule = { name: "Quiet", metric: "calls", statistic: "sum", condition: "absent" };
  await service.admin("POST", at, rule);
  const { page } = await signedIn(service, "/alerts", {}, asViewer);
  await page.getByText("Calls: no data for 5 minutes").waitFor();
  expect(await page.getByRole("button", { name: /Add rule|Actions for/ }).count()).toBe(0);
});
