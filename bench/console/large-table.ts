import { median } from "../statistics.ts";
import type { RunningConsole, Window } from "./running-console.ts";
import type { ConsoleValues } from "./targets.ts";

const rows = 10_000;

/** Measures the list of files with more files than any server hosts. */
export async function largeTable(console: RunningConsole): Promise<ConsoleValues> {
  const window = await console.window();
  const databases = Array.from({ length: rows }, (_, index) => ({
    filename: `File ${index}.fmp12`,
    state: "normal",
    folder: "filelinux:/Databases/",
    sizeBytes: (index * 7_919_993) % 1_000_003,
    clients: index % 5,
    isEncrypted: false,
    hasSavedKey: false,
    keyHint: "",
    extendedPrivileges: ["fmrest"],
    hasNote: false,
    keyCount: 0,
    keys: [],
  }));
  const json = { messages: [{ code: 0, text: "ok" }], response: { databases } };
  await window.page.route("**/svc/api/databases", (route) => route.fulfill({ json }));
  await window.open("/files");
  await window.page.locator("tbody tr").first().waitFor();
  const sorts: number[] = [];
  for (let round = 0; round < 5; round += 1) sorts.push(await sort(window));
  const filters: number[] = [];
  for (const text of ["File 9", "File 99", "File 12", "File 123", "7"]) filters.push(await filter(window, text));
  await window.close();
  return { tableSort: median(sorts), tableFilter: median(filters) };
}

/** Measures the time until the first row changes. */
function sort({ page }: Window): Promise<number> {
  return changed(
    page,
    `[...document.querySelectorAll("thead button")].find((each) => each.textContent.includes("Size")).click()`,
  );
}

function filter({ page }: Window, text: string): Promise<number> {
  return changed(
    page,
    `{
      const field = document.querySelector("main input[data-shortcut='/']");
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, ${JSON.stringify(text)});
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }`,
  );
}

/** Measures the time from a press to the frame in which the table shows other rows. */
function changed(page: Window["page"], press: string): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const names = () => [...document.querySelectorAll("tbody tr")].map((row) => row.textContent).join();
    const [before, began] = [names(), performance.now()];
    ${press};
    const look = () => {
      if (names() !== before) resolve(performance.now() - began);
      else requestAnimationFrame(look);
    };
    look();
  })`);
}
