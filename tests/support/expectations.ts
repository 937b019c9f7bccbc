import { expect } from "vitest";
import type { ErrorEntry } from "#shared/contract/error-entry.ts";
import { type ErrorName, errors } from "#shared/contract/errors.ts";
import type { Answer } from "./http/call.ts";

interface Expectations<R = unknown> {
  /** Expects the management API's envelope with this error of the catalog, or only its sentence if a download is answered in text. */
  toRefuseWith(error: ErrorName): R;
  /** Expects the Data API's envelope with this error of the catalog: FileMaker's code if the error has one, otherwise ours. */
  toRefuseLikeFileMaker(error: ErrorName): R;
  /** Expects OData's error with this entry of the catalog: FileMaker's code if the error has one, otherwise ours. */
  toRefuseLikeOData(error: ErrorName): R;
  /** Expects the Admin API's envelope, whose messages have a `text`, with FileMaker's code if the error has one, otherwise ours. */
  toRefuseLikeAdminApi(error: ErrorName): R;
  /** Expects HTTP 200 and FileMaker's own success. */
  toSucceed(): R;
}

declare module "vitest" {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends Expectations<R> {}
}

expect.extend({
  toRefuseWith(answer: Answer, error: ErrorName) {
    const { code, status, sentence } = entryOf(error);
    const message = answer.body?.messages?.[0];
    const isEnvelope = message?.code === code && String(message?.text).startsWith(sentence);
    const isText = String(answer.headers["content-type"]).startsWith("text/plain") && answer.text.startsWith(sentence);
    const pass = answer.status === status && (isEnvelope || isText);
    return verdict(pass, answer, `${error}: HTTP ${status}, code ${code}`);
  },

  toRefuseLikeFileMaker(answer: Answer, error: ErrorName) {
    const { code, fileMakerCode, status: own, fileMakerStatus: status = own } = entryOf(error);
    const expected = fileMakerCode ?? String(code);
    const message = answer.body?.messages?.[0];
    const pass = answer.status === status && message?.code === expected && typeof message?.message === "string";
    return verdict(pass, answer, `${error}: HTTP ${status}, code "${expected}"`);
  },

  toRefuseLikeOData(answer: Answer, error: ErrorName) {
    const { code, sentence, fileMakerCode, status: own, fileMakerStatus: status = own } = entryOf(error);
    const expected = fileMakerCode ?? String(code);
    const reported = answer.body?.error;
    const pass =
      answer.status === status && reported?.code === expected && String(reported?.message).startsWith(sentence);
    return verdict(pass, answer, `${error}: HTTP ${status}, code "${expected}"`);
  },

  toRefuseLikeAdminApi(answer: Answer, error: ErrorName) {
    const { code, sentence, fileMakerCode, status: own, fileMakerStatus: status = own } = entryOf(error);
    const expected = fileMakerCode ?? String(code);
    const message = answer.body?.messages?.[0];
    const isShaped = message?.message === undefined && typeof answer.body?.response === "object";
    const pass = answer.status === status && message?.code === expected && String(message?.text).startsWith(sentence);
    return verdict(pass && isShaped, answer, `${error}: HTTP ${status}, code "${expected}", text "${sentence}"`);
  },

  toSucceed(answer: Answer) {
    const code = answer.body?.messages?.[0]?.code;
    return verdict(answer.status === 200 && String(code) === "0", answer, "success");
  },
});

function verdict(pass: boolean, answer: Answer, expected: string) {
  const got = `HTTP ${answer.status} ${answer.text.slice(0, 500)}`;
  return { pass, message: () => `expected ${pass ? "anything but " : ""}${expected}, got ${got}` };
}

/** Looks up an error. @throws if the name is misspelled, because tests aren't type-checked before they run */
function entryOf(error: ErrorName): ErrorEntry {
  const entry = errors[error];
  if (entry === undefined) throw new Error(`No error is called ${error}: docs/reference/errors.md has their names`);
  return entry;
}
