import type { APIGatewayProxyEvent } from "aws-lambda";
import { expect, test } from "vitest";
import { withViewerAddress } from "../../functions/lambda/viewer-request.ts";
import { verifies } from "../support/verifies.ts";

const proof = "rMhKuLm5VlyhQkdkWcSjnh0m8vvZyKCxYPUbKZ4vwNc";
const cloudFront = "198.51.100.9";

verifies("access:address:viewer", () => {
  const proven = { "X-Latchkey-Edge": [proof] };
  for (const [forwarded, expected] of [
    [[`203.0.113.7, ${cloudFront}`], "203.0.113.7"],
    [["203.0.113.7"], "203.0.113.7"],
    // Values sent by the viewer are further left.
    [[`10.0.0.1, 203.0.113.7, ${cloudFront}`], "203.0.113.7"],
    [["10.0.0.1", `203.0.113.7, ${cloudFront}`], "203.0.113.7"],
    [[`2001:db8::7, ${cloudFront}`], "2001:db8::7"],
    [[`203.0.113.7:4711, ${cloudFront}`], "203.0.113.7"],
    [[`[2001:db8::7]:4711, ${cloudFront}`], "2001:db8::7"],
    [[`nonsense, ${cloudFront}`], cloudFront],
    [[cloudFront], cloudFront],
    [[], cloudFront],
  ] as const) {
    expect(addressOf({ ...proven, "X-Forwarded-For": [...forwarded] }), forwarded.join(" | ")).toBe(expected);
  }
});

verifies(
  "access:address:viewer",
  "a caller that bypasses CloudFront counts by the address of its own connection",
  () => {
    const forwarded = { "X-Forwarded-For": [`203.0.113.7, ${cloudFront}`] };
    for (const headers of [{}, { "X-Latchkey-Edge": ["another"] }, { "x-latchkey-edge": [proof, proof] }])
      expect(addressOf({ ...forwarded, ...headers })).toBe(cloudFront);
    expect(addressOf({ ...forwarded, "X-Latchkey-Edge": [""] }, [])).toBe(cloudFront);
  },
);

test("the proof isn't forwarded", () => {
  const { headers, multiValueHeaders } = withViewerAddress(event({ "x-LATCHKEY-edge": [proof], Accept: ["*/*"] }), [
    proof,
  ]);
  expect(headers).toEqual({ Accept: "*/*" });
  expect(multiValueHeaders).toEqual({ Accept: ["*/*"] });
});

function addressOf(headers: Record<string, string[]>, known: readonly string[] = [proof]): string {
  return withViewerAddress(event(headers), known).requestContext.identity.sourceIp;
}

function event(multiValueHeaders: Record<string, string[]>): APIGatewayProxyEvent {
  const headers = Object.fromEntries(Object.entries(multiValueHeaders).map(([name, values]) => [name, values.at(-1)]));
  // The fields of an event that are read; AWS defines the rest.
  return { headers, multiValueHeaders, requestContext: { identity: { sourceIp: cloudFront } } } as APIGatewayProxyEvent;
}
