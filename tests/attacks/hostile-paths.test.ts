import { afterAll, expect, test } from "vitest";
import { strays } from "../support/http/ended-calls.ts";
import { generatedCalls } from "../support/http/hostile-calls.ts";
import { wireUpstream } from "../support/http/wire-upstream.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { fullCounts } from "./support/full-counts.ts";
import { hostileTargets, insideOfWire, isPlain, walked } from "./support/hostile-paths.ts";
import { hasNginx, startNginx } from "./support/nginx.ts";

if (!hasNginx())
  console.warn(
    "\nNGINX IS NOT INSTALLED: no real one walks the paths that pass. Install Debian's package nginx-light.\n",
  );

const count = fullCounts ? 1_000_000 : 6_000;
const seed = 20_261_123;
const atOnce = 16;

const upstream = await wireUpstream();
const nginx = hasNginx() ? await startNginx(upstream.origin) : undefined;
const service = await testService({ dataApiUrl: nginx?.origin ?? upstream.origin });
afterAll(async () => {
  await service.stop();
  await nginx?.close();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"], isOData: true });
const headers = ["Authorization", `Bearer ${key}`];

/**
 * True for OData's list of files in JSON, and for its metadata: the service reads both, and removes the files that the key doesn't open.
 */
const isListOfFiles = (target = "") => /^\/fmi\/odata\/v4(?:\/(?:\$|%24)metadata)?\/?(?:\?|$)/.test(target);
const listOfFiles = JSON.stringify({ value: [{ name: "Wire" }, { name: "Foreign" }] });

verifies("proxy:path:walked", async () => {
  upstream.answers((request, response) => {
    if (isListOfFiles(request.url)) {
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(listOfFiles);
      return;
    }
    const seen = { target: request.url, walked: request.headers["x-walked"] };
    response.writeHead(200, { "Content-Type": "application/json", "X-Arrived": "1" });
    response.end(JSON.stringify(seen));
  });
  const { send, close } = generatedCalls(service.baseUrl);
  const targets = hostileTargets(seed, count);
  const faults: string[] = [];
  let passed = 0;
  const worker = async () => {
    for (const target of targets) {
      const answer = await send({ method: "GET", target, headers, body: undefined });
      const hasArrived = answer.headers["x-arrived"] !== undefined;
      if (hasArrived) passed += 1;
      const fault = hasArrived ? faultOfPassed(answer.text) : faultOfRefused(target, answer);
      if (fault !== undefined) faults.push(`${target}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  close();
  expect(faults.slice(0, 20)).toEqual([]);
  // Both outcomes occurred often enough for a meaningful result.
  expect(passed).toBeGreaterThan(count / 20);
  expect(count - passed).toBeGreaterThan(count / 4);
});

/** Describes the fault of a call that arrived; undefined if every reading of its path is in the key's file. */
function faultOfPassed(text: string): string | undefined {
  const { target, walked: byNginx } = JSON.parse(text) as { target: string; walked?: string };
  if (!insideOfWire.test(walked(target))) return `arrived at ${walked(target)}`;
  if (nginx !== undefined && !insideOfWire.test(byNginx ?? "")) return `nginx took it for ${byNginx}`;
  const [path = ""] = target.split("?", 1);
  // Slashes within names that users chose are allowed.
  const inNames = path.replace(/%2f(?!\.{1,2}(?:%2f|\/|$))/gi, "_");
  if (strays(inNames, path.startsWith("/fmi/odata") ? "/fmi/odata" : "/fmi/data"))
    return `can be read otherwise: ${target}`;
  return undefined;
}

function faultOfRefused(
  target: string,
  { status, text }: { readonly status: number; readonly text: string },
): string | undefined {
  if (isPlain(target) && status !== 200) return `is plain and was answered with ${status}`;
  if (text.includes("Foreign")) return `was answered with another file: ${text}`;
  // The service's own pages and lists, or FileMaker's own list of files for the key: nothing from the server behind it.
  return status === 200 || status === 302 || (status >= 400 && status < 500)
    ? undefined
    : `was answered with ${status}`;
}

test("the reference model resolves paths like servers do", () => {
  expect(walked("/a/b/../c")).toBe("/a/c");
  expect(walked("/a/%2e%2e/%2e/c%2f..%5c..\\d")).toBe("/d");
  expect(walked("/a/..;x=1/b;c/d?e/../..")).toBe("/b/d");
  expect(insideOfWire.test(walked("/fmi/data/vLatest/databases/Wire.fmp12/../Other/layouts"))).toBe(false);
  expect(insideOfWire.test("/fmi/data/vLatest/databases/Wire.fmp12x")).toBe(false);
  expect(insideOfWire.test("/fmi/odata/v4/Wire/contacts")).toBe(true);
});
