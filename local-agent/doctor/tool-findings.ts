import { existsSync } from "node:fs";
import { HostTool } from "#shared/agent/protocol/commands/host-commands.ts";
import { systemClock } from "../clock.ts";
import type { Finding } from "../finding.ts";
import type { Host } from "../host.ts";
import { runProgram } from "../programs/run-program.ts";
import { refusedBy } from "../refused.ts";
import { fmsadminAccountFinding } from "./fmsadmin-account-finding.ts";

type ToolName = (typeof HostTool.shape.name.options)[number];

/** Words that print a tool's version. */
const versionWords: Readonly<Record<ToolName, readonly string[]>> = {
  fmsadmin: ["-v"],
  FMDeveloperTool: ["--version"],
  FMDataMigration: ["-version"],
  FMUpgradeTool: ["--version"],
};
/** Milliseconds. A tool that takes longer waits for a terminal. */
const versionMs = 5_000;

/** Runs each tool of FileMaker Server, because an existing one can lack libraries. `server`: version of the server, if it is known. */
export async function toolFindings(host: Host, server: string | undefined): Promise<readonly Finding[]> {
  const found = await Promise.all(
    HostTool.shape.name.options.map(async (name) => {
      if (!existsSync(host.tool(name))) return [missingTool(host, name, server)];
      const { version, ...ran } = await ranTool(host, name, server);
      return name === "fmsadmin" && version !== undefined ? [ran, await fmsadminAccountFinding(host)] : [ran];
    }),
  );
  return found.flat();
}

/** Returns the version of a tool that ran. */
async function ranTool(
  host: Host,
  name: ToolName,
  server: string | undefined,
): Promise<Finding & { readonly version?: string }> {
  const check = `tool_${name}`;
  const worse = name === "fmsadmin" ? "failed" : "warning";
  try {
    const program = { file: host.tool(name), args: versionWords[name], cwd: host.serverPath, input: "" };
    const { output, exitCode, timedOut } = await runProgram({ ...program, timeoutMs: versionMs }, systemClock);
    if (timedOut)
      return {
        check,
        state: "warning",
        text: `${name} didn't end within ${versionMs / 1000} seconds: it waits for a terminal.`,
        remedy: `Run ${host.tool(name)} ${versionWords[name].join(" ")} in a terminal to see what it asks for.`,
      };
    const library = /error while loading shared libraries: ([^:\s]+)/.exec(output)?.[1];
    if (library !== undefined)
      return {
        check,
        state: worse,
        text: `${name} doesn't start: the library ${library} is missing.`,
        remedy: "Install the package that contains the library, or the tool's version for this operating system.",
      };
    const version = /\d+\.\d+(?:\.\d+)*/.exec(output)?.[0];
    if (version === undefined)
      return {
        check,
        state: "warning",
        text: `${name} ran, but reported no version (exit code ${exitCode ?? "none"}).`,
        remedy: `Run ${host.tool(name)} ${versionWords[name].join(" ")} to see its output.`,
      };
    if (server !== undefined && majorOf(server) !== majorOf(version))
      return {
        version,
        check,
        state: "warning",
        text: `${name} has version ${version}, and FileMaker Server ${server}.`,
        remedy: "Install the tool's version for this server.",
      };
    return { version, check, state: "ok", text: `${name} ${version} runs.` };
  } catch (thrown) {
    const remedy = `Allow the agent's account to run ${host.tool(name)}.`;
    return { check, state: worse, text: `${name} doesn't start: ${refusedBy(thrown).message}.`, remedy };
  }
}

function missingTool(host: Host, name: ToolName, server: string | undefined): Finding {
  return {
    check: `tool_${name}`,
    state: name === "fmsadmin" ? "failed" : "warning",
    text: `${name} is missing.`,
    remedy: `${missingRemedy(name, server)} It was expected at ${host.tool(name)}.`,
  };
}

/** First release whose installer includes a tool. */
const included: Readonly<Record<ToolName, number>> = {
  fmsadmin: 0,
  FMDeveloperTool: 21,
  FMDataMigration: 21,
  FMUpgradeTool: 22,
};

/**
 * Returns the remedy for a missing tool, which depends on the release.
 * https://help.claris.com/archive/fm21/en/app-upgrade-tool-guide/content/index.html
 * https://help.claris.com/archive/fm22/en/app-upgrade-tool-guide/content/index.html
 */
export function missingRemedy(name: ToolName, server: string | undefined): string {
  const since = included[name];
  if (server === undefined || majorOf(server) >= since)
    return "Install FileMaker Server with its tools, or set its folder with --server-path, or the tools' folder with FM_TOOLS_PATH.";
  if (name === "FMUpgradeTool")
    return `FileMaker Server includes it from version 22. For version 21 there is a download for Windows and macOS, none for Linux. Version ${server} works without it; patches don't.`;
  return `FileMaker Server includes it from version ${since}. Download it from Claris for version ${server} and this operating system, and set FM_TOOLS_PATH to its folder.`;
}

function majorOf(version: string): number {
  return Number(version.split(".")[0]);
}
