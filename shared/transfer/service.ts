import * as z from "zod";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { Id, timestamp } from "#shared/contract/scalars.ts";
import type { Jobs } from "#shared/jobs/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { oneAtATime } from "#shared/ports/limits/one-at-a-time.ts";
import { comparedContent, digestOf, type Existing, type TransferParts } from "./compare.ts";
import { Digest, type PartName, PreviewEntry, type transfer } from "./contract.ts";
import { digestsHere, previewByDigests } from "./digests.ts";
import { type Content, openedFile, sealedFile } from "./file.ts";
import { type ImportInput, importPlan } from "./import-job.ts";
import type { ImportStore } from "./store.ts";
import type { TargetService } from "./target-service.ts";

interface TransferDependencies {
  readonly parts: () => TransferParts;
  readonly store: ImportStore;
  readonly jobs: () => Pick<Jobs, "accept">;
  readonly targetService: (target: { readonly serverUrl: string; readonly adminApiKey: string }) => TargetService;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly baseUrl: () => string;
}

interface GivenFile {
  readonly file: string;
  readonly passphrase: string;
  readonly parts: readonly PartName[];
  readonly existing: Existing;
}

/** Transfers the configuration to another installation: by a sealed file, or directly. */
export function transferService(dependencies: TransferDependencies): Omit<ServiceOf<typeof transfer>, "previewOtto"> {
  const { parts, store, jobs, targetService, ids, clock, baseUrl } = dependencies;
  /** Runs one key derivation at a time: each takes 64 MB, and threads that DNS and file operations need. */
  const inTurn = oneAtATime();

  const exported = async (chosen: readonly PartName[], passphrase: string) => {
    const content: Content = {};
    for (const name of new Set(chosen)) {
      const part = parts()[name];
      const entries: unknown[] = [];
      for (const stored of await part.all()) entries.push(await part.entryOf(stored));
      content[name] = entries;
    }
    const counts = Object.fromEntries(Object.entries(content).map(([name, entries]) => [name, entries.length]));
    const origin = { from: baseUrl(), exportedAt: clock.now() };
    const file = await inTurn(() => sealedFile(content, origin, { passphrase, ids }));
    return { file, counts, content };
  };

  const compared = async ({ file, passphrase, parts: chosen, existing }: GivenFile) => {
    const opened = await inTurn(() => openedFile(file, passphrase));
    return { ...opened, entries: await comparedContent(parts(), opened.content, { chosen, existing }) };
  };

  return {
    async exportConfiguration({ parts: chosen, passphrase }) {
      const { file, counts } = await exported(chosen, passphrase);
      return { file, counts };
    },

    async previewImport(given) {
      const { from, exportedAt, entries } = await compared(given);
      return {
        from,
        exportedAt: timestamp(exportedAt),
        entries: entries.map(({ shown }) => shown),
        digest: digestOf(entries),
      };
    },

    async importConfiguration({ digest, isDryRun, ...given }, call) {
      const { content, entries } = await compared(given);
      if (digest !== undefined && digest !== digestOf(entries)) throw new ServiceError("transfer_moved_on");
      const input: ImportInput = { parts: [...given.parts], existing: given.existing, isDryRun };
      const title = isDryRun ? "Preview the import of a configuration" : importPlan.title;
      const processId = await jobs().accept({
        plan: { ...importPlan, title },
        // Stored before the process exists, because creating that is the write that counts.
        async inputOf(id) {
          await store.keep(id, content);
          return input;
        },
        startedBy: callerName(call.caller),
      });
      return { processId };
    },

    async sendConfiguration({ serverUrl, adminApiKey, parts: chosen, existing, isDryRun, isPreview }) {
      const passphrase = Buffer.from(ids.bytes(32)).toString("base64url");
      const { file, content } = await exported(chosen, passphrase);
      const target = targetService({ serverUrl, adminApiKey });
      const sentTo = new URL(serverUrl).origin;
      if (isPreview) {
        const key = Buffer.from(ids.bytes(32)).toString("hex");
        const { digests } = answered(Digests, await target.call("digests", { key }));
        // The content as a file would contain it, without undefined fields.
        const plain: Content = JSON.parse(JSON.stringify(content));
        const entries = await previewByDigests(parts(), plain, { key, digests, chosen, existing });
        return { entries: [...entries], processId: null, sentTo, sentSecrets: false };
      }
      const given = { file, passphrase, parts: chosen, existing };
      const { entries, digest } = answered(Preview, await target.call("preview", given));
      const { processId } = answered(Started, await target.call("import", { ...given, digest, isDryRun }));
      return { entries, processId, sentTo, sentSecrets: true };
    },

    async listDigests({ key }) {
      return { digests: [...(await digestsHere(parts(), key))] };
    },
  };
}

/** @throws ServiceError transfer_target_away if the answer has another format */
function answered<T>(schema: z.ZodType<T>, answer: unknown): T {
  const { success, data } = schema.safeParse(answer);
  if (!success)
    throw new ServiceError("transfer_target_away", {
      text: "the server at this address isn't a Latchkey of this version",
    });
  return data;
}

/** Answers of the other service. */
const Preview = z.object({ entries: z.array(PreviewEntry), digest: z.string() });
const Digests = z.object({ digests: z.array(Digest) });
const Started = z.object({ processId: Id });
