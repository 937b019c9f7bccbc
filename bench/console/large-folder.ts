import { median } from "../statistics.ts";
import { framesOf } from "./frames.ts";
import type { RunningConsole, Window } from "./running-console.ts";
import type { ConsoleValues } from "./targets.ts";

const entries = 100_000;
const folders = 5;

/** Measures a folder with more entries than could be created during a run, so its answers are mocked. */
export async function largeFolder(console: RunningConsole): Promise<ConsoleValues> {
  const window = await console.window();
  const { page } = window;
  await actFolders(window);
  await window.open("/");
  const opened: number[] = [];
  for (let number = 0; number < folders; number += 1) opened.push(await openFromHome(window, number));
  await readWhole(window);
  const { perSecond, p95Ms } = await framesOf(page, "[role=grid]");
  // Again with all entries in memory.
  const openedWhole = await openFromHome(window, folders - 1);
  await window.close();
  return {
    folderOpen: Math.max(median(opened), openedWhole),
    folderScrollRate: perSecond,
    folderScrollFrame: p95Ms,
  };
}

async function actFolders({ page }: Window): Promise<void> {
  await page.route("**/svc/api/files?**", (route) => {
    const { searchParams } = new URL(route.request().url());
    const path = searchParams.get("path") ?? "";
    const from = Number(searchParams.get("cursor") ?? 0);
    const end = Math.min(entries, from + Number(searchParams.get("limit")));
    const files = Array.from({ length: end - from }, (_, index) => entry(path, from + index));
    const more = { cursor: end < entries ? String(end) : null, path, canFill: true };
    const response = { files, ...more, freeBytes: 1_000_000_000, uploadPartBytes: 4_000_000 };
    return route.fulfill({ json: { messages: [{ code: 0, text: "ok" }], response } });
  });
}

function entry(path: string, number: number) {
  const name = nameOf(number);
  const capabilities = { canDownload: true, canChange: true, canFill: false };
  return {
    id: `id-${number}`,
    name,
    path: `${path}/${name}`,
    type: "file",
    size: (number * 7_919_993) % 1_000_003,
    modifiedTime: "2026-11-20T09:15:02.114Z",
    tag: "t",
    mark: null,
    root: null,
    capabilities,
  };
}

function nameOf(number: number): string {
  return `file ${String(number).padStart(6, "0")}.txt`;
}

/** Measures the time from an address change to the frame with the first rows. */
async function openFromHome({ page }: Window, number: number): Promise<number> {
  await page.evaluate(`location.hash = "#/"`);
  await page.getByRole("grid").waitFor({ state: "detached" });
  await page.locator("main h1").waitFor();
  return page.evaluate<number>(`new Promise((resolve) => {
    const began = performance.now();
    location.hash = "#/browse/folder-${number}";
    const look = () => {
      const row = document.querySelector("[role=grid] [data-index='0']");
      if (row?.textContent.includes("${nameOf(0)}")) resolve(performance.now() - began);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })`);
}

/** Loads page by page, like a user who holds a key down. */
async function readWhole({ page }: Window): Promise<void> {
  const grid = page.getByRole("grid");
  // Including its head.
  const whole = page.locator(`[role=grid][aria-rowcount="${entries + 1}"]`);
  await grid.focus();
  while (!(await whole.isVisible())) await page.keyboard.press("End");
  await page.keyboard.press("Home");
  await grid.getByText(nameOf(0)).waitFor();
}
