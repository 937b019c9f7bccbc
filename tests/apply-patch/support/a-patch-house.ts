import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WorldInput } from "../../../sandbox/fmserver/world/schema.ts";
import type { Process } from "../../../shared/processes/contract.ts";
import type { AHost } from "../../agent/support/a-host.ts";
import { shownProcess } from "../../processes/support/final-process.ts";
import { aSandboxHost } from "../../server-commands/support/a-sandbox-host.ts";
import { type House, house } from "../../support/house.ts";

/** A house whose sandbox lies on disk, with files that patches fit, and a place for agents of it. */
export interface PatchHouse {
  readonly home: House;
  readonly host: AHost;
  /** Names of the tables of a file, as the server has it open. */
  tables(file: string): readonly string[];
  status(file: string): string | undefined;
  /** Writes a patch below Documents. */
  patch(name: string, xml: string): string;
  apply(body: object): ReturnType<House["admin"]>;
  /** Starts it and waits for its end; the clock is turned meanwhile. */
  applied(body: object): Promise<Process>;
  ended(processId: number): Promise<Process>;
  /** Whatever a process has left below the hosting folders and in Backups. */
  leftovers(processId: number): readonly string[];
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

/** A patch that adds a table with a field. */
export function adding(name: string): string {
  return `<?xml version="1.0"?><FMUpgradeToolPatch><AddAction>
    <BaseTableCatalog><BaseTable name="${name}"/></BaseTableCatalog>
    <FieldCatalog><FieldsForTables><BaseTableReference name="${name}"/>
      <ObjectList><Field name="text" datatype="Text"/></ObjectList></FieldsForTables></FieldCatalog>
  </AddAction></FMUpgradeToolPatch>`;
}

/** A patch whose table is there already. */
export const failing =
  '<FMUpgradeToolPatch><AddAction><BaseTableCatalog><BaseTable name="Contacts"/></BaseTableCatalog></AddAction></FMUpgradeToolPatch>';

export async function aPatchHouse(version = "26.0.1.68"): Promise<PatchHouse> {
  const top = mkdtempSync(join(tmpdir(), "latchkey-patch-"));
  const path = join(top, "FileMaker Server");
  const home = await house({ sandbox: { world: world(version), folder: path } });
  const data = join(path, "Data");
  const host = {
    ...aSandboxHost(path, join(top, "agent")),
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
  const apply = (body: object) => home.admin("POST", "/svc/api/fm-file/apply-patch", body);
  const ended = async (id: number): Promise<Process> => {
    for (;;) {
      const process = await shownProcess(home, id);
      if (process.endedAt !== null) return process;
      await home.turn(300);
    }
  };

  return {
    home,
    host,
    tables: (file) => [...(home.sandbox.world.database(file)?.tables.keys() ?? [])],
    status: (file) => home.sandbox.world.database(file)?.status,
    patch: (name, xml) => host.write(join("Data", "Documents", name), xml),
    apply,
    async applied(body) {
      const { body: answer } = await apply(body);
      const id = answer.response.processId;
      if (typeof id !== "number") throw new Error(JSON.stringify(answer));
      return ended(id);
    },
    ended,
    leftovers: (id) => [
      ...readdirSync(join(data, "Databases")).filter((name) => name.startsWith(".")),
      ...readdirSync(join(data, "Backups")).filter((name) => name === `Before_patches_${id}`),
    ],
    async log(id) {
      const text = await home.admin("GET", `/svc/api/processes/${id}/log.txt`);
      return text.text;
    },
    async stop() {
      await home.stop();
      rmSync(top, { recursive: true, force: true });
    },
  };
}

/** The bytes of a hosted file. */
export function bytesOf({ host }: PatchHouse, file: string): Buffer {
  return readFileSync(join(host.path, "Data", "Databases", `${file}.fmp12`));
}
