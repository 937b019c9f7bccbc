import { open } from "node:fs/promises";

const blockLines = 10_000;
const epoch = Date.UTC(2026, 0, 1);

/** Text in every 100th line. */
export const needle = "disconnected unexpectedly";

/** Writes an Access.log of a given size, with ascending times. */
export async function writeLargeLog(path: string, sizeBytes: number): Promise<void> {
  const file = await open(path, "w");
  try {
    let [written, number] = [0, 0];
    while (written < sizeBytes) {
      const lines = Array.from({ length: blockLines }, () => line(number++));
      const block = Buffer.from(lines.join(""));
      await file.write(block);
      written += block.length;
    }
  } finally {
    await file.close();
  }
}

function line(number: number): string {
  const time = new Date(epoch + number * 20).toISOString().replace("T", " ").replace("Z", " +0000");
  const what = number % 100 === 0 ? needle : `opening database "Contacts" as "user ${number % 997}"`;
  return `${time}\tInformation\t94\tfms1\tClient "Jo (mac-${number % 89}) [10.0.0.${number % 251}]" ${what}.\n`;
}
