import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Process } from "#shared/processes/contract.ts";
import type { WorldInput } from "../../../../sandbox/fmserver/world/schema/world-schema.ts";
import type { AHost } from "../../../agent/support/a-host.ts";
import { shownProcess } from "../../../processes/support/final-process.ts";
import { aSandboxHost } from "../../../server/support/a-sandbox-host.ts";
import { type TestService, testService } from "../../../support/test-service.ts";

/** Service whose sandbox is on disk, with files that the patches apply to, and a folder for its agents. */
export interface PatchSetup {
  readonly service: TestService;
  readonly host: AHost;
  /** Returns the names of a file's tables, as the server has it open. */
  tables(file: string): readonly string[];
  status(file: string): string | undefined;
  /** Writes a patch in Documents. */
  patch(name: string, xml: string): string;
  apply(body: object): ReturnType<TestService["admin"]>;
  /** Starts a patch and waits for its end, turning the clock meanwhile. */
  applied(body: object): Promise<Process>;
  ended(processId: number): Promise<Process>;
  /** Returns files that a process has left in the hosting folders and in Backups. */
  orphans(processId: number): readonly string[];
  log(id: number): Promise<string>;
  stop(): Promise<void>;
}

const account = { name: "Admin", password: "canary-of-the-patch" };
const table = (name: string) => ({ name, fields: [{ name: "text" }], records: [{ values: { text: "kept" } }] });

function world(version: string): WorldInput {
  const file = (name: string) => ({ name, accounts: [account], hasGuids: true, tables: [table(name)] });
  return {
    server: { version },
    admin: { accounts: [{ name: "admin", password: "admin-pass" }], closeGraceSeconds: 0 },
    databases: [
      file("Contacts"),
      file("Orders"),
      { ...file("Archive"), status: "CLOSED" },
      { ...file("Huge"), sizeBytes: 2_000_000_000_000 },
      { ...file("Payroll"), encryptionKey: "canary-of-the-key" },
    ],
  };
}

/** Returns a patch that adds a table with a field. */
export function adding(name: string): string {
  return `<?xml version="1.0"?><FMUpgradeToolPatch><AddAction>
    <BaseTableCatalog><BaseTable name="${name}"/></BaseTableCatalog>
    <FieldCatalog><FieldsForTables><BaseTableReference name="${name}"/>
      <ObjectList><Field name="text" datatype="Text"/></ObjectList></FieldsForTables></FieldCatalog>
  </AddAction></FMUpgradeToolPatch>`;
}

/** Patch whose table already exists. */
export const failing =
  '<FMUpgradeToolPatch><AddAction><BaseTableCatalog><BaseTable name="Contacts"/></BaseTableCatalog></AddAction></FMUpgradeToolPatch>';

export async function aPatchSetup(version = "26.0.1.68"): Promise<PatchSetup> {
  const top = mkdtempSync(join(tmpdir(), "latchkey-patch-"));
  const path = join(top, "FileMaker Server");
  const service = await testService({ sandbox: { world: world(version), folder: path } });
  const data = join(path, "Data");
  const host = {
    ...aSandboxHost(path, join(top, "agent")),
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
  const apply = (body: object) => service.admin("POST", "/svc/api/fm-file/apply-patch", body);
  const ended = async (id: number): Promise<Process> => {
    for (;;) {
      const process = await shownProcess(service, id);
      if (process.endedAt !== null) return process;
      await service.turn(300);
    }
  };

  return {
    service,
    host,
    tables: (file) => [...(service.sandbox.world.database(file)?.tables.keys() ?? [])],
    status: (file) => service.sandbox.world.database(file)?.status,
    patch: (name, xml) => host.write(join("Data", "Documents", name), xml),
    apply,
    async applied(body) {
      const { body: answer } = await apply(body);
      const id = answer.response.processId;
      if (typeof id !== "number") throw new Error(JSON.stringify(answer));
      return ended(id);
    },
    ended,
    orphans: (id) => [
      ...readdirSync(join(data, "Databases")).filter((name) => name.startsWith(".")),
      ...readdirSync(join(data, "Backups")).filter((name) => name === `Before_patches_${id}`),
    ],
    async log(id) {
      const text = await service.admin("GET", `/svc/api/processes/${id}/log.txt`);
      return text.text;
    },
    async stop() {
      await service.stop();
      rmSync(top, { recursive: true, force: true });
    },
  };
}

export function bytesOf({ host }: PatchSetup, file: string): Buffer {
  return readFileSync(join(host.path, "Data", "Databases", `${file}.fmp12`));
}
