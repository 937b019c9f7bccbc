import { runTool } from "../process/run-tool.ts";
import { developerTool } from "./developer-tool.ts";

await runTool("FMDeveloperTool", ([subcommand = ""]) => subcommand, developerTool);
