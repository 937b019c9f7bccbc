import { deployments } from "#shared/deployments/contract.ts";
import { recipes } from "#shared/deployments/recipes/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve({ ...deployments, ...recipes }, wiring.deployments);
