import { stream } from "../edge/stream.ts";
import { adminProxy, proxy } from "../wiring/proxy.ts";

export const handler = stream(() => ({
  data: proxy().dataApi,
  odata: proxy().odata,
  streaming: proxy().streaming,
  admin: adminProxy(),
}));
