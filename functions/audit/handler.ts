import { audit } from "#shared/audit/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(audit, wiring.audit);
