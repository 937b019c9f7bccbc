import { afterAll, expect } from "vitest";
import { verifies } from "../support/verifies.ts";
import { anOffsiteSetup, offsitePlace } from "./support/an-offsite-setup.ts";

const offsite = await anOffsiteSetup("files", "/");
afterAll(() => offsite.stop());

verifies("backups:offsite:run", "into the bucket itself, if its folder is /", async () => {
  expect(await offsite.schedule()).toMatchObject({ remote_path: "/", warnings: [] });
  const { backup, files } = await offsite.backedUp();
  expect(files).toBeGreaterThan(0);
  const { objects } = await offsite.client.list(offsitePlace.bucket_name, { prefix: "" });
  const stored = objects.map(({ key }) => key).filter((key) => key.startsWith("dbs/"));
  expect(stored).toContain(`dbs/${backup}/manifest.json`);
  expect((await offsite.asked("backups")).body.response.backups).toMatchObject([{ backup }]);
});
