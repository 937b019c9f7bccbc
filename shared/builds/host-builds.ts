import type { AgentClient } from "#shared/agent/agent-client.ts";
import type { FieldsFor } from "#shared/agent/protocol/command.ts";
import { type BuildBox, buildsFolder, pushedZipPath } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { ServiceError } from "#shared/contract/errors.ts";

/** A build as it lies on the host. */
export interface HostBuild {
  readonly build: string;
  /** What is written of it; undefined where nothing can be read. */
  readonly manifest: Readonly<Record<string, unknown>> | undefined;
  readonly modifiedAt: number;
}

/** The builds that lie on the host. Every call throws ServiceError while the agent is away. */
export interface HostBuilds {
  list(box: BuildBox): Promise<readonly HostBuild[]>;
  /** Answers whether it was there. */
  remove(box: BuildBox, build: string): Promise<boolean>;
  /** Has the host take in the zip that another server brings for a process, by an upload. */
  expect(zip: FieldsFor<"builds.expect">): Promise<void>;
  /** Deletes the zip that was pushed for a process, if it is still there. */
  removePushed(process: number): Promise<void>;
  /** The host takes in nothing more by an upload. What is not whole is deleted. */
  endExpecting(upload: string): Promise<void>;
}

const limits = { deadlineMs: 20_000 } as const;

export function hostBuilds(agentClient: () => Pick<AgentClient, "request">): HostBuilds {
  return {
    async list(box) {
      const found: HostBuild[] = [];
      for (let after: string | undefined; ; ) {
        const page = await agentClient().request("builds.list", { box, ...(after !== undefined && { after }) }, limits);
        for (const { build, manifest, modifiedAt } of page.builds)
          found.push({ build, manifest: manifest === null ? undefined : JSON.parse(manifest), modifiedAt });
        after = page.builds.at(-1)?.build;
        if (!page.isCut || after === undefined) return found;
      }
    },
    async remove(box, build) {
      return (await agentClient().request("builds.remove", { box, build }, limits)).wasThere;
    },
    async expect(zip) {
      await agentClient().request("builds.expect", zip, limits);
    },
    async removePushed(process) {
      const zip = { root: "backups", path: pushedZipPath(process), isRecursive: false } as const;
      await agentClient().request("browser.remove", zip, limits).catch(unlessGone);
    },
    async endExpecting(upload) {
      await agentClient().request("browser.endUpload", { upload }, limits).catch(unlessGone);
    },
  };
}

/** Ignores that it ended, or was taken, before. */
function unlessGone(thrown: unknown): void {
  if (!(thrown instanceof ServiceError) || thrown.error !== "host_file_not_found") throw thrown;
}

/** Where a build lies, below the backups. */
export function buildLocation(box: BuildBox, build: string, file?: string) {
  const path = [buildsFolder, box, build, ...(file === undefined ? [] : [file])].join("/");
  return { root: "backups", path } as const;
}
