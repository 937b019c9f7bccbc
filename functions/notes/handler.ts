import { notes } from "#shared/notes/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(notes, wiring.notes);
