import { expect } from "vitest";
import type { Handler } from "#shared/ports/http-call.ts";
import type { Platform } from "../../functions/platform.ts";
import { loadedByCall, readFunctions } from "../../local-runtime/functions.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const noDescriptors = () => Object.assign(new Error("too many open files"), { code: "EMFILE" });

verifies(
  "runtime:start:light",
  "a function that failed to load is loaded by the next request, and only once",
  async () => {
    const happened: string[] = [];
    const handler = loadedByCall(async () => {
      happened.push("read");
      if (happened.length === 1) throw noDescriptors();
      const load = async () => {
        happened.push("loaded");
        throw new Error("the resource isn't there");
      };
      return { area: { streams: false, resources: { things: { paths: ["/api/things"], load } } } };
    })({} as Platform);
    const call = { target: "/api/things" } as Parameters<Handler>[0];
    await expect(handler(call)).rejects.toThrow("can't be read");
    // The function is loaded once, and a resource that failed to load again by the next request.
    for (let asked = 0; asked < 2; asked += 1) await expect(handler(call)).rejects.toThrow("the resource isn't there");
    expect(happened).toEqual(["read", "read", "loaded", "loaded"]);
  },
);

verifies(
  "runtime:start:light",
  "a request to a function that can't be loaded is rejected for some seconds",
  async () => {
    const functions = readFunctions();
    const unloadable = loadedByCall(() => Promise.reject(noDescriptors()));
    const handlers = new Map([...functions.handlers.keys()].map((name) => [name, unloadable]));
    const service = await testService({ functions: { ...functions, handlers } });
    try {
      const { status, headers, body } = await service.admin("GET", "/svc/api/processes");
      expect({ status, retryAfter: headers["retry-after"], code: body.messages[0].code }).toEqual({
        ...{ status: 503, retryAfter: "5", code: 18060 },
      });
    } finally {
      await service.stop();
    }
  },
);
