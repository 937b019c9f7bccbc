import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, expect } from "vitest";
import { aBrowser } from "../support/http/a-browser.ts";
import { compiledCode } from "../support/programs/compiled-code.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
const program = new URL("../../local-runtime/sign-in-code.ts", import.meta.url).pathname;
const run = (dataDir: string) =>
  promisify(execFile)(process.execPath, [program], {
    env: { PATH: process.env.PATH, ...compiledCode, DATA_DIR: dataDir },
  });

verifies("sessions:sign-in:code", "by npm run sign-in-code, next to the running service", async () => {
  service.sandbox.faults.set({ kind: "stopped" });
  const { stdout, stderr } = await run(service.dataDir);
  expect(stdout).toMatch(/^si(-[0-9a-z]{4}){5}\n$/);
  expect(stderr).toMatch(/^The code works once, until 20/);
  const browser = aBrowser(service);
  const answer = await browser.call("POST", "/svc/api/session", { json: { code: stdout.trim() } });
  expect(answer).toSucceed();
  service.sandbox.faults.clear();
  const { openedBy } = answer.body.response.session;
  // The program uses the machine's clock, so for the service its entry is from another day.
  const entries = (await service.rows("audit#")).map(({ fields }) => fields);
  expect(entries.filter(({ action }) => action === "createSignInCode")).toMatchObject([
    {
      actor: expect.stringMatching(/^host:./),
      outcome: "done",
      objects: [openedBy],
      userAgent: "npm run sign-in-code",
    },
  ]);
  expect(JSON.stringify(entries)).not.toContain(stdout.trim());
});

verifies("sessions:sign-in:code", "a code is rejected if no service has stored anything", async () => {
  const refused = run("/nowhere/data").catch((thrown: { readonly stderr: string }) => thrown.stderr);
  expect(await refused).toBe("DATA_DIR /nowhere/data has no data: start Latchkey first.\n");
});
