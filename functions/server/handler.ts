import { server } from "../../shared/server/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "../wiring/server.ts";

export const handler = serve(server, wiring.server);
