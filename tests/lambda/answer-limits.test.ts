import { expect, test } from "vitest";
import { answerLimits, readAwsEnvironment } from "../../functions/environment.ts";
import { verifies } from "../support/verifies.ts";

const given = {
  FMS_URL: "https://fms.example.com",
  BASE_URL: "https://keys.example.com",
  TABLE_NAME: "latchkey",
  BLOBS_BUCKET: "latchkey-blobs",
  ENCRYPTION_KEY_IDS: "seal",
  FINGERPRINT_KEY_IDS: "mac",
};

verifies("runtime:aws:answer-time", () => {
  for (const [seconds, milliseconds] of [
    ["", 55_000],
    ["60", 55_000],
    ["120", 115_000],
  ] as const) {
    const settings = readAwsEnvironment({ ...given, ANSWER_SECONDS: seconds });
    expect(answerLimits(settings)).toEqual({ headersMs: milliseconds, bodyMs: milliseconds });
  }
});

test("nothing waits for longer than API Gateway does, and nothing for so short that no script could run", () => {
  for (const seconds of ["19", "301", "-1", "1.5", "soon"]) {
    const read = () => readAwsEnvironment({ ...given, ANSWER_SECONDS: seconds });
    expect(read, seconds).toThrow("ANSWER_SECONDS must be a whole number from 20 to 300.");
  }
});
