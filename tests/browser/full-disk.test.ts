import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { mayMount, smallDisk } from "../support/small-disk.ts";
import { testService } from "../support/test-service.ts";
import { aBrowsedHost } from "./support/a-browsed-host.ts";
import { tusOf } from "./support/tus.ts";

const service = await testService();
const browsed = await aBrowsedHost(service);
afterAll(() => browsed.remove());
const { begin, bring, send } = tusOf(browsed);
const megabyte = 1024 * 1024;

test.runIf(mayMount)(
  "if the disk fills up in the middle, the upload says so, keeps what it has, and continues when there is space",
  async () => {
    const documents = smallDisk(128 * megabyte);
    const usual = join(browsed.host.path, "Data/Documents");
    rmSync(usual, { recursive: true });
    symlinkSync(documents, usual);
    const bytes = Buffer.alloc(12 * megabyte, "half");
    const location = String((await begin({ path: "documents", filename: "whole.bin" }, bytes.length)).headers.location);
    writeFileSync(join(documents, "other.bin"), Buffer.alloc(120 * megabyte));
    const refused = await bring(location, 0, bytes);
    expect(refused).toRefuseWith("host_disk_full");
    expect(existsSync(join(documents, "whole.bin"))).toBe(false);
    rmSync(join(documents, "other.bin"));
    const offset = Number((await send("HEAD", location)).headers["upload-offset"]);
    expect(offset).toBeLessThan(bytes.length);
    expect((await bring(location, offset, bytes.subarray(offset))).status).toBe(204);
    expect(readFileSync(join(documents, "whole.bin")).equals(bytes)).toBe(true);
    expect(readdirSync(documents)).toEqual(["whole.bin"]);
  },
);
