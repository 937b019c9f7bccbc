import { afterAll } from "vitest";
import { wireUpstream } from "../support/http/wire-upstream.ts";
import { testService } from "../support/test-service.ts";
import { contractSuite } from "./contract-suite.ts";

const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

contractSuite({ baseUrl: service.baseUrl, key: await service.aKey({ databases: ["Wire.fmp12"] }), upstream });
