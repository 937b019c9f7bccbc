import { useState } from "react";
import { afterEach, expect, vi } from "vitest";
import { BackupFiles } from "../../../console/src/features/backups/restore/backup-files.tsx";
import { offsiteRestores } from "../../../shared/backups/restores/contract.ts";
import { verifies } from "../../support/verifies.ts";
import { answering } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

const { output } = offsiteRestores.listOffsiteBackupFiles.example;
const [file] = output.files;
const place = { remote_name: "aws-frankfurt", bucket_name: "fm-backups", remote_path: "production" };
const nameOf = (number: number) => `Sales Region ${String(number).padStart(3, "0")}.fmp12`;

function Files() {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return <BackupFiles place={place} backup="Daily" chosen={chosen} error={undefined} onChange={setChosen} />;
}

verifies("backups:console:restore", "200 files are filtered, and all of them selected at once", async () => {
  const files = Array.from({ length: 200 }, (_, index) => ({
    ...file,
    fileName: nameOf(index + 1),
    bytes: 1024,
    container_bytes: 1024,
    sha256: null,
  }));
  answering({ "GET /svc/api/settings/offsite/backups/files": { ...output, files } });
  const page = await shown(<Files />);
  const chosen = page.getByRole("status");
  await page.getByRole("checkbox", { name: "Select all 200" }).click();
  await expect.element(chosen).toHaveTextContent("200 of 200 selected, 400.0 KB");
  await page.getByRole("checkbox", { name: "Select all 200" }).click();
  await expect.element(chosen).toHaveTextContent("0 of 200 selected, 0 B");
  await page.getByRole("textbox", { name: "Filter files" }).fill("region 00");
  await page.getByRole("checkbox", { name: "Select all 9" }).click();
  await page.getByRole("checkbox", { name: /^Sales Region 003/ }).click();
  await expect.element(chosen).toHaveTextContent("8 of 200 selected, 16.0 KB");
  await page.getByRole("textbox", { name: "Filter files" }).fill("nothing like this");
  await expect.element(page.getByText("No file matches this filter.")).toBeVisible();
  await expect.element(chosen).toHaveTextContent("8 of 200 selected, 16.0 KB");
});

verifies("backups:console:restore", "a single file needs no filter", async () => {
  answering({ "GET /svc/api/settings/offsite/backups/files": { ...output, files: [file] } });
  const page = await shown(<Files />);
  await expect.element(page.getByRole("checkbox")).toBeVisible();
  expect(page.getByRole("textbox", { name: "Filter files" }).query()).toBeNull();
});
