import { sessions } from "#shared/sessions/contract.ts";
import { people } from "#shared/sessions/people/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve({ ...sessions, ...people }, wiring.sessions);
