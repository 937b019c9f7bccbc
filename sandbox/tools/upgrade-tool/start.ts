import { runTool } from "../process/run-tool.ts";
import { upgradeTool } from "./upgrade-tool.ts";

await runTool("FMUpgradeTool", ([subcommand = ""]) => subcommand, upgradeTool);
