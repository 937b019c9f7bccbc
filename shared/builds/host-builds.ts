import type { AgentClient } from "#shared/agent/agent-client.ts";
import { type BuildBox, buildsFolder } from "#shared/agent/protocol/tasks/build-tasks.ts";

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
  };
}

/** Where a build lies, below the backups. */
export function buildLocation(box: BuildBox, build: string, file?: string) {
  const path = [buildsFolder, box, build, ...(file === undefined ? [] : [file])].join("/");
  return { root: "backups", path } as const;
}
