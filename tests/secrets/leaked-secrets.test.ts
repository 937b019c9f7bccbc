import { expect } from "vitest";
import { startServer } from "../../sandbox/fmserver/server.ts";
import { refuseLeaked, refuseLeakedToTools } from "../support/secrets/leaked-secrets.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const password = "a canary of a file";
const sandbox = await startServer({
  world: {
    admin: { accounts: [{ name: "admin", password: "canary of an administrator" }] },
    databases: [{ name: "Vault", encryptionKey: "canary of a key", accounts: [{ name: "Ada", password }] }],
  },
});
await sandbox.close();
const { world } = sandbox;

verifies(
  "secrets:canary:everywhere",
  "every test service and agent searches for them at its end, and says where they were",
  () => {
    expect(() => refuseLeaked(world, { log: Buffer.from("Ada signed in") })).not.toThrow();
    for (const [secret, owner] of [
      [password, "password of Ada in Vault"],
      ["canary of a key", "key of Vault"],
      ["canary of an administrator", "password of admin"],
    ] as const)
      for (const text of [secret, encodeURIComponent(secret), Buffer.from(`x:${secret}`).toString("base64")])
        expect(() => refuseLeaked(world, { journal: Buffer.from(`{"said":"${text}"}`) })).toThrow(
          new Error(`Secrets were spoken: ${owner} in journal`),
        );
  },
);

verifies("secrets:canary:everywhere", "a service with one of them in its log fails at its end", async () => {
  const service = await testService();
  service.runtime.platform.log.error({ event: "test", reason: "demo-pass" });
  await expect(service.stop()).rejects.toThrow(/^Secrets were spoken: password of api in Contacts in /);
});

verifies("secrets:canary:everywhere", "only the file tools can have them in their arguments", () => {
  const started = (tool: string, words: string, variable: string) => () =>
    refuseLeakedToTools({ world, toolStarts: [{ tool, arguments: [words], environment: { VARIABLE: variable } }] });
  expect(started("fmsadmin", "close", "")).not.toThrow();
  expect(started("FMDeveloperTool", password, "")).not.toThrow();
  expect(started("fmsadmin", password, "")).toThrow("password of Ada in Vault in start 0 of fmsadmin");
  for (const tool of ["fmsadmin", "FMDeveloperTool", "FMUpgradeTool", "FMDataMigration"])
    expect(started(tool, "", password), tool).toThrow(`in start 0 of ${tool}`);
});
