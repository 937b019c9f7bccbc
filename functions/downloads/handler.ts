import { downloads } from "../../shared/files/downloads/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "../wiring/downloads.ts";

export const handler = serve(downloads, wiring.downloads);
