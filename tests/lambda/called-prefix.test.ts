import { expect } from "vitest";
import { withCalledPrefix } from "../../functions/lambda/viewer-request.ts";
import { readAwsSettings } from "../../functions/settings/aws.ts";
import { awsVariables } from "../support/aws/aws-variables.ts";
import { collectedEntry } from "../support/aws/lambda-entries.ts";
import { restEvent } from "../support/aws/streaming-runtime.ts";
import { verifies } from "../support/verifies.ts";

const pathOf = (path: string, headers: Readonly<Record<string, string>>) =>
  withCalledPrefix(restEvent("GET", path, { headers }), ["otto"]).path;

verifies("runtime:aws:alias", "a function gets the path that the client called, and answers under it", async () => {
  const ours = { "X-Latchkey-Prefix": "otto" };
  expect(pathOf("/svc/api/webhooks", ours)).toBe("/otto/api/webhooks");
  expect(pathOf("/svc/.well-known/oauth-protected-resource/mcp/a", ours)).toMatch(/^\/otto\/\.well-known\//);
  expect(pathOf("/svc/fmi/data/v1/databases/A%2FB", ours)).toBe("/otto/fmi/data/v1/databases/A%2FB");
  // Well-known paths at the root name the prefix at their end.
  const atRoot = "/.well-known/oauth-protected-resource/otto/mcp/a";
  expect(pathOf(atRoot, ours)).toBe(atRoot);
  for (const headers of [{}, { "x-latchkey-prefix": "fm" }, { "x-latchkey-prefix": "svc" }])
    expect(pathOf("/svc/api/webhooks", headers), JSON.stringify(headers)).toBe("/svc/api/webhooks");

  const seen: unknown[] = [];
  const entry = collectedEntry(
    async ({ prefix, target, headers, answer }) => {
      seen.push(prefix, target, headers);
      answer.writeHead(200, []);
      answer.end();
    },
    [],
    { secrets: [], servesDirectCalls: false, aliases: ["otto"] },
  );
  await entry(restEvent("GET", "/svc/api/webhooks", { headers: { ...ours, Accept: "*/*" } }));
  expect(seen).toEqual(["otto", "/api/webhooks", ["Accept", "*/*"]]);
});

verifies("runtime:aws:alias", "an alias that is the prefix itself is none", () => {
  const aliases = (alias: string) =>
    readAwsSettings({ ...awsVariables, SERVICE_PREFIX: "svc", SERVICE_PREFIX_ALIASES: alias }).SERVICE_PREFIX_ALIASES;
  expect([aliases("otto"), aliases("svc"), aliases("")]).toEqual([["otto"], [], []]);
});
