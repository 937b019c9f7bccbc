import type { Page } from "playwright";

const first = Date.UTC(2026, 10, 20, 9, 0, 0);

/** Returns a line of Event.log, one second after the previous one. */
export function eventLine(number: number, level: string, message: string): string {
  const time = new Date(first + number * 1_000).toISOString().replace("T", " ").replace("Z", " +0000");
  return `${time}\t${level}\t${level === "Error" ? 701 : 737}\tfms1\t${message}\n`;
}

/** Returns a log with `records` records; each error has two additional lines. */
export function eventLog(records: number, levels: Readonly<Record<number, string>>): string {
  return Array.from({ length: records }, (_, number) => {
    const level = levels[number] ?? "Information";
    const more = level === "Error" && number === 2_000 ? "first further line\nsecond further line\n" : "";
    return eventLine(number, level, `message ${number}`) + more;
  }).join("");
}

/** Returns the text of the selected row. */
export async function chosenLine(page: Page): Promise<string | null> {
  return page.locator('[data-row][class*="shadow"]').textContent();
}
