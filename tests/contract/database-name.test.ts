import fc from "fast-check";
import { expect, test } from "vitest";
import {
  bareDatabaseName,
  DatabaseName,
  fullDatabaseName,
  normalizedDatabaseName,
} from "#shared/contract/values/database-name.ts";

const Base = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
  .filter((name) => DatabaseName.safeParse(name).success && !/\.fmp12$/i.test(name.normalize("NFC")));

test("a name means the same file with and without its extension, in any case and any normal form", () => {
  fc.assert(
    fc.property(Base, fc.constantFrom("", ".fmp12", ".FMP12", ".Fmp12"), (base, extension) => {
      const normalized = normalizedDatabaseName(base);
      for (const spelling of [base, base.normalize("NFD"), base.normalize("NFC")]) {
        expect(normalizedDatabaseName(spelling + extension)).toBe(normalized);
        expect(normalizedDatabaseName(fullDatabaseName(spelling))).toBe(normalized);
        expect(normalizedDatabaseName(bareDatabaseName(spelling))).toBe(normalized);
      }
    }),
  );
});

test("names that differ only in case are equal, also in Greek and Cyrillic", () => {
  for (const [one, other] of [
    ["Contacts", "CONTACTS"],
    ["Bücher", "BÜCHER"],
    ["ΟΔΟΣ", "οδος"],
    ["ЗАКАЗЫ", "Заказы"],
    ["É".normalize("NFD"), "é"],
  ] as const) {
    expect(normalizedDatabaseName(one), `${one} ${other}`).toBe(normalizedDatabaseName(other));
  }
});

test("different files stay different", () => {
  const names = [
    "Contacts",
    "Contacts2",
    "Contact",
    "Contacts.fmp12.fmp12",
    "Contacts.fm",
    "Con tacts",
    "Côntacts",
    "Straße",
    "Strasse",
  ];
  expect(new Set(names.map(normalizedDatabaseName)).size).toBe(names.length);
});

test("exactly one extension is removed and added", () => {
  expect(bareDatabaseName("A.fmp12")).toBe("A");
  expect(bareDatabaseName("A.fmp12.fmp12")).toBe("A.fmp12");
  expect(fullDatabaseName("A")).toBe("A.fmp12");
  expect(fullDatabaseName("A.FMP12")).toBe("A.fmp12");
});

test("an invalid file name is rejected", () => {
  for (const name of ["", " ", ".", "..", ".fmp12", "a/b", "a\\b", "a\u0000b", "a\nb", "x".repeat(256)]) {
    expect(DatabaseName.safeParse(name).success, JSON.stringify(name)).toBe(false);
  }
  for (const name of ["A", "A b.fmp12", "Ünï códe", "a.b.c", "100%"]) {
    expect(DatabaseName.safeParse(name).success, name).toBe(true);
  }
});
