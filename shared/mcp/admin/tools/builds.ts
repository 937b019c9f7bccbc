import type { builds } from "#shared/builds/contract.ts";
import { readTool, writeTool } from "../admin-tool.ts";
import { apiRoute } from "../api-routes.ts";
import { doneResult, oneResult, pageInput, pageOfAll, pageOutput } from "../pages.ts";

const listBuildRows = apiRoute<typeof builds.listBuildRows>("GET", "/svc/api/build/db/list");
const getBuildRow = apiRoute<typeof builds.getBuildRow>("GET", "/svc/api/build/db/{buildId}");
const startBuild = apiRoute<typeof builds.startBuild>("POST", "/svc/api/build");

export const buildTools = [
  readTool(
    "deployments",
    "list_builds",
    {
      title: "List builds",
      description: "Lists builds, the newest first: id, state, number of files, size.",
      input: pageInput,
      output: pageOutput("builds"),
    },
    async (given, context) => {
      const { builds: found } = await context.api.call(listBuildRows, {});
      return pageOfAll("builds", found.map(summaryOf), given, context);
    },
  ),
  readTool(
    "deployments",
    "get_build",
    {
      title: "Look at a build",
      description: "Reads one build: state, files, and what its log says.",
      input: { build: { type: "integer", minimum: 1, description: "id as in list_builds" } },
      required: ["build"],
      output: { build: { type: "object" }, log: { type: "array", items: { type: "string" } } },
      openWorld: true,
    },
    async (given, { api }) => {
      const { build } = await api.call(getBuildRow, { buildId: Number(given.build) });
      return oneResult({
        build: {
          ...summaryOf(build),
          files: build.files?.map(({ fileName, clone, size }) => ({ file: fileName, clone, size_bytes: size })),
        },
        log: build.log?.map(({ level, phase, message }) => `${level} ${phase}: ${message}`),
      });
    },
  ),
  writeTool(
    "deployments",
    "start_build",
    {
      title: "Start a build",
      description:
        "Makes a build of hosted files, as clones without records or as copies. Nobody has to leave the files. Answers a process_id.",
      input: {
        files: { type: "array", items: { type: "string", minLength: 1, maxLength: 200 }, maxItems: 100 },
        clones: { type: "boolean", default: true, description: "Without records" },
        build_id: {
          type: "string",
          minLength: 1,
          maxLength: 100,
          description: "What it is called; made up by default",
        },
      },
      required: ["files"],
      output: { build: { type: "integer" }, process_id: { type: "integer" } },
    },
    async (given, { api, call }) => {
      // Builds need distinct names: a second build with the same name is rejected. The start of a request id is its timestamp.
      const { clones = true, build_id: buildId = `build-${call.requestId.slice(0, 13)}` } = given;
      const wanted = (given.files as readonly string[]).map((fileName) => ({ fileName, clone: clones === true }));
      const { ottofmsId, processId } = await api.call(startBuild, { buildId: String(buildId), files: wanted });
      return doneResult({ build: ottofmsId, process_id: processId });
    },
  ),
];

function summaryOf(build: {
  readonly id: number;
  readonly build_id: string;
  readonly status: string;
  readonly started_at: string | null;
  readonly message: string | null;
  readonly zip_size: number | null;
  readonly completed_files: number | null;
  readonly hasErrors: boolean;
  readonly process_id: number;
}) {
  return {
    id: build.id,
    build_id: build.build_id,
    state: build.status,
    started_at: build.started_at,
    message: build.message,
    size_bytes: build.zip_size,
    files_done: build.completed_files,
    ...(build.hasErrors && { has_errors: true }),
    process_id: build.process_id,
  };
}
