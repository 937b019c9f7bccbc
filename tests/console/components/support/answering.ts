import { vi } from "vitest";

interface Call {
  readonly call: string;
  readonly body: unknown;
}

/** A service that answers calls by method and path, and lists in the order in which they came what was changed. */
export function answering(answers: Readonly<Record<string, object | undefined>>): readonly Call[] {
  const changes: Call[] = [];
  vi.spyOn(window, "fetch").mockImplementation(async (url, { method = "GET", body } = {}) => {
    const call = `${method} ${String(url).split("?")[0]}`;
    if (method !== "GET") changes.push({ call, body: typeof body === "string" ? JSON.parse(body) : undefined });
    const response = answers[call] ?? {};
    return Response.json({ messages: [{ code: 0, text: "ok" }], response });
  });
  return changes;
}
