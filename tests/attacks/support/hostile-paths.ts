import { randomNumbers } from "../../../bench/load/random-numbers.ts";

/** Pieces of attackers' paths: each is harmless to one server and means something else to the next. */
const dots =
  ". .. ... %2e %2E %2e%2e .%2e %2E. %252e%252e %25%32%65 ..; .;x=1 ..%3b %c0%ae%c0%ae %e0%80%ae %u002e .%00 %2e%00 .%09. ..%20 ..%c2%a0";
const slashes =
  "/ // /// %2f %2F %5c %5C %252f %25%32%66 %c0%af %e0%80%af %u2215 %ef%bc%8f %e2%88%95 %e2%81%84 \\ %00/ /%0a /;/ /./ ;/";
const names =
  "Wire wire WIRE Wire.fmp12 Wire.FMP12 Wire.fmp12. Wire%20 W%69re W%C4%B1re %EF%BC%B7ire Wir%C3%A9 Wire.fmp12.fmp12 Wire%00 Wire;x Wire%3bx Wire%2fOther Other Other.fmp12 Secrets ~ * @ $batch $metadata $entity %24batch";
const words =
  "layouts Layouts LAYOUTS l%61youts records _find script scripts containers sessions Sessions s%65ssions globals databases productInfo validateSession L 1 %F0%9F%94%91 %C3%BC u%CC%88 A%2FB A%2f..%2fB contacts('a%2Fb') admin api server data odata v4 vLatest";
const odd =
  "% %2 %zz %00 %0d%0a %0a %7f %c2%85 %ff %fe %ed%a0%80 %f4%90%80%80 ? # & = + , : ' ( ) ! * ~ @ | ^ ` { } [ ]";
const heads = [
  "/svc/fmi/data/vLatest/databases/",
  "/svc/fmi/data/v1/databases/",
  "/svc/fmi/data/v2/Databases/",
  "/svc/fmi/data/vLatest/",
  "/svc/fmi/data/",
  "/svc/fmi/odata/v4/",
  "/svc/fmi/odata/v4",
  "/svc/fmi/odata/V4/",
  "/svc/fmi/",
  "/svc/",
  "/svc//fmi/data/vLatest/databases/",
  "/SVC/fmi/data/vLatest/databases/",
  "/svc/%66mi/data/vLatest/databases/",
  "http://other.example.test/svc/fmi/data/vLatest/databases/",
  "//other.example.test/svc/fmi/odata/v4/",
] as const;
/** Valid prefixes and names occur more often, because the invalid part after them is under test. */
const usual = ["/svc/fmi/data/vLatest/databases/Wire.fmp12/layouts/L", "/svc/fmi/odata/v4/Wire/contacts"] as const;
const pieces = { dots, slashes, names, words, odd };
const lists = Object.values(pieces).map((text) => text.split(" "));

/** Generates `count` targets; the same seed gives the same targets. */
export function* hostileTargets(seed: number, count: number): Generator<string> {
  const random = randomNumbers(seed);
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const slash = () => (random() < 0.75 ? "/" : one(lists[1] as string[]));
  for (let made = 0; made < count; made += 1) {
    let target = random() < 0.5 ? one(usual) : `${one(heads)}${random() < 0.6 ? "Wire" : one(lists[2] as string[])}`;
    for (let more = Math.floor(random() * 5); more > 0; more -= 1)
      target += slash() + (random() < 0.55 ? one(lists[3] as string[]) : one(one(lists)));
    if (random() < 0.15) target += one(lists[0] as string[]);
    if (random() < 0.1) target += `?${one(one(lists))}=${one(one(lists))}`;
    yield target;
  }
}

/**
 * Returns the path that the most lenient server would read from a target: decoded, backslashes replaced, parameters removed, slashes
 * merged, dot segments resolved.
 */
export function walked(target: string): string {
  const [path = ""] = target.split("?", 1);
  const decoded = Buffer.from(
    path.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    "latin1",
  ).toString();
  const kept: string[] = [];
  for (const segment of decoded.replaceAll("\\", "/").split("/")) {
    const name = segment.split(";", 1)[0] as string;
    if (name === "..") kept.pop();
    else if (name !== "" && name !== ".") kept.push(name);
  }
  return `/${kept.join("/")}`;
}

/**
 * Targets that a key of Wire.fmp12 may reach: that file by the two APIs that accept keys, and paths that reveal nothing about other files.
 */
export const insideOfWire =
  /^\/fmi\/(?:data\/(?:v1|v2|vLatest)(?:\/databases(?:\/Wire\.fmp12(?:\/.*)?)?|\/productInfo|\/validateSession)|odata\/v4(?:\/\$metadata|\/Wire(?:\/.*)?)?)$/is;

/** True if nothing about a target is unusual, so that rejecting it would be a bug. */
export function isPlain(target: string): boolean {
  return /^\/svc\/fmi\/(?:data\/(?:vLatest|v1)\/databases\/(?:W|w)ire(?:\.fmp12)?\/layouts(?:\/(?:L|1|records|script|containers|%C3%BC)){0,4}|odata\/v4\/Wire\/contacts(?:\/(?:L|1|records|%C3%BC)){0,4})$/.test(
    target,
  );
}
