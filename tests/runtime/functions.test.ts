import { expect } from "vitest";
import type { Handler } from "#shared/ports/http-call.ts";
import type { Platform } from "../../functions/platform.ts";
import { loadedByCall } from "../../local-runtime/functions.ts";
import { verifies } from "../support/verifies.ts";

verifies(
  "runtime:start:light",
  "one that could not be loaded is loaded by the next call, and then no more",
  async () => {
    const happened: string[] = [];
    const handler = loadedByCall(async () => {
      happened.push("read");
      if (happened.length === 1) throw Object.assign(new Error("too many open files"), { code: "EMFILE" });
      return { handler: () => async () => void happened.push("answered") };
    })({} as Platform);
    const call = {} as Parameters<Handler>[0];
    await expect(handler(call)).rejects.toThrow("too many open files");
    await Promise.all([handler(call), handler(call)]);
    await handler(call);
    expect(happened).toEqual(["read", "read", "answered", "answered", "answered"]);
  },
);
