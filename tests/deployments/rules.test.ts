import { expect } from "vitest";
import { jitBuildId } from "#shared/deployments/jit-build-id.ts";
import { FileOperation, SubDeployment } from "#shared/deployments/request/contract.ts";
import { deployedFile } from "#shared/deployments/task-fields.ts";
import { verifies } from "../support/verifies.ts";

const account = { fileName: "Contacts", user: "Admin", password: "pw" };
const migrate = (dataMigrationOptions?: object) =>
  FileOperation.parse({
    ...{ operation: "migrate", clone: account, dataSource: account, target: { fileName: "Contacts" } },
    dataMigrationOptions,
  });

verifies("deployments:run:options", () => {
  const asked = {
    ...{ "-ignore_valuelists": true, "-ignore_accounts": true, "-ignore_fonts": true, "-reevaluate": true },
    ...{ "-rebuildindexes": true, "-v": true, "-target_locale": "de" },
  };
  const flags = ["-ignore_valuelists", "-ignore_accounts", "-ignore_fonts", "-reevaluate", "-rebuildindexes", "-v"];
  expect(deployedFile(migrate(asked))).toMatchObject({ flags, locale: "de" });
  expect(deployedFile(migrate({ "-reevaluate": true, "-v": false }))).toMatchObject({ flags: ["-reevaluate"] });
  expect(deployedFile(migrate())).toMatchObject({ flags: [] });
});

verifies("builds:jit:id", "the same work has the same id, and other work another", () => {
  const work = (name: string | null, operation = "replace", fileName = "Contacts") =>
    SubDeployment.parse({
      name,
      source: { type: "build_inbox", buildId: "any" },
      fileOperations: [
        operation === "migrate" ? migrate() : { operation, source: { fileName }, target: { fileName: "Live" } },
      ],
    });
  const id = jitBuildId("https://dev.example.com", work("Contacts"));
  expect(jitBuildId("https://dev.example.com/", work("Contacts", "replace", "contacts.fmp12"))).toBe(id);
  for (const [server, other] of [
    ["https://other.example.com", work("Contacts")],
    ["https://dev.example.com", work("Orders")],
    ["https://dev.example.com", work(null)],
    ["https://dev.example.com", work("Contacts", "replace", "Orders")],
    ["https://dev.example.com", work("Contacts", "migrate")],
  ] as const)
    expect(jitBuildId(server, other)).not.toBe(id);
});
