import { processes } from "../../shared/processes/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "../wiring/processes.ts";

export const handler = serve(processes, wiring.processes);
