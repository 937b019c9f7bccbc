import { inject } from "vitest";
import { onAws } from "../test-service.ts";
import { type CheckedClient, checkedCalls } from "./checked-calls.ts";

/** Returns a test's own client that replaces a function's client: checked if the test runs on the AWS adapters. */
export function checkedOnAws<C extends CheckedClient>(client: C): C {
  return onAws ? checkedCalls(inject("roles")).checked(client) : client;
}
