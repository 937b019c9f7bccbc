import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { house } from "../../support/house.ts";
import { mayMount, smallDisk } from "../../support/small-disk.ts";
import { aFile, begun, complete, put } from "../support/bring.ts";

test.runIf(mayMount)("a part that does not fit on the disk is refused with 507, and takes no room", async () => {
  const megabyte = 1024 * 1024;
  const disk = smallDisk(8 * megabyte);
  const home = await house({ environment: { DATA_DIR: join(disk, "data") } });
  onTestFinished(() => home.stop());
  const key = await home.aKey();
  const file = aFile(12 * megabyte);
  const large = await begun(home, key, file.length, { partBytes: 10 * megabyte });
  const [first, second] = large.parts;
  if (first?.address == null || second === undefined) throw new Error("12 MB are two parts");
  const { pathname, search } = new URL(first.address);
  const refused = await home.raw("PUT", pathname + search, { body: file.subarray(0, first.sizeBytes) });
  expect(refused).toRefuseWith("store_full");
  // Were the half part still there, there would be no room for the other one either.
  expect((await put(second, file)).status).toBe(200);
  expect(await complete(home, key, large.id)).toRefuseWith("upload_incomplete");
});
