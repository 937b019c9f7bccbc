import { afterEach, expect, vi } from "vitest";
import BuildDialog from "../../../console/src/features/builds/build-dialog.tsx";
import { verifies } from "../../support/verifies.ts";
import { answering } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

const databases = Array.from({ length: 200 }, (_, index) => ({ filename: `Sales Region ${index}.fmp12` }));

verifies("builds:console:default-id", async () => {
  const changes = answering({ "GET /svc/api/databases": { databases } });
  const page = await shown(<BuildDialog onClose={() => undefined} onStarted={() => undefined} />);
  await page.getByLabelText("Files").fill("region 117");
  await page.getByRole("option", { name: "Sales Region 117.fmp12" }).click();
  const id = page.getByLabelText("Build ID");
  await expect.element(id).toHaveValue(expect.stringMatching(/^Sales Region 117-\d{4}-\d{2}-\d{2}-\d{4}$/));
  await page.getByRole("button", { name: "Create build" }).click();
  await expect.poll(() => changes.length).toBe(1);
  expect(changes[0]?.body).toMatchObject({
    buildId: expect.stringMatching(/^Sales Region 117-/),
    files: [{ fileName: "Sales Region 117.fmp12", clone: true }],
  });
});

verifies(
  "builds:console:default-id",
  "an ID that was typed stays, and an empty one is refused at its field",
  async () => {
    const changes = answering({ "GET /svc/api/databases": { databases } });
    const page = await shown(<BuildDialog onClose={() => undefined} onStarted={() => undefined} />);
    await page.getByLabelText("Files").fill("region 12.");
    await page.getByRole("option", { name: "Sales Region 12.fmp12" }).click();
    await page.getByLabelText("Build ID").fill(" ");
    await page.getByRole("button", { name: "Create build" }).click();
    await expect.element(page.getByText("Enter an ID.")).toBeVisible();
    expect(changes).toEqual([]);
    await page.getByLabelText("Build ID").fill("release-7");
    await page.getByRole("button", { name: "Create build" }).click();
    await expect.poll(() => changes.map(({ body }) => (body as { buildId: string }).buildId)).toEqual(["release-7"]);
  },
);
