import { expect } from "vitest";
import { anonymizer } from "../../local-agent/conformance/anonymizer.ts";
import { leaksIn } from "../../local-agent/conformance/scan.ts";
import { shiftedTimes } from "../../local-agent/conformance/shifted-times.ts";
import { verifies } from "../support/verifies.ts";

const nothing = { hidden: [], words: [], versions: [] };
const kindsIn = (value: unknown, given: Partial<Record<"hidden" | "words" | "versions", readonly string[]>> = {}) =>
  leaksIn(new Map([["http/0001.json", JSON.stringify({ response: value })]]), { ...nothing, ...given }).map(
    ({ kind }) => kind,
  );

verifies("agent:conformance:anonymous", "the second pass finds what the first one missed", () => {
  const hidden = ["Jahresbericht", "a b/c"];
  expect(kindsIn("Opened Jahresbericht.", { hidden })).toEqual(["a name or secret"]);
  expect(kindsIn({ Jahresbericht: 1 }, { hidden })).toEqual(["a name or secret"]);
  expect(kindsIn("/fmi/a%20b%2Fc", { hidden })).toEqual(["a name or secret"]);
  expect(kindsIn("Call Bo at noon", { words: [" bo "] })).toEqual(["a word of your list"]);
  expect(kindsIn("ask ada@example.com")).toEqual(["an e-mail address"]);
  expect(kindsIn("at 198.51.100.7")).toEqual(["an IP address"]);
  expect(kindsIn("8f14e45f-ceea-467f-a8d0-1e2b3c4d5e6f")).toEqual(["a UUID"]);
  expect(kindsIn("Zx8qLw03PfT6mKd9Rb2Yh5Vc")).toEqual(["a text that looks like a secret"]);
});

verifies(
  "agent:conformance:anonymous",
  "the second pass accepts words of the format, versions and placeholders",
  () => {
    // A file with the name of a word that every recording has.
    expect(
      kindsIn({ status: "NORMAL", path: "/fmi/data/vLatest/productInfo" }, { hidden: ["status", "data"] }),
    ).toEqual([]);
    expect(kindsIn("22.0.4.42 and 127.0.0.1")).toEqual([]);
    expect(kindsIn("26.0.1.68", { versions: ["26.0.1.68"] })).toEqual([]);
    expect(kindsIn("«string:14» «token:jwt:172» «file1».fmp12")).toEqual([]);
    expect(kindsIn("Reportage", { hidden: ["Report"] })).toEqual([]);
  },
);

verifies(
  "agent:conformance:anonymous",
  "a value in no list becomes its type and length, and a name the same placeholder",
  () => {
    const anonymize = anonymizer(0);
    expect(anonymize.name("file", "Orders")).toBe("«file1»");
    expect(anonymize.json({ filename: "Orders.fmp12", note: "any text", status: "SOMETHING_NEW", id: "1" })).toEqual({
      ...{ filename: "«file1».fmp12", note: "«string:8»", status: "SOMETHING_NEW", id: "1" },
    });
    expect(anonymize.json({ data: [{ fieldData: { salary: 4200, "a b": "x" }, recordId: "7" }] })).toEqual({
      data: [{ fieldData: { "«field1»": "«number:4»", "«field2»": "«string:1»" }, recordId: "7" }],
    });
    expect(anonymize.text("filelinux:/opt/FileMaker/FileMaker Server/Data/Databases/Secret/")).toBe(
      "filelinux:/opt/FileMaker/FileMaker Server/Data/Databases/«folder1»/",
    );
    expect(anonymize.text('Opened database "Orders".')).toBe('Opened database "«file1»".');
    expect(anonymize.text("Database Orders was opened by Ada.")).toBe("«string:34»");
  },
);

verifies("agent:conformance:anonymous", "dates move by one offset in their own form", () => {
  const day = 24 * 60 * 60_000;
  expect(shiftedTimes("2026-02-28 23:30:00.123 +0000", day)).toBe("2026-03-01 23:30:00.123 +0000");
  expect(shiftedTimes("12/31/2025 10:00:00", day)).toBe("01/01/2026 10:00:00");
  expect(shiftedTimes("2026-01-31T00:00:00", -day)).toBe("2026-01-30T00:00:00");
  expect(shiftedTimes("0000-00-00T00:00:00", day)).toBe("0000-00-00T00:00:00");
});
