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
