import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { SettingRefused } from "../../functions/settings/setting-refused.ts";
import { checkConcurrency } from "../../scripts/deployment/concurrency.ts";

const caller = {
  region: "eu-central-1",
  credentials: { accessKeyId: "AKIADEPLOY", secretAccessKey: "a secret of its own" },
};

/** Starts Lambda's account settings, as its API reference describes them. */
async function accountWith(status: number, answer: object): Promise<readonly string[]> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const [, service] = /\/eu-central-1\/(\w+)\/aws4_request/.exec(request.headers.authorization ?? "") ?? [];
    calls.push(`${request.method} ${request.url} ${service}`);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("AWS_ENDPOINT_URL_LAMBDA", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    server.close();
    vi.unstubAllEnvs();
  });
  return calls;
}

const limitOf = (ConcurrentExecutions: number) => ({
  AccountLimit: { ConcurrentExecutions, UnreservedConcurrentExecutions: ConcurrentExecutions },
  AccountUsage: { FunctionCount: 0 },
});

test("a deployment warns of the low limit of a new account", async () => {
  const calls = await accountWith(200, limitOf(10));
  expect(await checkConcurrency(caller, {})).toContain("only 10 functions at once in eu-central-1");
  expect(calls).toEqual(["GET /2016-08-19/account-settings/ lambda"]);
});

test("a usual limit needs no warning, and allows reservations that leave 100", async () => {
  await accountWith(200, limitOf(1_000));
  expect(await checkConcurrency(caller, {})).toBeUndefined();
  expect(await checkConcurrency(caller, { proxyConcurrency: "800", eventsConcurrency: "100" })).toBeUndefined();
  const tooMuch = checkConcurrency(caller, { proxyConcurrency: "801", eventsConcurrency: "100" });
  await expect(tooMuch).rejects.toThrow(SettingRefused);
});

test("missing permission for the question doesn't stop the deployment", async () => {
  await accountWith(403, { Message: "not authorized" });
  expect(await checkConcurrency(caller, { proxyConcurrency: "50" })).toContain("Couldn't read Lambda's limit");
});
