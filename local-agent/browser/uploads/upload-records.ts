import { open, readdir, readFile, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { jsonIn } from "#shared/agent/protocol/frame.ts";
import { HostPath, HostRoot, Offset } from "#shared/agent/protocol/host-path.ts";
import { makeFolder } from "../../disk/make-folder.ts";

const Record = z.object({
  schema: z.literal(1),
  upload: z.uuid(),
  root: HostRoot,
  path: HostPath,
  /** Number of bytes that are safely on disk. */
  offset: Offset,
  sizeBytes: Offset,
  isReplacing: z.boolean(),
  tag: z.string().optional(),
  expiresAt: z.int(),
  isFinished: z.boolean(),
  /** Identity of the upload's file on its disk. */
  draft: z.string(),
});
export type UploadRecord = z.infer<typeof Record>;

/** Records of uploads, one small file each. They outlive the agent and the service. */
export function uploadRecords(agentFolder: string) {
  const folder = join(agentFolder, "uploads");
  const fileOf = (upload: string) => join(folder, `${upload}.json`);

  return {
    /** Returns undefined also if the record is damaged: that upload can't continue, but the others can. */
    async get(upload: string): Promise<UploadRecord | undefined> {
      try {
        return Record.safeParse(jsonIn(await readFile(fileOf(upload), "utf8"))).data;
      } catch (thrown) {
        if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw thrown;
      }
    },

    /** Writes atomically: on disk, the record is either new or unchanged. */
    async put(record: UploadRecord): Promise<void> {
      await makeFolder(folder, 0o700);
      const draft = `${fileOf(record.upload)}.new`;
      const file = await open(draft, "w", 0o600);
      try {
        await file.writeFile(JSON.stringify(record));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, fileOf(record.upload));
    },

    async delete(upload: string): Promise<void> {
      await unlink(fileOf(upload)).catch((thrown: NodeJS.ErrnoException) => {
        if (thrown.code !== "ENOENT") throw thrown;
      });
    },

    async ids(): Promise<readonly string[]> {
      try {
        return (await readdir(folder)).flatMap((name) => /^([0-9a-f-]{36})\.json$/.exec(name)?.[1] ?? []);
      } catch (thrown) {
        if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return []; // There never was one.
        throw thrown;
      }
    },
  };
}
