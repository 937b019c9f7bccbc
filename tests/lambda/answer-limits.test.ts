import { expect, test } from "vitest";
import { readAwsSettings } from "../../functions/settings/aws.ts";
import { answerLimits } from "../../functions/settings/limits.ts";
import { awsVariables } from "../support/aws/aws-variables.ts";
import { verifies } from "../support/verifies.ts";

verifies("runtime:aws:answer-time", () => {
  for (const [seconds, milliseconds] of [
    ["", 55_000],
    ["60", 55_000],
    ["120", 115_000],
  ] as const) {
    const settings = readAwsSettings({ ...awsVariables, ANSWER_SECONDS: seconds });
    expect(answerLimits(settings)).toEqual({ headersMs: milliseconds, bodyMs: milliseconds });
  }
});

test("no timeout exceeds API Gateway's, and none is too short to run a script", () => {
  for (const seconds of ["19", "301", "-1", "1.5", "soon"]) {
    const read = () => readAwsSettings({ ...awsVariables, ANSWER_SECONDS: seconds });
    expect(read, seconds).toThrow("ANSWER_SECONDS must be a whole number from 20 to 300.");
  }
});
