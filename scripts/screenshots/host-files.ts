import { mkdirSync, readdirSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const kibibyte = 1_024;
const dayMs = 86_400_000;

/** Files below the server's Data folder: size, and days since the last change. */
const files: Readonly<Record<string, readonly [kibibytes: number, daysAgo: number]>> = {
  "Documents/Price lists/Prices 2027 spring.xlsx": [412, 6],
  "Documents/Price lists/Prices 2026 autumn.xlsx": [398, 160],
  "Documents/Imports/orders-2027-03-22.csv": [1_284, 1],
  "Documents/Imports/orders-2027-03-21.csv": [1_190, 2],
  "Documents/Imports/orders-2027-03-20.csv": [1_312, 3],
  "Documents/Imports/customers.csv": [268, 9],
  "Documents/Imports/Letter to suppliers about the new delivery addresses and opening hours.docx": [88, 12],
  "Documents/Imports/Done/orders-2027-02-28.csv": [1_402, 23],
  "Documents/Invoices/Invoice 70112.pdf": [141, 1],
  "Documents/Invoices/Invoice 70111.pdf": [138, 1],
  "Documents/Catalogue 2027.pdf": [24_320, 18],
  "Documents/Logo.svg": [9, 320],
  "Documents/Read me first.txt": [2, 400],
  "Backups/Daily_2027-03-22_2300/Orders.fmp12": [1_239_040, 1],
  "Backups/Daily_2027-03-22_2300/Contacts.fmp12": [393_216, 1],
  "Backups/Daily_2027-03-21_2300/Orders.fmp12": [1_236_992, 2],
};

/** Fills the server's folders with files as people and schedules would leave them. */
export function writeHostFiles(data: string, nowMs: number): void {
  const at = (daysAgo: number) => new Date(nowMs - daysAgo * dayMs);
  for (const [name, [kibibytes, daysAgo]] of Object.entries(files)) {
    const path = join(data, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "");
    // Sparse files, because their bytes aren't read.
    truncateSync(path, kibibytes * kibibyte);
    utimesSync(path, at(daysAgo), at(daysAgo));
  }
  for (const name of readdirSync(join(data, "Databases"))) utimesSync(join(data, "Databases", name), at(0.1), at(0.1));
  for (const name of readdirSync(data)) utimesSync(join(data, name), at(0.1), at(0.1));
  const folders = [...new Set(Object.keys(files).map((name) => dirname(name)))].reverse();
  for (const folder of folders) utimesSync(join(data, folder), at(1), at(1));
}
