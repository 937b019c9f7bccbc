import type { ContractCase } from "../contract-case.ts";

const json = "Content-Type: application/json";
const admin = `Authorization: Basic ${Buffer.from("admin:admin-pass").toString("base64")}`;
const keys = { target: "/svc/api/api-key", anonymous: true } as const;

/** Cases about our own API. */
export const management: readonly ContractCase[] = [
  { name: "health is answered", target: "/svc/healthz", anonymous: true, expect: { status: 200, body: '{"ok":true}' } },
  {
    name: "a list is answered in our envelope, and kept by nobody",
    ...keys,
    headers: [admin],
    expect: { status: 200, error: "success in our envelope", "answer cache-control": "no-store" },
  },
  { name: "an unknown caller is refused", ...keys, expect: { status: 401, error: "unauthenticated in our envelope" } },
  {
    name: "two credentials are distinguished from a wrong one",
    ...keys,
    headers: [admin, admin],
    expect: { status: 400, error: "credentials_repeated in our envelope" },
  },
  {
    name: "JSON that is none is refused",
    ...keys,
    method: "POST",
    headers: [admin, json],
    body: "{",
    expect: { status: 400, error: "json_invalid in our envelope" },
  },
  {
    name: "an empty body is refused where one is needed",
    ...keys,
    method: "POST",
    headers: [admin, json],
    body: "",
    expect: { status: 400, error: "input_invalid in our envelope" },
  },
  {
    name: "a body that is not JSON is refused",
    ...keys,
    method: "POST",
    headers: [admin, "Content-Type: text/plain"],
    body: "{}",
    expect: { status: 415, error: "content_type_unsupported in our envelope" },
  },
  {
    name: "an operation that is not there is said so in our envelope",
    ...keys,
    target: "/svc/api/nowhere",
    expect: { status: 404, error: "route_not_found in our envelope" },
  },
  {
    name: "a method that an operation does not have is said so in our envelope",
    ...keys,
    method: "PUT",
    headers: [admin],
    expect: { status: 405, error: "method_not_allowed in our envelope", "answer allow": "POST, GET, HEAD" },
  },
  {
    name: "HEAD is answered as GET without its body",
    target: "/svc/healthz",
    anonymous: true,
    method: "HEAD",
    expect: { status: 200, body: "" },
  },
  {
    name: "a browser of another origin is not let in",
    ...keys,
    headers: ["Origin: https://elsewhere.test"],
    expect: { status: 401, "answer access-control-allow-origin": "none" },
  },
  {
    name: "an id with an encoded slash is refused",
    ...keys,
    target: "/svc/api/api-key/1%2F2",
    headers: [admin],
    expect: { status: 400, error: "path_refused in our envelope" },
  },
];
