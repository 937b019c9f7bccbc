import { expect } from "vitest";
import { verdictOf } from "#shared/server/rules.ts";
import { verifies } from "../support/verifies.ts";

verifies(
  "server:process:refused",
  "fmsadmin refused the account if its exit code says so, regardless of its output",
  () => {
    for (const exitCode of [9, 212, 214])
      for (const output of ["", "password: ", "Zugriff verweigert"])
        expect(verdictOf({ exitCode, output }), `${exitCode} ${output}`).toBe("denied");
    expect(verdictOf({ exitCode: 1, output: "" })).toBe("failed");
    expect(verdictOf({ exitCode: 249, output: "Error: 11001 (Invalid option)" })).toBe("absent");
  },
);
