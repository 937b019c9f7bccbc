import { vi } from "vitest";
import { type ErrorName, errors } from "../../../../shared/contract/errors.ts";

interface Call {
  readonly call: string;
  readonly body: unknown;
}

/** Returns an error response of the service. */
export function refusing(error: ErrorName, more = ""): Response {
  const { code, status, sentence } = errors[error];
  return Response.json({ messages: [{ code, text: `${sentence}${more}` }], response: {} }, { status });
}

/** A read, in spite of its method. Nothing depends on anything unless a test says so. */
const dependents = "POST /svc/api/dependents";
const nothingDepends = { dependents: [], isComplete: true, unread: [], lastUsedAt: null, confirmation: null };

/** Answers calls by method and path. Returns the list of changes in the order in which they arrived. */
export function answering(answers: Readonly<Record<string, object | undefined>>): readonly Call[] {
  const changes: Call[] = [];
  vi.spyOn(window, "fetch").mockImplementation(async (url, { method = "GET", body } = {}) => {
    const call = `${method} ${String(url).split("?")[0]}`;
    if (method !== "GET" && call !== dependents)
      changes.push({ call, body: typeof body === "string" ? JSON.parse(body) : undefined });
    const response = answers[call] ?? (call === dependents ? nothingDepends : {});
    if (response instanceof Response) return response.clone();
    return Response.json({ messages: [{ code: 0, text: "ok" }], response });
  });
  return changes;
}
