import fc from "fast-check";
import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { hooks } from "../webhooks/support/hooks.ts";
import { fullCounts } from "./support/full-counts.ts";

const service = await testService();
afterAll(() => service.stop());
const { register, send, inbox } = await hooks(service);

/** Names and values of an event, as a parser that isn't ours reads them. */
type Values = readonly (readonly [string, string])[];

/** Event as it is sent, and its content by a reference. */
interface Sent {
  readonly path: "receiver" | "filereceiver";
  readonly query: string;
  readonly type: string;
  readonly body: Buffer;
  /** Throws if the payload has another content. */
  readonly compare: (payload: string, id: string) => void;
}

const ownNames = ["request-id", "files", "request-fields", "request-query", "__proto__", "constructor"];
const name = fc.oneof(
  fc.constantFrom("a", "a[]", "b", "Größe", "toString", "", "x.y", 'q"uote', ...ownNames),
  fc.string({ unit: "grapheme", maxLength: 8 }),
);
const value = fc.oneof(
  fc.constantFrom("", "1", "a, b", "+", "%41", "\r\n", "Zürich", "€"),
  fc.string({ unit: "grapheme", maxLength: 30 }),
);
const pairs = fc.array(fc.tuple(name, value), { maxLength: 8 });
const query = fc
  .oneof(fc.constant([]), pairs)
  .map((list) => list.filter(([key]) => !["apiKey", "includeQuery", "includeHeaders"].includes(key)));
const urlencoded = "application/x-www-form-urlencoded";

/** Returns all values of a form's payload by name, without Latchkey's own. */
function valuesOf(payload: string, path: Sent["path"], isQueried = false): ReadonlyMap<string, readonly string[]> {
  const { "request-fields": own = {}, ...fields } = JSON.parse(payload) as Record<string, unknown>;
  const added = ["request-id", ...(path === "filereceiver" ? ["files"] : []), ...(isQueried ? ["request-query"] : [])];
  const kept = Object.entries(fields).filter(([key]) => !added.includes(key));
  const all = [...kept, ...Object.entries(own as object)] as [string, string | string[]][];
  return new Map(all.map(([key, one]) => [key, [one].flat()]));
}

function expected(values: Values): ReadonlyMap<string, readonly string[]> {
  const byName = Map.groupBy(values, ([key]) => key);
  return new Map([...byName].map(([key, same]) => [key, same.map(([, one]) => one)]));
}

/** Adds a query, which the payload includes. */
function withQuery(event: Omit<Sent, "query">, list: Values): Sent {
  if (list.length === 0) return { ...event, query: "" };
  const text = new URLSearchParams(list.map(([key, one]): [string, string] => [key, one])).toString();
  return {
    ...event,
    query: text,
    compare(payload, id) {
      event.compare(payload, id);
      const { "request-query": own = {} } = JSON.parse(payload);
      const found = new Map(Object.entries(own as object).map(([key, one]) => [key, [one].flat()]));
      expect(found).toEqual(expected([...new URLSearchParams(text)]));
    },
  };
}

const address = fc.constantFrom("receiver" as const, "filereceiver" as const);

/** Forms as undici writes and reads them. */
const browserForm = fc
  .tuple(address, pairs, fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 1 }), query)
  .map(async ([path, list, files, queried]) => {
    const data = new FormData();
    for (const [key, one] of list) data.append(key, one);
    const attached = path === "filereceiver" ? files : [];
    for (const [at, bytes] of attached.entries()) data.append("file", new File([Uint8Array.from(bytes)], `${at}.bin`));
    const request = new Request("http://localhost", { method: "POST", body: data });
    const type = request.headers.get("content-type") ?? "";
    const body = Buffer.from(await request.arrayBuffer());
    const read = [...(await new Response(body, { headers: { "Content-Type": type } }).formData())];
    const texts = read.flatMap(([key, one]) => (typeof one === "string" ? [[key, one] as const] : []));
    const compare = (payload: string) => {
      expect(valuesOf(payload, path, queried.length > 0)).toEqual(expected(texts));
      if (path === "filereceiver")
        expect(JSON.parse(payload).files.map(({ sizeBytes }: { sizeBytes: number }) => sizeBytes)).toEqual(
          attached.map(({ length }) => length),
        );
    };
    return withQuery({ path, type, body, compare }, queried);
  });

/** Forms whose parts have charsets, which TextDecoder reads. */
const mailForm = fc
  .tuple(
    address,
    fc.array(
      fc.tuple(
        fc.constantFrom("utf-8", "iso-8859-1", "windows-1252", "koi8-r", "shift_jis", "utf-16le", "gb18030", ""),
        fc.uint8Array({ maxLength: 20 }),
      ),
      { maxLength: 6 },
    ),
  )
  .map(async ([path, parts]) => {
    const boundary = "boundary-of-a-mail";
    const chunks = parts.flatMap(([charset, bytes], at) => [
      `--${boundary}\r\nContent-Disposition: form-data; name="part${at % 3}"\r\n`,
      charset === "" ? "\r\n" : `Content-Type: text/plain; charset="${charset}"\r\n\r\n`,
      Buffer.from(bytes),
      "\r\n",
    ]);
    const body = Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk)));
    const compare = (payload: string) =>
      expect(valuesOf(payload, path)).toEqual(
        expected(
          parts.map(([charset, bytes], at) => [
            `part${at % 3}`,
            new TextDecoder(charset || "utf-8", { fatal: true }).decode(bytes),
          ]),
        ),
      );
    return { path, query: "", type: `multipart/form-data; boundary=${boundary}`, body, compare };
  });

