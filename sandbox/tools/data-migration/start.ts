import { runTool } from "../process/run-tool.ts";
import { dataMigration } from "./data-migration.ts";

await runTool("FMDataMigration", () => "", dataMigration);
