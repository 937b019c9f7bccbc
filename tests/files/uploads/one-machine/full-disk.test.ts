import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { mayMount, smallDisk } from "../../../support/small-disk.ts";
import { testService } from "../../../support/test-service.ts";
import { aFile, begun, complete, put } from "../support/bring.ts";

test.runIf(mayMount)("a part that doesn't fit on the disk is rejected with 507, and takes no space", async () => {
  const megabyte = 1024 * 1024;
  const disk = smallDisk(8 * megabyte);
  const service = await testService({ environment: { DATA_DIR: join(disk, "data") } });
  onTestFinished(() => service.stop());
  const key = await service.aKey();
  const file = aFile(12 * megabyte);
  const large = await begun(service, key, file.length, { partBytes: 10 * megabyte });
  const [first, second] = large.parts;
  if (first?.address == null || second === undefined) throw new Error("12 MB are two parts");
  const { pathname, search } = new URL(first.address);
  const refused = await service.raw("PUT", pathname + search, { body: file.subarray(0, first.sizeBytes) });
  expect(refused).toRefuseWith("store_full");
  // If the partial data were still there, there would be no space for the other part either.
  expect((await put(second, file)).status).toBe(200);
  expect(await complete(service, key, large.id)).toRefuseWith("upload_incomplete");
});
