import { files } from "../../shared/files/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "../wiring/files.ts";

export const handler = serve(files, wiring.files);
