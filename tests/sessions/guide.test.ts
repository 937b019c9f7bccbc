import { readFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { runShell, runTypeScript } from "../docs/code-runners.ts";
import { aBrowser } from "../support/http/a-browser.ts";
import { codeOn } from "../support/http/a-command-line.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const guide = readFileSync(new URL("../../docs/guides/sign-in.md", import.meta.url), "utf8");
const variables = { BASE_URL: service.baseUrl, ACCOUNT: "admin", PASSWORD: "admin-pass" };

/** Returns the only code block that contains these words. */
function blockWith(words: string): string {
  const blocks = [...guide.matchAll(/```(?:sh|ts)\n(.*?)```/gs)].map(([, code = ""]) => code);
  const [block, ...others] = blocks.filter((code) => code.includes(words));
  if (block === undefined || others.length > 0) throw new Error(`Not one block of the guide holds ${words}`);
  return block;
}

verifies("sessions:guide:works", "signing in with TypeScript", async () => {
  const logged = await runTypeScript(blockWith("ACCOUNT, pass"), variables);
  expect(logged).toEqual(["admin", expect.stringMatching(/^\d{4}-/)]);
});

verifies("sessions:guide:works", "sessions with curl", async () => {
  const printed = await runShell(blockWith("cookie-jar"), variables);
  expect(printed.match(/"code":0/g)).toHaveLength(5);
});

verifies("sessions:guide:works", "the audit trail with curl", async () => {
  const printed = JSON.parse(await runShell(blockWith("/svc/api/audit"), variables));
  expect(printed.response.entries[0]).toMatchObject({ action: "signOut", actor: "session:admin" });
});

verifies("sessions:guide:works", "a program on a command line", async () => {
  const person = aBrowser(service);
  await person.signIn();
  // In the guide the user copies the address; here it is known in advance.
  const hash = "c0ffee".repeat(4);
  const code = blockWith("checkHash")
    .replace(/^hash=.*$/m, `hash=${hash}`)
    .replace("sleep 0.5", ":");
  const page = `/svc/wizard/${hash}`;
  await person.call("GET", page);
  const running = runShell(code, variables);
  let shown = await person.call("GET", page);
  while (!shown.text.includes('class="code"')) shown = await person.call("GET", page);
  await person.call("POST", page, {
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ action: "allow", code: codeOn(shown) }).toString(),
  });
  expect(await running).toContain('"kind":"command-line"');
});
