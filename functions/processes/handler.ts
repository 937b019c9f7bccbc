import { processes } from "#shared/processes/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(processes, wiring.processes);
