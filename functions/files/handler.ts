import { downloads } from "#shared/downloads/contract.ts";
import { files } from "#shared/files/contract.ts";
import { patches } from "#shared/files/patch/contract.ts";
import { deletion } from "#shared/trash/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve({ ...files, ...patches, ...downloads, ...deletion }, wiring.files);
