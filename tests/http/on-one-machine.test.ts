import { afterAll } from "vitest";
import { house } from "../support/house.ts";
import { wireUpstream } from "../support/wire-upstream.ts";
import { contractSuite } from "./contract-suite.ts";

const upstream = await wireUpstream();
const home = await house({ dataApiUrl: upstream.origin });
afterAll(async () => {
  await home.stop();
  await upstream.close();
});

contractSuite({ baseUrl: home.baseUrl, key: await home.aKey({ databases: ["Wire.fmp12"] }), upstream });
