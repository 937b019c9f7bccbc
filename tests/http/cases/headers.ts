import type { ContractCase } from "../contract-case.ts";

/** Cases about the request headers that reach FileMaker Server. */
export const headers: readonly ContractCase[] = [
  {
    name: "the key isn't forwarded: a session's token replaces it",
    expect: { "call authorization": "Bearer token-N" },
  },
  {
    name: "a header of the caller is forwarded",
    headers: ["X-Note: one, two"],
    expect: { "call x-note": "one, two" },
  },
  {
    name: "a request header that is sent twice arrives twice",
    headers: ["X-Note: one", "X-Note: two"],
    expect: { "call x-note": "one | two" },
  },
  {
    name: "an empty header stays empty",
    headers: ["X-Note:"],
    expect: { status: 200, "call x-note": "none" },
  },
  {
    name: "a header named in Connection isn't forwarded",
    headers: ["Connection: close, X-Note", "X-Note: one"],
    expect: { status: 200, "call x-note": "none" },
  },
  {
    name: "two credentials are rejected",
    headers: ["Authorization: Bearer another"],
    expect: { status: 400, call: "none", error: "credentials_repeated in FileMaker's envelope" },
  },
  {
    name: "a missing credential is rejected",
    anonymous: true,
    expect: { status: 401, call: "none", error: "10 in FileMaker's envelope" },
  },
  {
    name: "bytes beyond ASCII in a header arrive unchanged",
    headers: ["X-Note: caf\u00e9"],
    expect: { status: 200, "call x-note": "caf\u00e9" },
  },
  {
    name: "a body with two lengths is rejected",
    method: "POST",
    target: "/records",
    headers: ["Content-Length: 3"],
    body: "{}",
    expect: { status: 400, call: "none" },
  },
  {
    name: "a body with both a length and chunks is rejected",
    method: "POST",
    target: "/records",
    headers: ["Transfer-Encoding: chunked"],
    body: "0\r\n\r\n",
    expect: { status: 400, call: "none" },
  },
  {
    name: "headers of 40 KB are rejected",
    headers: [`X-Note: ${"x".repeat(40_000)}`],
    expect: { status: 431, call: "none" },
  },
  {
    name: "a client that waits for 100 Continue gets a response",
    method: "POST",
    target: "/records",
    headers: ["Expect: 100-continue"],
    body: "{}",
    expect: { status: 200, "call body": "{}", "call expect": "none" },
  },
];
