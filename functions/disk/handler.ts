import { disk } from "../../shared/files/disk/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "../wiring/files.ts";

export const handler = serve(disk, wiring.disk);
