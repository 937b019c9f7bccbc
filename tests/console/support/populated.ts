import type { TestService } from "../../support/test-service.ts";

/** Adds content to every page: keys, a run, a schedule, and a note with everything that notes can contain. */
export async function populated(service: TestService): Promise<void> {
  await service.aKey({ label: "Web shop", allowAnyDatabase: true, isOData: true });
  await service.anAdminKey("Deploy script");
  await service.admin("POST", "/svc/api/processes", { kind: "keys.rewrap" });
  await service.admin("POST", "/svc/api/schedules", {
    name: "Nightly build",
    timing: { kind: "repeating", cron: "30 2 * * *", timeZone: "Europe/Berlin" },
    action: { kind: "build", input: { buildId: "nightly", files: [{ fileName: "Contacts" }] } },
  });
  await service.admin("POST", "/svc/api/alerts", {
    ...{ name: "Slow answers", metric: "timeToFirstByte", statistic: "p95", where: { file: "Contacts.fmp12" } },
    ...{ condition: "above", threshold: 1_500, forMinutes: 10 },
  });
  await service.admin("POST", "/svc/api/deployment/recipes", { name: "Release", request: aRelease });
  await service.admin("PUT", "/svc/api/file-notes/Contacts", { document: aNote });
}

const account = { user: "Admin", password: "full-access-pass" };
const aRelease = {
  deployments: [
    {
      source: { type: "build_inbox", buildId: "release-12" },
      fileOperations: [{ operation: "replace", source: { fileName: "Orders" }, target: { fileName: "Orders" } }],
    },
    {
      name: "Contacts by their names",
      source: { type: "local", fileNames: ["Contacts_dev"] },
      fileOperations: {
        ...{ regex: "^(.*)_dev$", replacement: "$1", source: account, target: account },
        files: [{ operation: "migrate", clone: { fileName: "Contacts_dev" } }],
      },
    },
  ],
};

const aNote = {
  type: "doc",
  content: [
    { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "Who looks after it" }] },
    {
      type: "paragraph",
      content: [
        { type: "text", text: "Ada, see " },
        { type: "text", text: "the manual", marks: [{ type: "link", attrs: { href: "https://manual.example.com" } }] },
        { type: "text", text: "dump", marks: [{ type: "code" }] },
      ],
    },
    { type: "codeBlock", content: [{ type: "text", text: "fmsadmin list files" }] },
  ],
};
