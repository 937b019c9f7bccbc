import { inject } from "vitest";
import { onAws } from "../test-service.ts";
import { type CheckedClient, checkedCalls } from "./checked-calls.ts";

/** A client of a test's own, in the place of one that a function has on AWS: checked where the test runs on the adapters for AWS. */
export function checkedOnAws<C extends CheckedClient>(client: C): C {
  return onAws ? checkedCalls(inject("roles")).checked(client) : client;
}
