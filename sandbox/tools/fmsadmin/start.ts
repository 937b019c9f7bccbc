import { runTool } from "../process/run-tool.ts";
import { fmsadmin } from "./fmsadmin.ts";
import { readCommandLine } from "./read-command-line.ts";

await runTool("fmsadmin", (given) => readCommandLine(given).command ?? "", fmsadmin);
