import fc from "fast-check";
import { afterAll, beforeEach, expect } from "vitest";
import { empty, wireUpstream } from "../../support/http/wire-upstream.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"] });
const base = "/fmi/data/vLatest/databases/Wire.fmp12";

beforeEach(() => upstream.answers(empty));

const ask = (path: string) => service.raw("GET", `/svc${path}`, { key });

/** Makes a call, and returns the target that reached the server. */
async function passedOn(path: string): Promise<string | undefined> {
  upstream.answers(empty);
  const answer = await ask(path);
  expect(answer, path).toSucceed();
  expect(upstream.calls).toHaveLength(1);
  return upstream.calls[0]?.target;
}

async function refusedAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) expect(await ask(path), path).toRefuseLikeFileMaker("path_refused");
  expect(upstream.calls).toEqual([]);
}

verifies("proxy:path:control", async () => {
  const characters = ["%00", "%01", "%0d%0a", "%1f", "%7f", "%c2%80", "%c2%9f", "%5c", "\\"];
  await refusedAll([
    ...characters.map((character) => `${base}/layouts/a${character}b/records`),
    ...characters.map((character) => `/fmi/data/vLatest/databases/W${character}ire/layouts`),
    `${base}/layouts/L/records/1%00`,
  ]);
});

verifies("proxy:path:control", "a segment that isn't percent-encoded UTF-8 is rejected with 400", async () => {
  await refusedAll(
    ["%", "%2", "%zz", "%ff", "%c3%28", "%ed%a0%80"].map((bytes) => `${base}/layouts/a${bytes}/records`),
  );
});

verifies("proxy:path:double-encoded", async () => {
  const twice = ["%252e%252e", "%252E.", "a%252fb", "a%252Fb", "a%255cb", "%25%32%65", "a%25%32fb"];
  await refusedAll(twice.map((segment) => `${base}/layouts/${segment}/records`));
});

verifies("proxy:path:empty-segment", async () => {
  await refusedAll([
    `${base}//layouts`,
    `${base}/layouts//records`,
    "/fmi/data//vLatest/databases/Wire",
    `${base}/layouts//`,
  ]);
});

verifies("proxy:path:slash-in-name", async () => {
  await refusedAll([
    "/fmi/data/vLatest/databases/Wire%2Ffmp12/layouts",
    "/fmi/data/vLatest/databases/Other%2F..%2FWire/layouts",
    "/fmi/data/vLatest%2Fdatabases/Wire/layouts",
    `${base}/layouts/L/records/1%2F2`,
    `${base}/layouts/L/records/1/containers/Photo/1%2f2`,
    `${base}/layouts/L%2frecords/%2Fx/1`,
    `${base}%2Flayouts/L`,
  ]);
});

verifies(
  "proxy:path:slash-in-name",
  "a path upward inside a name that can contain slashes is rejected with 400",
  async () => {
    await refusedAll([
      `${base}/layouts/a%2F..%2F..%2FOther%2Flayouts%2Fb/records`,
      `${base}/layouts/..%2Fb/records`,
      `${base}/layouts/a%2F.%2Fb/records`,
      `${base}/layouts/L/script/a%2F..`,
    ]);
  },
);

verifies("proxy:path:wide-forms", async () => {
  const wide = ["\uff0e", "\uff0f", "\uff3c"].map(encodeURIComponent);
  await refusedAll(
    wide.flatMap((letter) => [
      `/fmi/data/vLatest/databases/Wi${letter}re/layouts/L/records`,
      `/fmi/data/vLatest/databases/${letter}${letter}/layouts/L/records`,
    ]),
  );
});

verifies("proxy:path:trailing-slash", async () => {
  for (const path of [`${base}/layouts/`, `${base}/layouts/L/records/`]) expect(await passedOn(path)).toBe(path);
});

verifies("proxy:path:kept", async () => {
  const names = [
    ...["\uff0e\uff0e", "a\uff0fb", "\uff3c"].map(encodeURIComponent),
    "A%2FB",
    "a%2fb",
    "%2Fa",
    "Kontakte%20%C3%BCber",
    "%e6%bc%a2%E5%AD%97",
    "a+b",
    "a%2Bb",
    "%F0%9F%94%91",
    "50%25",
    "a.b",
    ".a",
    "...",
    "(x)'!*~@$&,;=:",
  ];
  for (const name of names) {
    for (const path of [
      `${base}/layouts/${name}/records`,
      `${base}/layouts/L/script/${name}`,
      `${base}/layouts/L/records/1/containers/${name}/1`,
    ])
      expect(await passedOn(path)).toBe(path);
  }
});

