import type { TestService } from "../../support/test-service.ts";

/** Management calls a second apart: OData takes the account with every call, and Latchkey logs in ten times a second at most. */
export function pacedAdmin(service: TestService): TestService["admin"] {
  return async (...call) => {
    await service.turn(1_000);
    return service.admin(...call);
  };
}
