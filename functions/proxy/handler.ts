import { stream } from "../edge/stream.ts";
import { proxy } from "../wiring.ts";

export const handler = stream(() => ({ data: proxy().dataApi, streaming: proxy().streaming }));
