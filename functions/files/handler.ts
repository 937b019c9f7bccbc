import { files } from "../../shared/files/contract.ts";
import { downloads } from "../../shared/files/downloads/contract.ts";
import { patches } from "../../shared/files/patch/contract.ts";
import { deletion } from "../../shared/files/trash/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve({ ...files, ...patches, ...downloads, ...deletion }, wiring.files);
