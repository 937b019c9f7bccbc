import { expect } from "vitest";
import { parsedXml } from "#shared/s3/xml.ts";
import { csvAnswer } from "../../functions/edge/answers/csv.ts";
import { structureReader } from "../../local-agent/builds/compare/structure-reader.ts";
import { verifies } from "../support/verifies.ts";

verifies("contract:csv:formulas", () => {
  const beginnings = ["=", "+", "-", "@", "\t", "\r", "\n", "\0", "\uff1d", "\uff0b", "\uff0d", "\uff20"];
  for (const beginning of beginnings) {
    const { body } = csvAnswer([[`${beginning}1+cmd|' /C calc'!A0`]]);
    expect(String(body).replace(/^"/, ""), JSON.stringify(beginning)).toMatch(/^'/);
  }
});

verifies("contract:csv:formulas", "quotes, commas, and line breaks stay within their cell", () => {
  const { body } = csvAnswer([['a"b', "c,d", "e\r\nf", '","=1+1', "plain", "", 5, -5, null]]);
  expect(body).toBe('"a""b","c,d","e\r\nf",""",""=1+1",plain,,5,-5,\r\n');
});

const hostileXml: Readonly<Record<string, string>> = {
  "an external entity": '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
  "an entity of the document": '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
  "entities of entities": '<!DOCTYPE a [<!ENTITY x "yyyyyyyyyy"><!ENTITY z "&x;&x;&x;&x;">]><a>&z;</a>',
  "a parameter entity": '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://127.0.0.1/x.dtd">%x;]><a/>',
  "a document type elsewhere": '<!DOCTYPE a SYSTEM "http://127.0.0.1/x.dtd"><a/>',
  "an entity that is not declared": "<a>&x;</a>",
  "elements that cross": "<a><b></a></b>",
  "an attribute twice": '<a x="1" x="2"/>',
  "two roots": "<a/><b/>",
  "a cut document": "<a><b>",
};

verifies("contract:xml:hostile", () => {
  for (const [what, xml] of Object.entries(hostileXml)) {
    expect(() => parsedXml(xml), what).toThrow();
    expect(() => {
      const reader = structureReader();
      reader.write(xml);
      reader.end();
    }, what).toThrow();
  }
  expect(() => parsedXml("<a>".repeat(100_000))).toThrow("too deep");
  expect(parsedXml("<a>&lt;&#120;</a>").text).toBe("<x");
});
