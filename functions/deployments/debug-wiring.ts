import { hostBuilds } from "#shared/builds/host-builds.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { withoutSecrets } from "#shared/contract/values/release-shapes.ts";
import type { deployments } from "#shared/deployments/contract.ts";
import { debugZip } from "#shared/deployments/debug/debug-zip.ts";
import { processReading } from "#shared/processes/reading.ts";
import { systemStore } from "#shared/system/store.ts";
import release from "../../package.json" with { type: "json" };
import { agentClient } from "../agent/wiring.ts";
import { processRecords } from "../jobs/wiring.ts";
import type { Platform } from "../platform.ts";

export type DebugPlatform = Parameters<typeof agentClient>[0] & Pick<Platform, "table" | "clock" | "blobs">;

const agentMs = 10_000;

/** Support data about part of a deployment. */
export function deploymentDebug(
  platform: DebugPlatform,
  service: Pick<ServiceOf<typeof deployments>, "getDeployment">,
) {
  const builds = hostBuilds(() => agentClient(platform));
  return debugZip({
    deployments: service,
    processes: processReading({
      store: processRecords(platform),
      blobs: () => platform.blobs.blobs,
      clock: platform.clock,
    }),
    async manifestOf(build) {
      const found = (await builds.list("inbox")).find((one) => one.build === build);
      if (found?.manifest === undefined) return undefined;
      // The link alone grants access.
      const { downloadUrl: _link, downloadFolderUrl: _folderLink, ...manifest } = found.manifest;
      return withoutSecrets(manifest);
    },
    versions: {
      service: async () => release.version,
      async agent() {
        const { agentVersion, node } = await agentClient(platform).request("host.report", {}, { deadlineMs: agentMs });
        return { version: agentVersion, node };
      },
      "FileMaker Server": async () => (await systemStore(platform.table).facts())?.version,
    },
    clock: platform.clock,
  });
}