/** URL-encoded forms in any spelling, which URLSearchParams reads. */
const encodedForm = fc
  .tuple(
    address,
    fc.oneof(
      pairs.map((list) => new URLSearchParams(list).toString()),
      fc
        .array(fc.constantFrom("a", "=", "&", "+", "%", "%41", "%C3%BC", "%2", "%zz", "%26", "b", "%00"), {
          maxLength: 20,
        })
        .map((list) => list.join("")),
      fc.array(fc.constantFrom("a", "=", "&", "%FF", "%C3"), { maxLength: 6 }).map((list) => list.join("")),
    ),
  )
  .map(async ([path, text]) => ({
    path,
    query: "",
    type: urlencoded,
    body: Buffer.from(text),
    compare(payload: string) {
      if (path === "receiver" && text.trim() !== "") return expect(payload).toBe(text);
      return expect(valuesOf(payload, path)).toEqual(expected([...new URLSearchParams(text)]));
    },
  }));

const spaces = fc.constantFrom("", " ", "\n", "\t");
const number = fc.constantFrom("0", "-0", "1.10", "12345678901234567890", "1e400", "1E-7", "0.1000");
const scalar = fc.oneof(
  number,
  value.map((text) => JSON.stringify(text)),
  fc.constantFrom("null", "true", "[]", "{ }"),
);

/** JSON in any spelling, whose text must stay as it is. */
const json = fc
  .tuple(address, fc.array(fc.tuple(name, spaces, scalar), { maxLength: 6 }), spaces)
  .map(async ([path, members, space]) => {
    const text = `${space}{${members.map(([key, gap, one]) => `${gap}${JSON.stringify(key)}:${gap}${one}`).join(",")}${space}}${space}`;
    const isOwn = members.some(([key]) => key === "request-id");
    const compare = (payload: string) => {
      const { "request-id": _, "request-fields": own = {}, ...rest } = JSON.parse(payload);
      if (!isOwn)
        return expect(lines(payload).startsWith(lines(text.slice(0, text.lastIndexOf("}")).trimEnd()))).toBe(true);
      const { "request-id": id, "request-fields": fields, ...sent } = JSON.parse(text);
      expect(rest).toEqual(sent);
      return expect(own).toEqual({ "request-id": id, ...(fields !== undefined && { "request-fields": fields }) });
    };
    return { path, query: "", type: "application/json", body: Buffer.from(text), compare };
  });

/** Text in any charset, which TextDecoder reads. */
const plain = fc
  .tuple(
    fc.constantFrom("utf-8", "iso-8859-1", "windows-1251", "euc-jp", "utf-16be"),
    fc.uint8Array({ minLength: 1, maxLength: 30 }),
    fc.constantFrom("text/plain", "application/xml"),
  )
  .map(async ([charset, bytes, type]) => ({
    path: "receiver" as const,
    query: "",
    type: `${type}; charset=${charset}`,
    body: Buffer.from(bytes),
    compare(payload: string) {
      const text = new TextDecoder(charset, { fatal: true }).decode(bytes);
      if (text.trim() !== "") expect(lines(payload)).toBe(lines(text));
    },
  }));

/** Returns text with the line ends of FileMaker, which stores no others. */
function lines(text: string): string {
  return text.replaceAll("\n", "\r");
}

const kinds = { browserForm, mailForm, encodedForm, json, plain };

verifies("webhooks:content:compared", async () => {
  const settings = { includeQuery: false, largestBytes: 100_000 };
  await register("generated", settings);
  await register("generated", settings, undefined, true);
  const total = fullCounts ? 10_000 : 150;
  const different: string[] = [];
  for (const [kind, arbitrary] of Object.entries(kinds)) {
    let accepted = 0;
    const events = fc.sample<Promise<Sent>>(arbitrary as fc.Arbitrary<Promise<Sent>>, {
      seed: 34,
      numRuns: total / Object.keys(kinds).length,
    });
    for (const made of events) {
      const { path, query: text, type, body, compare } = await made;
      const target = `/svc/${path}/Contacts/generated${text === "" ? "" : `?includeQuery&${text}`}`;
      const answer = await send("POST", target, { body, headers: { "Content-Type": type } });
      if (answer.status >= 300) {
        expect(answer.status, answer.text).toBe(415);
        continue;
      }
      accepted += 1;
      const { Payload } = await inbox(answer.body.messageRecordId);
      try {
        compare(Payload, answer.body.deliveryId);
      } catch (thrown) {
        different.push(`${kind} ${path} ${type} ${JSON.stringify(body.toString("latin1"))} → ${Payload}: ${thrown}`);
      }
    }
    expect(accepted, kind).toBeGreaterThan(events.length / 10);
  }
  expect(different.slice(0, 5)).toEqual([]);
});
