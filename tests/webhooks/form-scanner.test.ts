import fc from "fast-check";
import { expect } from "vitest";
import { contentReader } from "#shared/webhooks/files/content-reader.ts";
import { verifies } from "../support/verifies.ts";

const boundary = "----a.b";
const headers: Readonly<Record<string, string>> = { "content-type": `multipart/form-data; boundary="${boundary}"` };

/** Returns the content of a form that is split into such chunks. */
function read(body: Buffer, cuts: readonly number[] = []) {
  const reader = contentReader((name) => headers[name]);
  const at = [...new Set([0, ...cuts.map((cut) => cut % (body.length + 1)), body.length])].sort((a, b) => a - b);
  for (const [index, from] of at.entries()) reader.push(body.subarray(from, at[index + 1] ?? body.length));
  const { fields, files } = reader.end();
  return {
    fields,
    files: files.map(({ from, sizeBytes, ...file }) => ({ ...file, bytes: body.subarray(from, from + sizeBytes) })),
  };
}

const part = (head: string, content: Buffer | string) =>
  Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), Buffer.from(content), Buffer.from("\r\n")]);
const end = Buffer.from(`--${boundary}--\r\n`);

/** Bytes in which text similar to a delimiter occurs often. */
const content = fc
  .array(fc.constantFrom("\r", "\n", "\r\n", "-", "--", `\r\n--${boundary}x`, boundary, "a", "\0"), { maxLength: 30 })
  .map((pieces) => Buffer.from(pieces.join("")))
  .filter(
    (bytes) =>
      !new RegExp(`\r\n--${boundary}(--|[ \t]*\r\n|$)`).test(
        `${bytes.toString("latin1")}\r\n--${boundary}`.slice(0, -boundary.length - 4),
      ),
  );

verifies("webhooks:files:form", "a form is parsed the same in any chunks", () => {
  fc.assert(
    fc.property(fc.array(content, { maxLength: 4 }), fc.array(fc.nat(), { maxLength: 40 }), (contents, cuts) => {
      const parts = contents.map((bytes, at) =>
        part(`Content-Disposition: form-data; name="f${at}"; filename="${at}.bin"`, bytes),
      );
      const body = Buffer.concat([...parts, part('content-disposition:form-data;name="t"', "x"), end]);
      const { fields, files } = read(body, cuts);
      expect(fields).toEqual([["t", "x"]]);
      expect(files.map(({ bytes }) => bytes.toString("latin1"))).toEqual(
        contents.map((bytes) => bytes.toString("latin1")),
      );
    }),
    // A character that isn't a blank in RFC 2046 turns an apparent delimiter into content.
    { examples: [[[Buffer.from(`\r\n--${boundary}\r`)], []]] },
  );
});

verifies("webhooks:files:form", "file names lose special characters", () => {
  const named = (head: string) => read(Buffer.concat([part(head, "x"), end])).files[0];
  const name = (value: string) => named(`Content-Disposition: form-data; name="f"; ${value}`)?.fileName;
  expect(name('filename="../../etc/passwd"')).toBe("passwd");
  expect(name('filename="C:\\\\Temp\\\\a.txt"')).toBe("a.txt");
  expect(name('filename="a\\"b.txt"')).toBe('a"b.txt');
  expect(name("filename*=UTF-8''%E2%82%AC.txt; filename=\"e.txt\"")).toBe("€.txt");
  expect(name("filename*=UTF-8''%FF%0d%0aX: y")).toBe("%FF%0d%0aX:");
  expect(name("filename=plain.txt")).toBe("plain.txt");
  expect(named('Content-Disposition: form-data; name="f"\r\nContent-Type: image/png')).toMatchObject({ fileName: "" });
  expect(named('Content-Disposition: form-data; name="f"; filename="a"\r\nContent-Type: a/b\nX: y')?.contentType).toBe(
    "application/octet-stream",
  );
});

verifies("webhooks:files:refused", "a form with too many parts, headers, or texts is rejected", () => {
  const refusal = (...parts: Buffer[]) => {
    try {
      return read(Buffer.concat([...parts, end]));
    } catch (thrown) {
      return (thrown as { error: string }).error;
    }
  };
  const field = part('Content-Disposition: form-data; name="a"', "x");
  const file = part('Content-Disposition: form-data; name="a"; filename="a"', "x");
  expect(refusal(...Array.from({ length: 200 }, () => field))).toMatchObject({
    fields: Array.from({ length: 200 }, () => ["a", "x"]),
  });
  expect(refusal(...Array.from({ length: 201 }, () => field))).toBe("webhook_form_invalid");
  expect(refusal(...Array.from({ length: 21 }, () => file))).toBe("webhook_form_invalid");
  expect(refusal(part(`X-Long: ${"a".repeat(16_000)}`, "x"))).toBe("webhook_form_invalid");
  expect(refusal(part('Content-Disposition: form-data; name="a"', "x".repeat(100_001)))).toBe("webhook_form_invalid");
  expect(() => read(field)).toThrow();
});

