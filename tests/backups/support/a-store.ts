import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callouts } from "#shared/node/callouts.ts";
import type { Callouts } from "#shared/ports/callouts.ts";
import { type S3Server, startS3 } from "../../../sandbox/s3/server.ts";

export const storeAccount = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "canary-of-a-store" };

/** Starts an S3-compatible store with the buckets `demo`, `fm-backups` and `other`, under a public host name. */
export async function aStore(): Promise<S3Server & { readonly endpoint: string; readonly reached: Callouts }> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-store-"));
  const server = await startS3({
    folder,
    buckets: ["demo", "fm-backups", "other"],
    region: "eu-central-1",
    ...storeAccount,
  });
  const { port } = new URL(server.origin);
  return {
    ...server,
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
    endpoint: `http://s3.eu-central-1.store.example.com:${port}`,
    reached: callouts({
      isAllowed: (address) => address === "127.0.0.1",
      isListed: () => true,
      addressesOf: async () => ["127.0.0.1"],
    }),
  };
}
