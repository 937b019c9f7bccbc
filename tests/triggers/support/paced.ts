import type { TestService } from "../../support/test-service.ts";

/** Makes management calls one second apart: OData authenticates every call, and Latchkey signs in at most ten times per second. */
export function pacedAdmin(service: TestService): TestService["admin"] {
  return async (...call) => {
    await service.turn(1_000);
    return service.admin(...call);
  };
}
