import { expect } from "vitest";
import { type AnyPage, isFocused, shows, tabTo, until } from "./by-keyboard.ts";

const inDialog = "[role=dialog]";
const noDialog = `document.querySelector(${JSON.stringify(inDialog)}) === null`;
const row = "main tbody";

/** Creates, edits and deletes an alert rule without a pointer. `listed` returns the service's rules. */
export async function alertByKeyboard(page: AnyPage, listed: () => Promise<readonly unknown[]>): Promise<void> {
  const choose = async (line: string) => {
    await tabTo(page, "Actions for Quiet shop");
    await page.press("Enter");
    await until(page, `document.activeElement.closest("[role=menu]") !== null`);
    const isThere = `document.activeElement.matches("[role=menuitem]") && ${isFocused(line)}`;
    for (let lines = 0; !(await page.evaluate(isThere)); lines += 1) {
      expect(lines).toBeLessThan(4);
      await page.press("ArrowDown");
    }
    await page.press("Enter");
  };

  await page.open("/alerts");
  await until(page, shows("No alert rules yet"));
  await page.press("c");
  await until(page, isFocused("Name"));
  await page.type("Quiet shop");
  await tabTo(page, "Metric");
  await page.type("Rejected");
  await tabTo(page, "API");
  await page.type("Data");
  await tabTo(page, "Above");
  await page.press("ArrowDown");
  await until(page, isFocused("Below"));
  await page.press("ArrowDown");
  await until(page, isFocused("Missing"));
  // This condition has no threshold.
  await until(page, `!(${shows("Threshold", inDialog)})`);
  await page.press("ArrowUp");
  await until(page, isFocused("Below"));
  await tabTo(page, "Threshold");
  await page.type("2");
  await tabTo(page, "Duration (minutes)");
  await page.press("Backspace");
  await page.type("3");
  await tabTo(page, "Notify");
  await page.type("On c");
  await until(page, shows("On call", "[role=listbox]"));
  await page.press("Enter");
  await until(page, shows("They get this alert", inDialog));
  await tabTo(page, "Period");
  await page.type("1 d");
  await tabTo(page, "Test");
  await page.press("Enter");
  await until(
    page,
    `/Would(n.t)? have fired .*in the last 1 day\\./.test(document.querySelector("[role=dialog] [role=status]").innerText)`,
  );
  await tabTo(page, "Add rule");
  await page.press("Enter");
  await until(page, noDialog);
  await until(page, shows("Rejected calls (Data API) below 2 per minute for 3 minutes", row));
  const rule = { name: "Quiet shop", metric: "refusals", where: { api: "data" }, condition: "below", threshold: 2 };
  expect(await listed()).toMatchObject([{ ...rule, forMinutes: 3, destinations: [1] }]);

  await choose("Edit and test…");
  await until(page, isFocused("Name"));
  await tabTo(page, "Duration (minutes)");
  await page.press("Backspace");
  await page.type("10");
  await tabTo(page, "Save changes");
  await page.press("Enter");
  await until(page, noDialog);
  await until(page, shows("below 2 per minute for 10 minutes", row));
  await choose("Turn off");
  await until(page, shows("Off", row));
  await choose("Delete…");
  await until(page, shows("This alert no longer fires", inDialog));
  await tabTo(page, "Delete rule");
  await page.press("Enter");
  await until(page, shows("No alert rules yet"));
  expect(await listed()).toEqual([]);
}
