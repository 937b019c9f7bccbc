import { notifications } from "#shared/notifications/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(notifications, wiring.notifications);
