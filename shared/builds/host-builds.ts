import type { AgentClient } from "#shared/agent/api.ts";
import type { FieldsFor } from "#shared/agent/protocol/command.ts";
import { type BuildBox, buildsFolder, pushedZipPath } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { ServiceError } from "#shared/contract/errors.ts";

/** Build on the host. */
export interface HostBuild {
  readonly build: string;
  /** Manifest of the build. Undefined if it can't be read. */
  readonly manifest: Readonly<Record<string, unknown>> | undefined;
  readonly modifiedAt: number;
}

/** Builds on the host. Every call throws ServiceError while the agent is offline. */
export interface HostBuilds {
  list(box: BuildBox): Promise<readonly HostBuild[]>;
  /** Returns true if the build existed. */
  remove(box: BuildBox, build: string): Promise<boolean>;
  /** Prepares the host for an upload of the zip that another server pushes for a process. */
  expect(zip: FieldsFor<"builds.expect">): Promise<void>;
  /** Deletes the zip that was pushed for a process, if it still exists. */
  removePushed(process: number): Promise<void>;
  /** Ends an upload to the host, and deletes an incomplete zip. */
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

/** Ignores the error of an upload that has ended or was used before. */
function unlessGone(thrown: unknown): void {
  if (!(thrown instanceof ServiceError) || thrown.error !== "host_file_not_found") throw thrown;
}

/** Returns the location of a build in the backups folder. */
export function buildLocation(box: BuildBox, build: string, file?: string) {
  const path = [buildsFolder, box, build, ...(file === undefined ? [] : [file])].join("/");
  return { root: "backups", path } as const;
}
