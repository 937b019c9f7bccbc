import { existsSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { anOffsiteSetup } from "../backups/support/an-offsite-setup.ts";
import { verifies } from "../support/verifies.ts";
import { aTerminal } from "./support/a-terminal.ts";

const offsite = await anOffsiteSetup("files");
const { server, setRecords } = offsite;
const user = aTerminal({
  LATCHKEY_URL: `${server.service.baseUrl}/svc`,
  LATCHKEY_KEY: await server.service.anAdminKey(),
});
afterAll(async () => {
  user.remove();
  await offsite.stop();
});

const recordsOf = (file: string) => {
  const [table] = server.service.sandbox.world.database(file)?.tables.values() ?? [];
  return table?.records.size;
};

verifies("cli:offsite:restored", async () => {
  const ran = await user.latchkey(["offsite", "run", "Nightly", "--wait", "--json"]);
  expect(ran.exitCode, ran.stderr).toBe(0);
  const { backup } = JSON.parse(ran.stdout).run;
  const listed = await user.latchkey(["offsite", "backups", "Nightly"]);
  expect([listed.exitCode, listed.stdout]).toEqual([0, expect.stringContaining(backup)]);

  const inFolder = await user.latchkey(["offsite", "restore", "Nightly", "--folder", "of Friday", "--wait"]);
  expect([inFolder.exitCode, inFolder.stderr]).toEqual([0, expect.stringContaining(`Backup: ${backup}`)]);
  for (const name of ["Contacts", "Orders"])
    expect(existsSync(server.at("Data", "Backups", "Latchkey Restores", "of Friday", `${name}.fmp12`))).toBe(true);

  setRecords(1);
  const words = ["offsite", "restore", "Nightly", "Contacts", "--backup", backup, "--to", "here", "--wait"];
  const refused = await user.latchkey(words);
  expect([refused.exitCode, refused.stdout]).toEqual([2, ""]);
  expect(recordsOf("Contacts")).toBe(1);
  const replaced = await user.latchkey([...words, "--yes"]);
  expect(replaced.exitCode, replaced.stderr).toBe(0);
  expect(recordsOf("Contacts")).toBe(2);

  const unknown = await user.latchkey(["offsite", "run", "Monthly"]);
  expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringMatching(/^latchkey: /)]);
});