verifies("proxy:path:unchanged", "for any layout name and any query, in any mixture of encodings", async () => {
  const byte = (bytes: number) => `%${bytes.toString(16).padStart(2, "0")}`;
  const encoded = fc
    .tuple(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }), fc.boolean(), fc.boolean())
    .filter(([name]) => name.isWellFormed() && !hostile(name))
    .map(([name, lower, everything]) => {
      const text = everything
        ? [...Buffer.from(name)].map(byte).join("")
        : encodeURIComponent(name).replace(/%2[0bc]/gi, (code) => (code === "%20" ? code : decodeURIComponent(code)));
      return lower ? text.toLowerCase() : text;
    });
  const query = fc
    .array(
      fc.tuple(
        fc.constantFrom("_limit", "script.param", "x", "a%20b", "q[]"),
        fc.stringMatching(/^[A-Za-z0-9%+&=?/:;@!$'()*,._~-]{0,10}$/),
      ),
    )
    .map((pairs) => (pairs.length === 0 ? "" : `?${pairs.map((pair) => pair.join("=")).join("&")}`));
  await fc.assert(
    fc.asyncProperty(encoded, query, async (name, text) => {
      const path = `${base}/layouts/${name}/records${text}`;
      expect(await passedOn(path)).toBe(path);
    }),
    { numRuns: 150 },
  );
});

verifies("proxy:path:unchanged", "every path is rejected, or arrives unchanged", async () => {
  const piece = fc.constantFrom(
    ..."/ // . .. %2e %2E %2f %2F %5c \\ %00 %25 %252e ; : a L layouts records script containers 1 % + databases Wire Other.fmp12 sessions".split(
      " ",
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 10 }), async (pieces) => {
      upstream.answers(empty);
      const path = `${base}/layouts/${pieces.join("")}`;
      const { status } = await ask(path);
      expect([200, 400, 404]).toContain(status);
      const targets = upstream.calls.map(({ target }) => target);
      expect(targets).toEqual(status === 200 ? [path] : []);
      // The path that a web server in front would read from it stays in the file that the key opens.
      for (const target of targets)
        expect(new URL(decoded(target), "http://x").pathname).toMatch(
          /^\/fmi\/data\/vLatest\/databases\/Wire\.fmp12\//,
        );
    }),
    { numRuns: 300 },
  );
});

verifies("proxy:path:unchanged", "only the file's name is normalized", async () => {
  for (const spelling of ["wire", "WIRE.fmp12", "Wire.FMP12", "%57ire"]) {
    expect(await passedOn(`/fmi/data/v1/databases/${spelling}/layouts/a%2fB`)).toBe(
      "/fmi/data/v1/databases/Wire.fmp12/layouts/a%2fB",
    );
  }
});

verifies("proxy:query:key-removed", async () => {
  const own = `apiKey=${key}`;
  const rest = [
    "x=1&y=%7e%7E&z=a+b%20c",
    "_sort=%5B%7B%22fieldName%22%3A%22a%22%7D%5D",
    "a&=b&&c==d&apikey=x&ApiKey=y",
  ];
  for (const [query, kept] of [
    [`?${own}`, ""],
    ...rest.flatMap((text) => [
      [`?${own}&${text}`, `?${text}`],
      [`?${text}&${own}`, `?${text}`],
      [`?x=0&${own}&${text}`, `?x=0&${text}`],
      [`?${text}&%61pi%4bey=${key}`, `?${text}`],
    ]),
  ] as const) {
    upstream.answers(empty);
    expect(await service.raw("GET", `/svc${base}/layouts${query}`), query).toSucceed();
    expect(upstream.calls[0]?.target).toBe(`${base}/layouts${kept}`);
  }
});

/** True if a name that may contain slashes must be rejected. */
function hostile(name: string): boolean {
  return /[\p{Cc}\\]|%(?:2e|2f|5c)/iu.test(name) || name.split("/").some((part) => /^\.{1,2}(?:;|$)/.test(part));
}

function decoded(target: string): string {
  return target.replaceAll("%2f", "/").replaceAll("%2F", "/").replaceAll(/%2e/gi, ".");
}