const field = (name: string, value: Buffer | string, headers = "") =>
  part(`Content-Disposition: form-data; name="${name}"${headers}`, value);
const latin = (text: string) => Buffer.from(text, "latin1");
const form = (...parts: Buffer[]) => read(Buffer.concat([...parts, end]));

verifies("webhooks:files:charset", "texts of a form are read in the charset that they have", () => {
  const typed = "\r\nContent-Type: text/plain; charset=iso-8859-1";
  expect(form(field("text", latin("Zürich"), typed), field("other", "Zürich")).fields).toEqual([
    ["text", "Zürich"],
    ["other", "Zürich"],
  ]);
  const byForm = [field("_charset_", "windows-1252"), field("text", Buffer.from([0x80])), field("other", "é", typed)];
  expect(form(...byForm).fields.slice(1)).toEqual([
    ["text", "€"],
    ["other", "Ã©"],
  ]);
  // The field that lists charsets can come after the others.
  const listed = [field("subject", latin("Grüße")), field("charsets", '{"subject":"ISO-8859-1","to":"UTF-8"}')];
  expect(form(...listed).fields[0]).toEqual(["subject", "Grüße"]);
  const names = [
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="`),
      latin("Größe"),
      Buffer.from('"; filename="'),
      latin("Über.txt"),
      Buffer.from('"\r\n\r\nx\r\n'),
    ]),
    field("_charset_", "iso-8859-1"),
  ];
  expect(form(...names).files).toMatchObject([{ name: "Größe", fileName: "Über.txt" }]);
  expect(form(part('Content-Disposition: form-data; name="f"; filename="漢字.txt"', "x")).files).toMatchObject([
    { fileName: "漢字.txt" },
  ]);
});

verifies("webhooks:files:charset", "a text that doesn't fit its charset is rejected", () => {
  const error = (...parts: Buffer[]) => {
    try {
      return form(...parts).fields;
    } catch (thrown) {
      return (thrown as { error: string; text: string }).error;
    }
  };
  expect(error(field("text", latin("Zürich")))).toBe("webhook_type_unsupported");
  expect(error(field("text", "x", "\r\nContent-Type: text/plain; charset=klingon"))).toBe("webhook_type_unsupported");
  expect(error(field(latin("ü").toString("latin1"), "x"))).toEqual([["ü", "x"]]);
});

verifies("webhooks:files:charset", "transfer encodings of fields are decoded, and of files rejected", () => {
  const coded = (coding: string) => `\r\nContent-Transfer-Encoding: ${coding}`;
  expect(form(field("a", "Z=C3=BCrich=\r\n = 1=3D1", coded("quoted-printable"))).fields).toEqual([
    ["a", "Zürich = 1=1"],
  ]);
  expect(form(field("a", Buffer.from("Zürich").toString("base64"), coded("base64"))).fields).toEqual([["a", "Zürich"]]);
  expect(form(field("a", "x=41", coded("8bit"))).fields).toEqual([["a", "x=41"]]);
  expect(() => form(field("a", "eA==", `; filename="a.txt"${coded("base64")}`))).toThrow();
  expect(() => form(field("a", "x", coded("uuencode")))).toThrow();
});

verifies(
  "webhooks:files:empty",
  "an empty file input isn't a file, and a text with a content type isn't one either",
  () => {
    const typed = (type: string) => `\r\nContent-Type: ${type}`;
    const empty = field("cv", "", `; filename=""${typed("application/octet-stream")}`);
    const photo = field("photo", "PNG", `; filename="me.png"${typed("image/png")}`);
    expect(form(empty, photo)).toMatchObject({ fields: [], files: [{ name: "photo", fileName: "me.png" }] });
    const structured = [field("data", '{"a":1}', typed("application/json")), field("html", "<p>", typed("text/html"))];
    expect(form(...structured)).toEqual({
      fields: [
        ["data", '{"a":1}'],
        ["html", "<p>"],
      ],
      files: [],
    });
    // A file without a name, and an empty one with a name, are files.
    expect(form(field("a", "x", '; filename=""'), field("b", "", '; filename="b"')).files).toHaveLength(2);
    expect(form(...Array.from({ length: 100 }, () => empty)).files).toEqual([]);
    expect(form(field("a", "x", '; filename="; name=other"')).files).toMatchObject([{ name: "a" }]);
  },
);

verifies("webhooks:files:form", "names are read as browsers write them", () => {
  const names = ["a%22b", 'a\\"b', "C:\\dir", "line%0D%0Aend", "100%"];
  expect(form(...names.map((name) => field(name, ""))).fields.map(([name]) => name)).toEqual([
    'a"b',
    'a"b',
    "C:\\dir",
    "line\r\nend",
    "100%",
  ]);
});
