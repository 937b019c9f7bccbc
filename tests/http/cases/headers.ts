import type { ContractCase } from "../contract-case.ts";

/** Cases about the request headers that reach FileMaker Server. */
export const headers: readonly ContractCase[] = [
  {
    name: "the key does not go on: a session's token takes its place",
    expect: { "call authorization": "Bearer token-N" },
  },
  {
    name: "a header of the caller's goes through",
    headers: ["X-Note: one, two"],
    expect: { "call x-note": "one, two" },
  },
  {
    name: "a header that is sent twice arrives twice",
    headers: ["X-Note: one", "X-Note: two"],
    expect: { "call x-note": "one | two" },
  },
  {
    name: "an empty header stays empty",
    headers: ["X-Note:"],
    expect: { status: 200, "call x-note": "none" },
  },
  {
    name: "a header that Connection names stays behind",
    headers: ["Connection: close, X-Note", "X-Note: one"],
    expect: { status: 200, "call x-note": "none" },
  },
  {
    name: "two credentials are refused",
    headers: ["Authorization: Bearer another"],
    expect: { status: 400, call: "none", error: "credentials_repeated in FileMaker's envelope" },
  },
  {
    name: "no credential is refused",
    anonymous: true,
    expect: { status: 401, call: "none", error: "10 in FileMaker's envelope" },
  },
  {
    name: "bytes beyond ASCII in a header arrive as they were sent",
    headers: ["X-Note: caf\u00e9"],
    expect: { status: 200, "call x-note": "caf\u00e9" },
  },
  {
    name: "a body of two lengths is refused",
    method: "POST",
    target: "/records",
    headers: ["Content-Length: 3"],
    body: "{}",
    expect: { status: 400, call: "none" },
  },
  {
    name: "a body with a length and in chunks is refused",
    method: "POST",
    target: "/records",
    headers: ["Transfer-Encoding: chunked"],
    body: "0\r\n\r\n",
    expect: { status: 400, call: "none" },
  },
  {
    name: "headers of 40 KB are refused",
    headers: [`X-Note: ${"x".repeat(40_000)}`],
    expect: { status: 431, call: "none" },
  },
  {
    name: "who waits for 100 Continue is answered",
    method: "POST",
    target: "/records",
    headers: ["Expect: 100-continue"],
    body: "{}",
    expect: { status: 200, "call body": "{}", "call expect": "none" },
  },
];
