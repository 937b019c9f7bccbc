import { expect } from "vitest";
import type { Handler } from "#shared/ports/http-call.ts";
import { needs } from "../../functions/needs.ts";
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
        return { resource: { contract: {}, wiring: () => ({}), needs: needs() } };
      };
      return { area: { streams: false, resources: { things: { paths: ["/api/things"], load } } } };
    })({} as Platform);
    const call = { target: "/api/things" } as Parameters<Handler>[0];
    await expect(handler(call)).rejects.toThrow("can't be read");
    await Promise.all([handler(call), handler(call)]);
    await handler(call);
    expect(happened).toEqual(["read", "read", "answered", "answered", "answered"]);
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
